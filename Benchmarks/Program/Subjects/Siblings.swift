import UnoArchitecture

/// Two equal parts, merged: `Doubled<Doubled<Counting>>` is a merge of four.
struct Doubled<Child: Interactor<CountState, Tick>>: Interactor {
    let child: Child

    var body: some Interactor<CountState, Tick> {
        child
        child
    }
}

/// Any number of counters, side by side.
struct ManyCounting: Interactor {
    let width: Int

    var body: some Interactor<CountState, Tick> {
        for _ in 0..<width { Counting() }
    }
}

extension Interactor<CountState, Tick> {
    var twice: Doubled<Self> { Doubled(child: self) }
}

/// The reducers of several features, which run one after the other on one state.
struct ReducerArray<Child: Reducer>: Reducer {
    let children: [Child]
    let initialState: Child.State

    func reduce(_ state: inout Child.State, _ action: Child.Action) -> ReducerEmission {
        children.reduce(.none) { $0.merged(with: $1.reduce(&state, action)) }
    }
}

/// Two reducers on one state, composed by type.
struct ReducerPair<First: Reducer, Second: Reducer>: Reducer
where First.State == Second.State, First.Action == Second.Action {
    let first: First
    let second: Second

    var initialState: First.State { first.initialState }

    func reduce(_ state: inout First.State, _ action: First.Action) -> ReducerEmission {
        first.reduce(&state, action).merged(with: second.reduce(&state, action))
    }
}

extension Reducer {
    var twice: ReducerPair<Self, Self> { ReducerPair(first: self, second: self) }
}

/// The handlers of several features on one state, written as a plain list.
struct DirectSiblings: DirectFeature {
    typealias Handler = @Sendable (inout CountState, Tick) -> Void

    private let handlers: [Handler]
    private var shared = CountState()

    init(width: Int) {
        handlers = (0..<width).map { _ in { state, _ in state.count += 1 } }
    }

    var state: CountState { CountState(count: shared.count / handlers.count) }

    mutating func handle(_ action: Tick) {
        for handler in handlers { handler(&shared, action) }
    }
}
