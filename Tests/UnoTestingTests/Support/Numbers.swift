import UnoArchitecture
import UnoTesting

/// A harness of a feature whose state and actions are numbers, and which does with each action as `handler` says.
func numbers(
    _ exhaustivity: Exhaustivity = .on,
    _ handler: @escaping @Sendable (TestClock, inout Int, Int, Dispatcher<Int>) -> Emission<Int>
) -> InteractorTestHarness<Int, Int> {
    InteractorTestHarness(exhaustivity: exhaustivity) { clock in
        Interact(initialValue: 0) { state, number, dispatch in handler(clock, &state, number, dispatch) }
    }
}
