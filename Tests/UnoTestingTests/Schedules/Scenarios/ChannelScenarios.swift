import AsyncKit
import TestSupport
import UnoTesting

/// What a rendezvous channel can do, so that a scenario runs on the real one and on copies with faults.
protocol Rendezvous: AnyObject, Sendable {
    init()
    func send(_ element: Int) async -> ChannelSendResult
    func next() async -> Int?
    func finish()
}

extension AsyncChannel: Rendezvous where Element == Int {
    func next() async -> Int? { await makeAsyncIterator().next() }
}

/// Scenarios of a channel, each true under every schedule.
enum ChannelScenarios {
    /// Nothing is lost or doubled, and the elements of one producer arrive in order.
    static func delivery<Channel: Rendezvous>(_: Channel.Type) -> @Sendable (Scenario) async -> Void {
        { scenario in
            let channel = Channel()
            scenario.mustBeFreed(channel, "the channel")
            let received = Record<Int>()
            let producers = [10, 20].map { first in
                scenario.task("producer of \(first)") {
                    for element in first..<first + 2 {
                        scenario.note("sends \(element)")
                        let result = await channel.send(element)
                        scenario.expect(result == .delivered, "\(element) is \(result)")
                    }
                }
            }
            let consumers = (1...2).map { number in
                scenario.task("consumer \(number)") {
                    while let element = await channel.next() { received.append(element) }
                }
            }
            for producer in producers { await producer.value }
            channel.finish()
            for consumer in consumers { await consumer.value }
            scenario.expect(received.elements.sorted() == [10, 11, 20, 21], "\(received.elements) has arrived")
        }
    }

    /// Producers on one actor are served in the order of their calls.
    static func fairness<Channel: Rendezvous>(_: Channel.Type) -> @Sendable (Scenario) async -> Void {
        { scenario in
            let line = Line(Channel())
            let producers = (1...3).map { number in scenario.task("producer \(number)") { await line.send(number) } }
            await line.began.waitFor(3)
            var received: [Int] = []
            while received.count < 3, let element = await line.channel.next() { received.append(element) }
            for producer in producers { await producer.value }
            let began = line.began.elements
            if received != began { scenario.fail("\(received) has arrived, and \(began) is the order of the calls") }
        }
    }

    private actor Line<Channel: Rendezvous> {
        nonisolated let channel: Channel
        nonisolated let began = Record<Int>()

        init(_ channel: Channel) { self.channel = channel }

        func send(_ number: Int) async {
            began.append(number)
            _ = await channel.send(number)
        }
    }

    /// A producer that no consumer serves goes on when it is cancelled, however early that is.
    static func cancellation<Channel: Rendezvous>(_: Channel.Type) -> @Sendable (Scenario) async -> Void {
        { scenario in
            let channel = Channel()
            let producer = scenario.task("producer") {
                let result = await channel.send(1)
                scenario.expect(result != .delivered, "no consumer takes it, and it is delivered")
            }
            scenario.task("canceller") { producer.cancel() }
            await end(of: producer, in: channel)
        }
    }

    /// An element is delivered or its producer knows that it is not; no task waits after a finish or a cancellation.
    static func endings<Channel: Rendezvous>(_: Channel.Type) -> @Sendable (Scenario) async -> Void {
        { scenario in
            let (channel, delivered, received) = (Channel(), Record<Int>(), Record<Int>())
            let producers = (1...3).map { number in
                scenario.task("producer \(number)") {
                    if await channel.send(number) == .delivered { delivered.append(number) }
                }
            }
            let consumer = scenario.task("consumer") {
                while let element = await channel.next() { received.append(element) }
            }
            scenario.task("canceller") { producers[0].cancel() }
            scenario.task("canceller of the consumer") { consumer.cancel() }
            scenario.task("closer") {
                await scenario.checkpoint()
                channel.finish()
            }
            for task in producers + [consumer] { await task.value }
            let (sent, taken) = (delivered.elements.sorted(), received.elements.sorted())
            scenario.expect(sent == taken, "\(sent) has been delivered, and \(taken) has arrived")
        }
    }

    /// Whoever waits for an element is woken by it.
    static func wakeUp<Channel: Rendezvous>(_: Channel.Type) -> @Sendable (Scenario) async -> Void {
        { scenario in
            let channel = Channel()
            let consumer = scenario.task("consumer") { _ = await channel.next() }
            scenario.task("producer") { _ = await channel.send(1) }
            await end(of: consumer, in: channel)
        }
    }

    /// Waits for `task`. A schedule that has failed is cancelled; then the channel frees whom its fault has forgotten.
    private static func end(of task: Task<Void, Never>, in channel: some Rendezvous) async {
        await withCancellationHandlerInPlace {
            await task.value
        } onCancel: {
            channel.finish()
        }
    }
}
