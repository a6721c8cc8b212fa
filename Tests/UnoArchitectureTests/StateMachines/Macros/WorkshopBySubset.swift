import UnoArchitecture
import UnoStateMachines

/// ``Workshop`` with each subset of the two macros that concern it; the code of the other macro is written by hand.
enum WorkshopBySubset {
    @StateMachine
    struct OnlyStateMachine {
        typealias State = Workshop.State
        typealias Input = Workshop.Input
        typealias IOEffect = Workshop.IOEffect
        typealias IOResult = Workshop.IOResult
        let counter: CounterFact
        let presets: Presets
        let initialValue = State()
        var body: some Interactor<State, Action> {
            NestedStateMachine(
                state: \State.counter,
                toChildAction: { (action: Action) -> CounterFact.Action? in
                    switch action {
                    case .input(.counterIncrement): .input(.increment)
                    case .input(.counterSet(let count)): .input(.set(to: count))
                    case .input(.counterAsk): .input(.ask)
                    case .ioResult(.counterResult(let result)): .ioResult(result)
                    default: nil
                    }
                },
                fromChildAction: { (action: CounterFact.Action) -> Action? in
                    if case .ioResult(let result) = action { .ioResult(.counterResult(result)) } else { nil }
                },
                child: counter
            )
            NestedStateMachine(
                state: \State.presets,
                toChildAction: { (action: Action) -> Presets.Action? in
                    switch action {
                    case .input(.presetsLoad): .input(.load)
                    case .input(.presetsSave(let count, let fact)): .input(.save(count: count, fact: fact))
                    case .ioResult(.presetsResult(let result)): .ioResult(result)
                    default: nil
                    }
                },
                fromChildAction: { (action: Presets.Action) -> Action? in
                    if case .ioResult(let result) = action { .ioResult(.presetsResult(result)) } else { nil }
                },
                child: presets
            )
            transitions
        }

        static func reduceInput(_ state: State, _ input: Input) -> Transition { Workshop.reduceInput(state, input) }
        static func reduceIOResult(_ state: State, _ ioResult: IOResult) -> Transition {
            Workshop.reduceIOResult(state, ioResult)
        }

        func runIOEffect(_ ioEffect: IOEffect) -> IOResultStream { .just(.audited) }
    }

    @ComposableStateMachine
    struct OnlyComposableStateMachine: StateMachine {
        struct State: Equatable {
            @NestedState var counter = CounterFact.State()
            @NestedState var presets = Presets.State.empty
            var title = ""
            var audits = 0
        }

        enum Input: Equatable, WorkshopInput {
            case rename(String)
            @Forward(CounterFact.Input.increment) case counterIncrement
            @Forward(CounterFact.Input.set(to:)) case counterSet(to: Int)
            @Forward(CounterFact.Input.ask) case counterAsk
            @Forward(Presets.Input.load) case presetsLoad
            @Forward(Presets.Input.save) case presetsSave(count: Int, fact: String)
        }

        enum IOResult: Equatable {
            case audited
            @Forward(CounterFact.IOResult.self) case counterResult(CounterFact.IOResult)
            @Forward(Presets.IOResult.self) case presetsResult(Presets.IOResult)
        }

        typealias IOEffect = Workshop.IOEffect
        typealias Effects = IOEffect
        typealias Action = StateMachineEvent<Input, IOResult>
        let counter: CounterFact
        let presets: Presets
        let initialValue = State()

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

        func runIOEffect(_ ioEffect: IOEffect) -> IOResultStream { .just(.audited) }
    }

    @StateMachine
    @ComposableStateMachine
    struct Both {
        struct State: Equatable {
            @NestedState var counter = CounterFact.State()
            @NestedState var presets = Presets.State.empty
            var title = ""
            var audits = 0
        }

        enum Input: Equatable, WorkshopInput {
            case rename(String)
            @Forward(CounterFact.Input.increment) case counterIncrement
            @Forward(CounterFact.Input.set(to:)) case counterSet(to: Int)
            @Forward(CounterFact.Input.ask) case counterAsk
            @Forward(Presets.Input.load) case presetsLoad
            @Forward(Presets.Input.save) case presetsSave(count: Int, fact: String)
        }

        enum IOResult: Equatable {
            case audited
            @Forward(CounterFact.IOResult.self) case counterResult(CounterFact.IOResult)
            @Forward(Presets.IOResult.self) case presetsResult(Presets.IOResult)
        }

        typealias IOEffect = Workshop.IOEffect
        let counter: CounterFact
        let presets: Presets
        let initialValue = State()

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

        func runIOEffect(_ ioEffect: IOEffect) -> IOResultStream { .just(.audited) }
    }
}
