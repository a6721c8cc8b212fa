import UnoArchitecture

/// The action of every level of a nest of `When`s: one type, so that a nest can have any depth.
enum NestAction: Sendable, CasePathable {
    case tick
    indirect case child(NestAction)
    case childState(CountState)

    struct AllCasePaths: Sendable {
        let child = AnyCasePath<NestAction, NestAction>(
            embed: { .child($0) },
            extract: { if case .child(let action) = $0 { action } else { nil } }
        )
        let childState = AnyCasePath<NestAction, CountState>(
            embed: { .childState($0) },
            extract: { if case .childState(let state) = $0 { state } else { nil } }
        )
    }
    static let allCasePaths = AllCasePaths()

    /// The action that reaches the counter inside `depth` levels.
    static func innermost(depth: Int) -> NestAction { depth == 0 ? .tick : .child(innermost(depth: depth - 1)) }
}

/// A counter inside `depth` parents, each of which stores the state that its child proposes.
struct Nest: Interactor {
    let depth: Int

    var body: some Interactor<CountState, NestAction> {
        if depth == 0 {
            Interact(initialValue: CountState()) { state, _ in
                state.count += 1
                return .state
            }
        } else {
            Interact<CountState, NestAction>(initialValue: CountState()) { state, action in
                guard case .childState(let child) = action else { return .none }
                state = child
                return .state
            }
            .when(stateIs: \.self, actionIs: \.child, stateAction: \.childState) {
                Nest(depth: depth - 1).eraseToAnyInteractor()
            }
        }
    }
}
