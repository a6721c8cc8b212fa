import UnoArchitecture

/// A state in which a feature counts the handled actions, so that a subject can be checked.
protocol CountedState: Sendable {
    var count: Int { get set }
}

struct CountState: CountedState, Equatable { var count = 0 }

enum Tick: Sendable { case tick }

/// The smallest feature: it counts its actions.
struct Counting: Interactor {
    var body: some Interactor<CountState, Tick> {
        Interact(initialValue: CountState()) { state, _ in
            state.count += 1
            return .state
        }
    }
}
