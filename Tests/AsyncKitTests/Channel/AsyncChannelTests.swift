import TestSupport
import Testing
import UnoTesting

@testable import AsyncKit

@Suite("A channel", .timeLimit(.hang))
struct AsyncChannelTests {
    let channel = AsyncChannel<Int>()

    @Test("hands the elements of one producer to one consumer in order, and says that they were delivered")
    func order() async {
        let producer = Task { [channel] in
            var results: Set<ChannelSendResult> = []
            for element in 0..<1_000 { results.insert(await channel.send(element)) }
            channel.finish()
            return results
        }
        var received: [Int] = []
        for await element in channel { received.append(element) }
        #expect(received == Array(0..<1_000))
        #expect(await producer.value == [.delivered])
    }

    @Test("tells producers that it has finished, whether they sent before or after")
    func finishWithProducers() async {
        let producers = (0..<100).map { element in Task { [channel] in await channel.send(element) } }
        channel.finish()
        for producer in producers { #expect(await producer.value == .finished) }
        #expect(await channel.send(1) == .finished)
    }

    @Test("tells a producer that waits when the channel finishes that its element was not delivered")
    func finishWithAWaitingProducer() {
        let executor = ControlledExecutor()
        defer { executor.runFreely() }
        let results = Record<ChannelSendResult>()
        executor.start { [channel] in results.append(await channel.send(1)) }
        #expect(results.elements == [])
        channel.finish()
        executor.runUntilIdle()
        #expect(results.elements == [.finished])
    }

    @Test("ends all consumers when it finishes, whether they came before or after")
    func finishWithConsumers() async {
        let consumers = (0..<100).map { _ in Task { [channel] in await channel.first { _ in true } } }
        channel.finish()
        for consumer in consumers { #expect(await consumer.value == nil) }
        #expect(await channel.first { _ in true } == nil)
    }

    @Test("never delivers the element of a producer who was told that it is cancelled")
    func cancelledProducer() async {
        let cancelled = Task { [channel] in await channel.send(1) }
        cancelled.cancel()
        #expect(await cancelled.value == .cancelled)
        async let sent = channel.send(2)
        #expect(await channel.first { _ in true } == 2)
        #expect(await sent == .delivered)
    }

    @Test("continues for the others when a consumer is cancelled")
    func cancelledConsumer() async {
        let cancelled = Task { [channel] in await channel.first { _ in true } }
        cancelled.cancel()
        #expect(await cancelled.value == nil)
        async let received = channel.first { _ in true }
        #expect(await channel.send(1) == .delivered)
        #expect(await received == 1)
    }

    @Test("ends a consumer that is cancelled while it waits, and gives the next element to another")
    func cancelledWhileWaiting() {
        let executor = ControlledExecutor()
        defer { executor.runFreely() }
        let received = Record<Int?>()
        let cancelled = executor.start { [channel] in received.append(await channel.first { _ in true }) }
        #expect(received.elements == [])
        cancelled.cancel()
        executor.runUntilIdle()
        #expect(received.elements == [nil])
        executor.start { [channel] in received.append(await channel.first { _ in true }) }
        executor.start { [channel] in await channel.send(1) }
        #expect(received.elements == [nil, 1])
    }

    @Test("neither sends nor receives for an already cancelled task")
    func cancelledBefore() async {
        let consumer = Task { [channel] in await channel.first { _ in true } }
        let cancelled = Task { [channel] in
            withUnsafeCurrentTask { $0?.cancel() }
            return (await channel.send(1), await channel.first { _ in true })
        }
        #expect(await cancelled.value == (.cancelled, nil))
        #expect(await channel.send(2) == .delivered)
        #expect(await consumer.value == 2)
    }

    @Test("tells a cancelled producer that it has finished rather than that the producer is cancelled")
    func finishedAndCancelled() async {
        channel.finish()
        let cancelled = Task { [channel] in
            withUnsafeCurrentTask { $0?.cancel() }
            return await channel.send(1)
        }
        #expect(await cancelled.value == .finished)
    }

    @Test("serves a producer whose consumer has come, or which has finished, between its two looks")
    func betweenTwoLooks() async {
        typealias Producer = UnsafeContinuation<ChannelSendResult, Never>
        let (storage, results) = (ChannelStorage<Int>(), Record<ChannelSendResult>())
        let received = await withUnsafeContinuation { (consumer: UnsafeContinuation<Int?, Never>) in
            Task {
                let result = await withUnsafeContinuation { (producer: Producer) in
                    storage.perform(.deliver(to: consumer), 7, producer)
                }
                results.append(result)
            }
        }
        #expect(received == 7)
        #expect(await results.waitFor(1) == [.delivered])
        let end = await withUnsafeContinuation { (producer: Producer) in storage.perform(.end(.finished), 8, producer) }
        #expect(end == .finished)
    }

    @Test("serves a consumer whose producer has come, or which ends, between its two looks")
    func consumerBetweenTwoLooks() async {
        typealias Consumer = UnsafeContinuation<Int?, Never>
        let (storage, results) = (ChannelStorage<Int>(), Record<Int?>())
        let result = await withUnsafeContinuation { (producer: UnsafeContinuation<ChannelSendResult, Never>) in
            Task {
                let element = await withUnsafeContinuation { (consumer: Consumer) in
                    storage.perform(.take(7, from: producer), consumer)
                }
                results.append(element)
            }
        }
        #expect(result == .delivered)
        #expect(await results.waitFor(1) == [7])
        let end = await withUnsafeContinuation { (consumer: Consumer) in storage.perform(.end, consumer) }
        #expect(end == nil)
    }

    @Test("serves ten thousand producers")
    func manyProducers() async {
        let producers = (0..<10_000).map { element in Task { [channel] in await channel.send(element) } }
        var received: Set<Int> = []
        for await element in channel {
            received.insert(element)
            if received.count == 10_000 { break }
        }
        #expect(received == Set(0..<10_000))
        for producer in producers { #expect(await producer.value == .delivered) }
    }

    @Test("withdraws every second one of ten thousand producers and serves the rest")
    func manyCancelledProducers() async {
        let producers = (0..<10_000).map { element in Task { [channel] in await channel.send(element) } }
        for cancelled in stride(from: 0, to: 10_000, by: 2) { producers[cancelled].cancel() }
        for cancelled in stride(from: 0, to: 10_000, by: 2) { #expect(await producers[cancelled].value == .cancelled) }
        var received: Set<Int> = []
        for await element in channel {
            received.insert(element)
            if received.count == 5_000 { break }
        }
        #expect(received == Set(stride(from: 1, to: 10_000, by: 2)))
    }

    @Test("gives every element of four producers to exactly one of four consumers")
    func stress() async {
        let each = 2_000
        let consumers = (0..<4).map { _ in
            Task { [channel] in
                var received: [Int] = []
                for await element in channel { received.append(element) }
                return received
            }
        }
        await withTaskGroup { group in
            for producer in 0..<4 {
                group.addTask { [channel] in for element in 0..<each { await channel.send(producer * each + element) } }
            }
        }
        channel.finish()
        var received: [Int] = []
        for consumer in consumers {
            let elements = await consumer.value
            for producer in 0..<4 {
                let own = elements.filter { $0 / each == producer }
                #expect(own == own.sorted(), "A consumer sees the elements of one producer in order")
            }
            received += elements
        }
        #expect(received.sorted() == Array(0..<4 * each))
    }

    @Test("delivers exactly the elements whose producers were told so, while both sides are being cancelled")
    func stressWithCancellation() async {
        let consumers = (0..<400).map { index in
            Task { [channel] in
                var received: [Int] = []
                for await element in channel {
                    received.append(element)
                    // Most consumers are cancelled after a while; the last ones stay until the end.
                    if index < 396, received.count == 5 { break }
                }
                return received
            }
        }
        let producers = (0..<4_000).map { element in Task { [channel] in (element, await channel.send(element)) } }
        for producer in producers.indices where producer % 3 == 0 { producers[producer].cancel() }
        for consumer in 0..<200 { consumers[consumer].cancel() }
        var delivered: [Int] = []
        for producer in producers {
            let (element, result) = await producer.value
            #expect(result != .finished)
            if result == .delivered { delivered.append(element) }
        }
        channel.finish()
        var received: [Int] = []
        for consumer in consumers { received += await consumer.value }
        #expect(received.sorted() == delivered)
    }
}
