import TestSupport
import Testing
import UnoArchitecture
import UnoTesting

@Suite("The stream of a graph", .timeLimit(.hang))
struct HostedStreamTests {
    @Test("ends for those that wait behind another consumer when one is cancelled, although no action comes")
    func severalConsumers() {
        let executor = ControlledExecutor()
        defer { executor.runFreely() }
        let (actions, source) = AsyncStream<Int>.makeStream()
        let states = HostedStream.states(of: Sum.digits(), upstream: actions, executor: .on(executor))
        let ended = Record<Int>()
        let consumers = (0..<3).map { number in
            let consumer = executor.task {
                for await _ in states {}
                ended.append(number)
            }
            // The first one then waits for an action, and the others wait for it.
            executor.runUntilIdle()
            return consumer
        }
        consumers[1].cancel()
        executor.runUntilIdle()
        #expect(ended.elements.sorted() == [1, 2])
        source.finish()
        executor.runUntilIdle()
        #expect(ended.elements.sorted() == [0, 1, 2])
    }
}
