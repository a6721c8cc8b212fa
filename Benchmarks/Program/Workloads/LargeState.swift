import BenchmarkKit
import UnoArchitecture

extension Workloads {
    static let largeState = Workload(
        "state-struct",
        "a counter in a large struct, alone",
        axis: "bytes",
        baseline: "direct",
        points: [
            Workload.Point(MemoryLayout<CountState>.size, alone { CountState() }),
            Workload.Point(MemoryLayout<KilobyteState>.size, alone { KilobyteState() }),
            Workload.Point(MemoryLayout<SixtyFourKilobyteState>.size, alone { SixtyFourKilobyteState() }),
        ]
    )

    static let largeStateInWhens = Workload(
        "state-struct-when",
        "a counter in a large struct, inside 4 Whens, each of which has the state of its child",
        axis: "bytes",
        baseline: "direct",
        points: [
            Workload.Point(MemoryLayout<CountState>.size, nested { CountState() }),
            Workload.Point(MemoryLayout<KilobyteState>.size, nested { KilobyteState() }),
            Workload.Point(MemoryLayout<SixtyFourKilobyteState>.size, nested { SixtyFourKilobyteState() }),
        ]
    )

    static let arrayState = Workload(
        "state-array",
        "a counter in one element of an array, alone",
        axis: "elements",
        baseline: "direct",
        points: [1, 100, 10_000].map { elements in
            Workload.Point(elements, alone { ArrayState(elements: elements) })
        }
    )

    static let arrayStateInWhens = Workload(
        "state-array-when",
        "a counter in one element of an array, inside 4 Whens, each of which has the array of its child",
        axis: "elements",
        baseline: "direct",
        points: [1, 100, 10_000].map { elements in
            Workload.Point(elements, nested { ArrayState(elements: elements) })
        }
    )

    private static func alone<State: CountedState>(_ initial: () -> State) -> [Subject] {
        let direct = DirectCounter(state: initial())
        return [
            DirectSubject.loop(direct, .tick),
            ReducerSubject.loop(LargeCountingReducer(initialState: initial()), .tick) { $0.count },
            BareStreamSubject.stage(direct, .tick),
            BareStreamSubject.pumped(direct, .tick),
            StreamSubject.burst(LargeCounting(initial: initial()), .tick) { $0.count },
            RuntimeSubject.burst(LargeCounting(initial: initial()), .tick) { $0.count },
        ]
    }

    private static func nested<State: CountedState>(_ initial: () -> State) -> [Subject] {
        let depth = 4
        let action = LargeNestAction<State>.innermost(depth: depth)
        let nest = LargeNest(depth: depth, initial: initial())
        return [
            DirectSubject.loop(DirectLargeNest(depth: depth, initial()), action),
            StreamSubject.burst(nest, action) { $0.count },
            RuntimeSubject.burst(nest, action) { $0.count },
        ]
    }
}

private struct LargeCounting<State: CountedState>: Interactor {
    let initial: State

    var body: some Interactor<State, Tick> {
        Interact(initialValue: initial) { state, _ in
            state.count += 1
            return .state
        }
    }
}

private struct LargeCountingReducer<State: CountedState>: Reducer {
    let initialState: State

    func reduce(_ state: inout State, _ action: Tick) -> ReducerEmission {
        state.count += 1
        return .state
    }
}

private enum LargeNestAction<State: CountedState>: Sendable, CasePathable {
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

private struct LargeNest<State: CountedState>: Interactor {
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

/// The nest by hand: each level has a state of its own, which it copies from its child's.
private struct DirectLargeNest<State: CountedState>: DirectFeature {
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
