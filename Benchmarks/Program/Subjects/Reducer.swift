import BenchmarkKit

/// The synchronous redesign: `(inout State, Action) -> Emission`, composed with generics.
protocol Reducer<State, Action>: Sendable {
    associatedtype State: Sendable
    associatedtype Action: Sendable

    var initialState: State { get }
    func reduce(_ state: inout State, _ action: Action) -> ReducerEmission
}

/// The result of a reducer's step.
enum ReducerEmission: Sendable {
    case none
    case state
    case effects([@Sendable () async -> Void])

    func merged(with other: ReducerEmission) -> ReducerEmission {
        switch (self, other) {
        case (.none, _): other
        case (_, .none), (.state, .state): self
        case (.effects(let effects), .effects(let others)): .effects(effects + others)
        case (.effects, .state): self
        case (.state, .effects): other
        }
    }
}

struct CountingReducer: Reducer {
    var initialState: CountState { CountState() }

    func reduce(_ state: inout CountState, _ action: Tick) -> ReducerEmission {
        state.count += 1
        return .state
    }
}

/// `reducer`: runs one step after the other and keeps the newest state.
enum ReducerSubject {
    @inline(__always)
    static func loop<R: Reducer>(
        _ reducer: R,
        _ action: R.Action,
        result: @escaping @Sendable (R.State) -> Int
    ) -> Subject {
        Subject("reducer") { count, _ in
            var state = reducer.initialState
            var action = action
            for _ in 0..<count {
                touch(&action)
                if case .effects = reducer.reduce(&state, action) { return 0 }
                touch(&state)
            }
            return result(state)
        }
    }
}
