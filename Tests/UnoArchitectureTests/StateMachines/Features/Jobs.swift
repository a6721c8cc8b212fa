import TestSupport
import UnoArchitecture
import UnoStateMachines

/// A machine whose effects the test controls: each runs the work of its name and then yields its name.
struct Jobs: StateMachine {
    enum State: Equatable {
        case resting([String])
        case working([String])
        var results: [String] {
            switch self {
            case .resting(let results), .working(let results): results
            }
        }
    }

    enum Input {
        /// Goes to `working` and runs the effects there.
        case work(ComposableEffect<IOEffect>)
        case rest, stay, unheard
    }

    enum IOEffect: Equatable {
        case job(String)
        /// Outlives its phase.
        case errand(String)
        /// Yields its name and never ends.
        case watch(String)
    }

    enum IOResult: Equatable { case done(String) }
    typealias Action = StateMachineEvent<Input, IOResult>
    typealias Effects = ComposableEffect<IOEffect>
    let initialValue = State.resting([])
    /// An entry for each effect that has begun.
    let begun = Record<String>()
    let work = HeldWork()

    static func reduceInput(_ state: State, _ input: Input) -> Transition {
        switch input {
        case .work(let effects): transition(.working(state.results), effect: effects)
        case .rest: nextState(.resting(state.results))
        case .stay: identity
        case .unheard: undefined
        }
    }

    static func reduceIOResult(_ state: State, _ result: IOResult) -> Transition {
        switch (state, result) {
        case (.resting(let results), .done(let name)): nextState(.resting(results + [name]))
        case (.working(let results), .done(let name)): nextState(.working(results + [name]))
        }
    }

    static func traits(of effect: IOEffect) -> EffectTraits {
        switch effect {
        case .job: []
        case .errand: .outlivesPhase
        case .watch: .longRunning
        }
    }

    func runIOEffect(_ effect: IOEffect) -> IOResultStream {
        switch effect {
        case .job(let name), .errand(let name):
            begun.append(name)
            return .single { [work] in
                await work.run()
                return .done(name)
            }
        case .watch(let name):
            begun.append(name)
            return IOResultStream { $0.yield(.done(name)) }
        }
    }
}
