import UnoArchitecture

/// What a law has a part do; the rows of the law table put it into every place where a part can be.
struct LawLeaf: Sendable {
    typealias Feedback = @Sendable (Int) async -> SendOutcome
    typealias Handler = @Sendable (inout Int, Int, @escaping Feedback) -> Emission<Int>

    let handler: Handler

    init(_ handler: @escaping Handler) {
        self.handler = handler
    }

    /// As a part of a graph with the table's actions.
    var part: Interact<Int, LawAction> {
        Interact(initialValue: 0) { [handler] state, action, dispatch in
            guard case .act(let number) = action else { return .none }
            return handler(&state, number) { await dispatch(.act($0)) }
        }
    }

    /// As a child with actions of its own.
    var child: Interact<Int, Int> {
        Interact(initialValue: 0) { [handler] state, number, dispatch in
            handler(&state, number) { await dispatch($0) }
        }
    }

    /// Appends each number as a digit, and emits.
    static let digits = LawLeaf { state, number, _ in
        state = Sum.appending(number, to: state)
        return .state
    }
}
