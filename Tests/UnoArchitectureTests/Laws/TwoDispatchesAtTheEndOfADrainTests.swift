import TestSupport
import Testing
import UnoArchitecture
import UnoStorage
import UnoTesting

/// A drain closes its mailbox last. The effect begins after that: by the change of a shared value whose turn comes right behind the last
/// one that the drain takes before.
@Suite("The end of a drain", .timeLimit(.hang))
struct TwoDispatchesAtTheEndOfADrainTests {
    struct State: Sendable, Equatable {
        var copy = 0
        var handled: [Int] = []
    }

    @Test("handles two actions that an effect dispatches side by side", arguments: [1, 2]) func sideBySide(count: Int) {
        for seed in [nil] + (0..<20).map({ Optional(UInt64($0)) }) {
            let (executor, clock) = (ControlledExecutor(seed: seed), TestClock())
            let shared = Shared(0)
            let debounced = DebounceInteractor(for: .seconds(60), clock: clock) {
                Interact<State, Int>.changing(State()) { state, number in state.handled.append(number) }
            }
            let feature = debounced.observing(shared, at: \.copy).onChange(of: \.copy) { _, _, _, dispatch in
                .perform { _, _ in
                    async let first = dispatch(1)
                    if count > 1 {
                        async let second = dispatch(2)
                        _ = await second
                    }
                    _ = await first
                }
            }
            // An isolation of its own, so that a task's way into it is a point of choice.
            let runtime = Runtime(feature, executor: RuntimeExecutor(serial: nil, tasks: executor))
            // Full from the beginning: it has the initial state.
            let slow = runtime.states(.bounded(1))
            runtime.send(7)
            executor.runUntilIdle()  // 7 is held
            let ended = executor.end { await runtime.shutdown(.drain) }
            executor.runUntilIdle()  // the finish handles 7; its state waits for room, and with it the turn
            shared.update { $0 = 1 }
            executor.runUntilIdle()  // the change waits for the next turn
            executor.task { for await _ in slow {} }
            executor.runUntilIdle()  // the drain goes on, closes the mailbox; then the change starts the effect
            #expect(ended.count == 1, "seed \(String(describing: seed))")
            executor.settle(executor.task { await runtime.shutdown(.cancel) })
            executor.runFreely()
        }
    }
}
