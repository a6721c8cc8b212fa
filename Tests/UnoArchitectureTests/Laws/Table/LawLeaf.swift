import UnoArchitecture

/// The behaviour that a law gives to a part; the rows of the law table put it into every place where a part can be.
struct LawLeaf: Sendable {
    typealias Feedback = @Sendable (Int) async -> SendOutcome
    typealias Handler = @Sendable (inout Int, Int, @escaping Feedback) -> Emission<Int>

    typealias Part = Interactors.MergeMany<Interact<Int, LawAction>>

    let handler: Handler
    let emissionCount: Int

    /// - Parameter count: how many states it emits for an action.
    init(emitting count: Int = 1, _ handler: @escaping Handler) {
        self.handler = handler
        self.emissionCount = count
    }

    /// As a part of a graph with the table's actions.
    var part: Part {
        Interactors.MergeMany(
            interactors: [
                Interact(initialValue: 0) { [handler] state, action, dispatch in
                    guard case .act(let number) = action else { return .none }
                    return handler(&state, number) { await dispatch(.act($0)) }
                }
            ]
                + repeated { action in if case .act = action { true } else { false } }
        )
    }

    /// As a child with actions of its own.
    var child: Interactors.MergeMany<Interact<Int, Int>> {
        Interactors.MergeMany(
            interactors: [
                Interact(initialValue: 0) { [handler] state, number, dispatch in
                    handler(&state, number) { await dispatch($0) }
                }
            ] + repeated { _ in true }
        )
    }

    /// Parts that emit the state that the handler left once more.
    private func repeated<Action>(_ isForLeaf: @escaping @Sendable (Action) -> Bool) -> [Interact<Int, Action>] {
        (1..<emissionCount).map { _ in Interact(initialValue: 0) { _, action in isForLeaf(action) ? .state : .none } }
    }

    /// Appends each number as a digit, and emits.
    static let digits = LawLeaf { state, number, _ in
        state = Sum.appending(number, to: state)
        return .state
    }
}
