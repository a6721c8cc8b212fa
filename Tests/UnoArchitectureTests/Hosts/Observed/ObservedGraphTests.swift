import TestSupport
import Testing
import UnoArchitecture
import UnoTesting

@Suite("A graph under test", .timeLimit(.hang))
struct ObservedGraphTests {
    @Test("tells of no event with a silent step that is not an action's own")
    func events() {
        let (executor, clock, events) = (ControlledExecutor(), TestClock(), Record<UInt64?>())
        defer { executor.runFreely() }
        let feature = DebounceInteractor(for: .seconds(1), clock: clock) {
            Interact<Int, Int>(initialValue: 0) { state, number in
                state = number
                return .unshown
            }
        }
        let graph = ObservedGraph(feature, executor: .on(executor)) { events.append($0.event) }
        var number: UInt64?
        _ = graph.send(5) { number = $1 }
        executor.runUntilIdle()
        let before = events.elements
        #expect(before.first == .some(nil) && before.last == number)
        executor.settle(clock.advance(by: .seconds(1)))
        let later = events.elements.dropFirst(before.count)
        #expect(!later.isEmpty && later.allSatisfy { $0 == nil })
        executor.settle(graph.cancel())
    }

    @Test("refuses what is sent after its end, and what waited then stays cancelled when the graph is released")
    func ended() {
        let executor = ControlledExecutor()
        defer { executor.runFreely() }
        var graph: ObservedGraph<Int, Int>? = ObservedGraph(Sum.digits(), executor: .on(executor)) { _ in }
        executor.runUntilIdle()
        let waiting = graph?.send(1) { _, _ in }
        graph?.cancel()
        let late = graph?.send(2) { _, _ in }
        #expect(late?.outcome == .rejected(.shutDown))
        executor.runUntilIdle()
        #expect(graph?.hasEnded == true)
        graph = nil
        executor.runUntilIdle()
        #expect(waiting?.outcome == .cancelled)
    }
}
