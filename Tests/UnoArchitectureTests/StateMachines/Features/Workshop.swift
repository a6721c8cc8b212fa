import UnoArchitecture
import UnoStateMachines

/// A parent of two nested machines. Written without macros, in the form that they expand to.
struct Workshop: StateMachine {
    struct State: Equatable { var counter = CounterFact.State(), presets = Presets.State.empty, title = "", audits = 0 }

    enum Input: Equatable {
        case rename(String)
        case counterIncrement
        case counterSet(to: Int)
        case counterAsk, presetsLoad
        case presetsSave(count: Int, fact: String)
    }

    enum IOEffect: Equatable { case audit }

    enum IOResult: Equatable {
        case audited
        case counterResult(CounterFact.IOResult)
        case presetsResult(Presets.IOResult)
    }

    typealias Action = StateMachineEvent<Input, IOResult>
    typealias Effects = IOEffect
    let counter: CounterFact
    let presets: Presets
    let initialValue = State()

    @InteractorBuilder<State, Action>
    var body: some Interactor<State, Action> {
        NestedStateMachine(
            state: \State.counter,
            toChildAction: { (action: Action) -> CounterFact.Action? in
                switch Action.map(action) {
                case .input(let input):
                    switch input {
                    case .counterIncrement: .input(.increment)
                    case .counterSet(let to): .input(.set(to: to))
                    case .counterAsk: .input(.ask)
                    default: nil
                    }
                case .ioResult(let result):
                    switch result {
                    case .counterResult(let value): .ioResult(value)
                    default: nil
                    }
                case nil: nil
                }
            },
            fromChildAction: { (action: CounterFact.Action) -> Action? in
                switch CounterFact.Action.map(action) {
                case .ioResult(let result): .ioResult(.counterResult(result))
                case .input, nil: nil
                }
            }, child: counter)
        NestedStateMachine(
            state: \State.presets,
            toChildAction: { (action: Action) -> Presets.Action? in
                switch Action.map(action) {
                case .input(let input):
                    switch input {
                    case .presetsLoad: .input(.load)
                    case .presetsSave(let count, let fact): .input(.save(count: count, fact: fact))
                    default: nil
                    }
                case .ioResult(let result):
                    switch result {
                    case .presetsResult(let value): .ioResult(value)
                    default: nil
                    }
                case nil: nil
                }
            },
            fromChildAction: { (action: Presets.Action) -> Action? in
                switch Presets.Action.map(action) {
                case .ioResult(let result): .ioResult(.presetsResult(result))
                case .input, nil: nil
                }
            }, child: presets)
        transitions
    }

    static func reduceInput(_ state: State, _ input: Input) -> Transition {
        switch input {
        case .rename(let title): transition(withVar(state, \.title, title), effect: .audit)
        case .counterIncrement, .counterSet, .counterAsk, .presetsLoad, .presetsSave: identity
        }
    }

    static func reduceIOResult(_ state: State, _ ioResult: IOResult) -> Transition {
        switch ioResult {
        case .audited: nextState(withVar(state, \.audits, state.audits + 1))
        case .counterResult, .presetsResult: identity
        }
    }

    func runIOEffect(_ ioEffect: IOEffect) -> IOResultStream {
        switch ioEffect {
        case .audit: .just(.audited)
        }
    }
}
