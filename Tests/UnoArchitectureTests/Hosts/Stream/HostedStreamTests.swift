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
        executor.settle(consumers[1].cancel())
        #expect(ended.elements.sorted() == [1, 2])
        executor.settle(source.finish())
        #expect(ended.elements.sorted() == [0, 1, 2])
    }

    @Test("leaves its thread to others while its handlers name one action after the other")
    func chain() {
        let executor = ControlledExecutor()
        defer { executor.runFreely() }
        let (handled, total) = (Record<Void>(), 1_000)
        let feature = Interact<Int, Int>(initialValue: 0) { _, number, dispatch in
            handled.append()
            return number < total ? dispatch.next(number + 1) : .none
        }
        let (actions, source) = AsyncStream<Int>.makeStream()
        let states = HostedStream.states(of: feature, upstream: actions, executor: .on(executor))
        executor.take(states)
        let stretches = executor.stretches(handled: handled, of: total) { source.yield(1) }
        #expect(handled.count == total && stretches.allSatisfy { $0 <= 200 }, "\(stretches)")
        executor.settle(source.finish())
    }
}
