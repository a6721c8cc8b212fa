import TestSupport
import Testing
import UnoArchitecture
import UnoTesting

@Suite("A subscriber that wants the latest state only")
struct ConflationTests {
    private enum Act: Sendable {
        case loudly(Int)
        case silently(Int)
    }

    private let feature = Interact<Int, Act>(initialValue: 0) { state, act in
        switch act {
        case .loudly(let number):
            state = number
            return .state
        case .silently(let number):
            state = number
            return .unshown
        }
    }

    @Test("sees no state that was not emitted")
    func silence() {
        let executor = ControlledExecutor()
        defer { executor.runFreely() }
        let runtime = Runtime(feature, executor: .on(executor))
        let seen = Record<Int>()
        let states = runtime.states(.latest)
        executor.begin { for await state in states { seen.append(state) } }
        // In one stretch: the second action changes the state that the first has emitted, before a subscriber takes it.
        runtime.send(.loudly(1))
        executor.settle(after: runtime.send(.silently(2)))
        #expect(seen.elements == [0, 1])
        executor.settle(after: runtime.send(.loudly(3)))
        #expect(seen.elements == [0, 1, 3])
    }

    @Test("sees only the last state of a stretch")
    func conflates() {
        let executor = ControlledExecutor()
        defer { executor.runFreely() }
        let runtime = Runtime(feature, executor: .on(executor))
        let seen = Record<Int>()
        let states = runtime.states(.latest)
        executor.begin { for await state in states { seen.append(state) } }
        for number in 1...40 { runtime.send(.loudly(number)) }
        executor.runUntilIdle()
        #expect(seen.elements.first == 0)
        #expect(seen.elements.last == 40)
        #expect(seen.elements.count < 40)
        #expect(seen.elements == seen.elements.sorted())
    }
}
