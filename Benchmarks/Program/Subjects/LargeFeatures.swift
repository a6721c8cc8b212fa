import UnoArchitecture

struct LargeCounting<State: CountedState>: Interactor {
    let initial: State

    var body: some Interactor<State, Tick> {
        Interact(initialValue: initial) { state, _ in
            state.count += 1
            return .state
        }
    }
}

struct LargeCountingReducer<State: CountedState>: Reducer {
    let initialState: State

    func reduce(_ state: inout State, _ action: Tick) -> ReducerEmission {
        state.count += 1
        return .state
    }
}

enum LargeNestAction<State: CountedState>: Sendable, CasePathable {
    case tick
    indirect case child(LargeNestAction)
    indirect case childState(State)

    struct AllCasePaths: Sendable {
        let child = AnyCasePath<LargeNestAction, LargeNestAction>(
            embed: { .child($0) },
            extract: { if case .child(let action) = $0 { action } else { nil } }
        )
        let childState = AnyCasePath<LargeNestAction, State>(
            embed: { .childState($0) },
            extract: { if case .childState(let state) = $0 { state } else { nil } }
        )
    }
    static var allCasePaths: AllCasePaths { AllCasePaths() }

    static func innermost(depth: Int) -> LargeNestAction { depth == 0 ? .tick : .child(innermost(depth: depth - 1)) }
}

struct LargeNest<State: CountedState>: Interactor {
    let depth: Int
    let initial: State

    var body: some Interactor<State, LargeNestAction<State>> {
        if depth == 0 {
            Interact(initialValue: initial) { state, _ in
                state.count += 1
                return .state
            }
        } else {
            Interact<State, LargeNestAction<State>>(initialValue: initial) { state, action in
                guard case .childState(let child) = action else { return .none }
                state = child
                return .state
            }
            .when(stateIs: \.self, actionIs: \.child, stateAction: \.childState) {
                LargeNest(depth: depth - 1, initial: initial).eraseToAnyInteractor()
            }
        }
    }
}

/// The hand-written nest: each level has a state of its own, which it copies from its child's.
struct DirectLargeNest<State: CountedState>: DirectFeature {
    private var states: [State]

    var state: State { states[0] }

    init(depth: Int, _ initial: State) {
        states = Array(repeating: initial, count: depth + 1)
    }

    mutating func handle(_ action: LargeNestAction<State>) { step(action, at: 0) }

    private mutating func step(_ action: LargeNestAction<State>, at level: Int) {
        switch action {
        case .tick: states[level].count += 1
        case .childState(let state): states[level] = state
        case .child(let inner):
            step(inner, at: level + 1)
            states[level] = states[level + 1]
        }
    }
}
