import UnoArchitecture

/// A sum in a state, and a count that a child of `when` has.
struct Tally: Sendable, Equatable {
    @CasePathable enum Action: Sendable {
        case add(Int)
        case count(Int)
        case counted(Tally)
    }

    struct Book: Sendable, Equatable {
        var tally = Tally()
    }

    var sum = 0
}

/// Only scopes: the type declares the initial value.
struct ScopedTally: Interactor {
    var initialValue: Tally { Tally(sum: 4) }

    var body: some Interactor<Tally, Int> {
        Scope(state: \.sum) { Sum.digits() }
        Scope(state: \.sum) { Sum.constant(0) }
    }
}

/// A scope in a child of `when`, which proposes its state to the parent; and a `when` in a scope.
struct BookOfTallies: Interactor {
    var initialValue: Tally.Book { Tally.Book() }

    var body: some Interactor<Tally.Book, Tally.Action> {
        Scope(state: \.tally) {
            Interact(initialValue: Tally()) { tally, action in
                guard case .counted(let proposed) = action else { return .none }
                tally = proposed
                return .state
            }
            .when(stateIs: \.self, actionIs: \.add, stateAction: \.counted) { ScopedTally() }
        }
    }
}

/// A stream transformer on a part.
struct TransformedTally: Interactor {
    var initialValue: Tally { Tally() }

    var body: some Interactor<Tally, Int> { Scope(state: \.sum) { PullingTransformer(factor: 10) } }
}
