/// The hand-written nest: a state for each level, outermost first, and one recursive function.
struct DirectNest: DirectFeature {
    private var states: [CountState]

    var state: CountState { states[0] }

    init(depth: Int) {
        states = Array(repeating: CountState(), count: depth + 1)
    }

    mutating func handle(_ action: NestAction) { _ = handle(action, at: 0) }

    /// Handles `action` at `level`; returns true if the level's state has changed.
    private mutating func handle(_ action: NestAction, at level: Int) -> Bool {
        switch action {
        case .tick:
            states[level].count += 1
            return true
        case .child(let inner):
            return handle(inner, at: level + 1) && handle(.childState(states[level + 1]), at: level)
        case .childState(let state):
            states[level] = state
            return true
        }
    }
}

/// A reducer that can be a level of a nest.
protocol NestReducer: Reducer where Action == NestAction {
    /// The state that the level shows to its parent.
    func shown(_ state: State) -> CountState
}

struct InnermostReducer: NestReducer {
    var initialState: CountState { CountState() }

    func reduce(_ state: inout CountState, _ action: NestAction) -> ReducerEmission {
        state.count += 1
        return .state
    }

    func shown(_ state: CountState) -> CountState { state }
}

/// A parent that stores what its child proposes.
struct ReducerWhen<Child: NestReducer>: NestReducer {
    struct State: Sendable {
        var own = CountState()
        var child: Child.State
    }

    let child: Child

    var initialState: State { State(child: child.initialState) }

    func reduce(_ state: inout State, _ action: NestAction) -> ReducerEmission {
        switch action {
        case .tick: return .none
        case .childState(let shown):
            state.own = shown
            return .state
        case .child(let inner):
            let emission = child.reduce(&state.child, inner)
            if case .none = emission { return .none }
            return emission.merged(with: reduce(&state, .childState(child.shown(state.child))))
        }
    }

    func shown(_ state: State) -> CountState { state.own }
}

extension NestReducer {
    var one: ReducerWhen<Self> { ReducerWhen(child: self) }
    var two: ReducerWhen<ReducerWhen<Self>> { one.one }
    var four: ReducerWhen<ReducerWhen<ReducerWhen<ReducerWhen<Self>>>> { two.two }
}

/// The plan's nest: each parent stores what its child proposes.
func planNest(depth: Int) -> any PlanInteractor<CountState, NestAction> {
    var plan: any PlanInteractor<CountState, NestAction> = PlanInteract<CountState, NestAction>(
        initialValue: CountState()
    ) { state, _ in state.count += 1 }
    for _ in 0..<depth {
        plan = PlanWhen<CountState, NestAction, CountState, NestAction>(
            parent: PlanInteract(initialValue: CountState()) { state, action in
                if case .childState(let child) = action { state = child }
            },
            child: plan,
            childAction: { if case .child(let action) = $0 { action } else { nil } },
            stateAction: { .childState($0) }
        )
    }
    return plan
}
