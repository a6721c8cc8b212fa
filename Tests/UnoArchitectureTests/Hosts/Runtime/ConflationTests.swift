import TestSupport
import Testing
import UnoArchitecture
import UnoTesting

@Suite("A subscriber that wants the latest state only")
struct ConflationTests {
    private let feature = SubscriptionTests.Feature()

    @Test("sees no state that was not emitted")
    func silence() {
        let executor = ControlledExecutor()
        defer { executor.runFreely() }
        let runtime = Runtime(feature, executor: .on(executor))
        let seen = executor.take(runtime.states(.latest))
        // In one stretch: the second action changes the state that the first has emitted, before a subscriber takes it.
        runtime.send(.loudly(1))
        executor.settle(runtime.send(.silently(2)))
        #expect(seen.elements == [0, 1])
        executor.settle(runtime.send(.loudly(3)))
        #expect(seen.elements == [0, 1, 3])
    }

    @Test("sees only the last state of a stretch")
    func conflates() {
        let executor = ControlledExecutor()
        defer { executor.runFreely() }
        let runtime = Runtime(feature, executor: .on(executor))
        let seen = executor.take(runtime.states(.latest))
        executor.act { for number in 1...40 { runtime.send(.loudly(number)) } }
        #expect(seen.elements.first == 0 && seen.elements.last == 40)
        #expect(seen.elements.count < 40 && seen.elements == seen.elements.sorted())
    }
}
