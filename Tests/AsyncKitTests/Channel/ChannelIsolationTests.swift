import AsyncKit
import TestSupport
import Testing

@Suite("A channel used from one actor", .timeLimit(.hang))
@MainActor
struct ChannelIsolationTests {
    let channel = AsyncChannel<Int>()

    @Test("serves the producers of an actor in the order of their calls")
    func producers() async {
        let producers = (0..<200).map { element in Task { @MainActor in await channel.send(element) } }
        // Comes after the producers, on the same actor.
        let received = Task { @MainActor in
            var received: [Int] = []
            for await element in channel {
                received.append(element)
                if received.count == 200 { break }
            }
            return received
        }
        #expect(await received.value == Array(0..<200))
        for producer in producers { #expect(await producer.value == .delivered) }
    }

    @Test("serves the consumers of an actor in the order of their calls")
    func consumers() async {
        let consumers = (0..<200).map { _ in
            Task { @MainActor in
                let iterator = channel.makeAsyncIterator()
                return await iterator.next()
            }
        }
        let producer = Task { @MainActor in for element in 0..<200 { await channel.send(element) } }
        var received: [Int?] = []
        for consumer in consumers { received.append(await consumer.value) }
        #expect(received == Array(0..<200))
        await producer.value
    }
}
