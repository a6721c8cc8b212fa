import AsyncKit
import TestSupport
import UnoTesting

enum PumpScenarios {
    /// A consumer that has taken n elements has let at most n + 2 be produced: one in flight, one that is asked for.
    static func demand(
        _ stream: @escaping @Sendable (AsyncChannel<Int>, Scenario) -> AsyncStream<Int>
    ) -> @Sendable (Scenario) async -> Void {
        { scenario in
            let (channel, sent) = (AsyncChannel<Int>(), Record<Void>())
            let producer = scenario.task("producer") {
                for number in 1...8 where await channel.send(number) == .delivered { sent.append() }
            }
            var iterator = stream(channel, scenario).makeAsyncIterator()
            for taken in 1...3 {
                _ = await iterator.next()
                scenario.expect(sent.count <= taken + 1, "\(sent.count) are produced, and \(taken) are taken")
                await scenario.checkpoint()
            }
            channel.finish()
            await producer.value
        }
    }
}
