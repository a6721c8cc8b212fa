import TestSupport
import Testing
import UnoAsync

@Suite("A throwing channel", .timeLimit(.hang))
struct AsyncThrowingChannelTests {
    struct Failure: Error, Equatable {}

    let channel = AsyncThrowingChannel<Int, Failure>()

    @Test("throws to a consumer that comes later, once, and has then finished")
    func failBeforeConsumer() async throws {
        channel.fail(Failure())
        let iterator = channel.makeAsyncIterator()
        await #expect(throws: Failure()) { try await iterator.next() }
        #expect(try await iterator.next() == nil)
    }

    @Test("delivers what was sent before it failed, and then throws")
    func failAfterElements() async {
        let producer = Task { [channel] in
            let results = [await channel.send(1), await channel.send(2)]
            channel.fail(Failure())
            return results
        }
        var received: [Int] = []
        await #expect(throws: Failure()) {
            for try await element in channel { received.append(element) }
        }
        #expect(received == [1, 2])
        #expect(await producer.value == [.delivered, .delivered])
    }

    @Test("tells producers that it has finished when it failed")
    func failWithProducers() async {
        let producers = (0..<10).map { element in Task { [channel] in await channel.send(element) } }
        channel.fail(Failure())
        for producer in producers { #expect(await producer.value == .finished) }
    }

    @Test("ignores an error after it has finished")
    func failAfterFinish() async throws {
        channel.finish()
        channel.fail(Failure())
        #expect(try await channel.makeAsyncIterator().next() == nil)
    }

    @Test("keeps its error for the next consumer when a cancelled one asks")
    func cancelledConsumerLeavesTheError() async throws {
        channel.fail(Failure())
        let cancelled = Task { [channel] in
            withUnsafeCurrentTask { $0?.cancel() }
            return try await channel.makeAsyncIterator().next()
        }
        #expect(try await cancelled.value == nil)
        await #expect(throws: Failure()) { try await channel.makeAsyncIterator().next() }
    }
}
