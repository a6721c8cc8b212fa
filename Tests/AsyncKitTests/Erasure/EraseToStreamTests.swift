import AsyncKit
import Synchronization
import TestSupport
import Testing
import UnoArchitecture
import UnoTesting

@Suite("A sequence erased to a stream", .timeLimit(.hang))
struct EraseToStreamTests {
    @Test("asks its upstream only when it is asked")
    func demand() async {
        let upstream = CountingSequence(limit: 10)
        let stream = upstream.eraseToStream()
        #expect(upstream.counts == .init(iterators: 0, pulls: 0))
        var iterator = stream.makeAsyncIterator()
        for count in 1...10 {
            #expect(await iterator.next(isolation: #isolation) == count)
            #expect(upstream.counts == .init(iterators: 1, pulls: count))
        }
        #expect(await iterator.next(isolation: #isolation) == nil)
        #expect(await iterator.next(isolation: #isolation) == nil)
        #expect(upstream.counts == .init(iterators: 1, pulls: 11))
    }

    @Test("holds nothing back: a producer is told of the delivery only of elements that the consumer has")
    func nothingAhead() async {
        let channel = AsyncChannel<Int>()
        let stream = channel.eraseToStream()
        let producer = Task {
            var results: [ChannelSendResult] = []
            for element in 0..<4 { results.append(await channel.send(element)) }
            return results
        }
        var iterator = stream.makeAsyncIterator()
        for element in 0..<3 { #expect(await iterator.next(isolation: #isolation) == element) }
        producer.cancel()
        #expect(await producer.value == [.delivered, .delivered, .delivered, .cancelled])
    }

    @Test("gives every element to one of several tasks, and pulls for one at a time")
    func concurrentConsumers() async {
        let upstream = CountingSequence(limit: 4_000)
        let stream = upstream.eraseToStream()
        let received = await withTaskGroup { group in
            for _ in 0..<8 {
                group.addTask {
                    var received: [Int] = []
                    for await element in stream { received.append(element) }
                    return received
                }
            }
            return await group.reduce(into: [Int]()) { $0 += $1 }
        }
        #expect(received.sorted() == Array(1...4_000))
        #expect(!upstream.wasPulledConcurrently)
    }

    @Test("cancels the pull of a cancelled consumer, and releases the upstream")
    func cancellation() async {
        let upstream = ScriptedSequence<Int, Never>()
        let consumer = Task {
            var iterator = upstream.eraseToStream().makeAsyncIterator()
            return [await iterator.next(isolation: #isolation), await iterator.next(isolation: #isolation)]
        }
        await upstream.waitUntilAsked()
        await upstream.yield(1)
        consumer.cancel()
        #expect(await consumer.value == [1, nil])
        await upstream.waitUntilReleased()
    }

    @Test("ends the tasks that wait for their turn when one of them is cancelled, and finishes the current pull")
    func cancelledWhileQueueing() async {
        let upstream = ScriptedSequence<Int, Never>()
        let stream = upstream.eraseToStream()
        let first = Task { await stream.first { _ in true } }
        await upstream.waitUntilAsked()
        let others = (0..<3).map { _ in Task { await stream.first { _ in true } } }
        others[1].cancel()
        for other in others { #expect(await other.value == nil) }
        await upstream.answer(1)
        #expect(await first.value == 1)
        #expect(upstream.askCount == 1)
    }

    @Test("ends with its upstream")
    func finish() async {
        let channel = AsyncChannel<Int>()
        let stream = channel.eraseToStream()
        let consumers = (0..<4).map { _ in Task { await stream.first { _ in true } } }
        channel.finish()
        for consumer in consumers { #expect(await consumer.value == nil) }
    }

    @Test("ends its tasks and its upstream's when a debounced stream is dropped")
    func dropped() async {
        let clock = TestClock()
        let upstream = ScriptedSequence<Int, Never>()
        let consumer = Task {
            await upstream.debounce(for: .seconds(3), clock: clock).eraseToStream().first { _ in true }
        }
        await upstream.waitUntilAsked()
        await upstream.yield(1)
        await clock.waitForSleepers(1)
        clock.advance(by: .seconds(3))
        #expect(await consumer.value == 1)
        await upstream.waitUntilReleased()
    }
}
