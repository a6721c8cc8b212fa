import UnoArchitecture
import UnoStateMachines

/// ``CounterFact`` with each subset of its three macros; the code of the other macros is written by hand.
enum CounterFactBySubset {
    @StateMachine
    struct OnlyStateMachine {
        typealias State = CounterFact.State
        typealias Input = CounterFact.Input
        typealias IOResult = CounterFact.IOResult
        typealias IOEffect = CounterFact.IOEffect
        typealias Effects = IOEffect.Composed
        let origin: CounterFact
        let initialValue = State()
        static func reduceInput(_ state: State, _ input: Input) -> Transition { CounterFact.reduceInput(state, input) }
        static func reduceIOResult(_ state: State, _ ioResult: IOResult) -> Transition {
            CounterFact.reduceIOResult(state, ioResult)
        }

        func runIOEffect(_ ioEffect: IOEffect) -> IOResultStream { origin.runIOEffect(ioEffect) }
    }

    struct OnlyComposableEffect: StateMachine {
        typealias State = CounterFact.State
        typealias Input = CounterFact.Input
        typealias IOResult = CounterFact.IOResult
        typealias Action = StateMachineEvent<Input, IOResult>
        typealias Effects = IOEffect.Composed

        @ComposableEffect
        enum IOEffect: Equatable {
            case fetch(Int)
            case note(String, times: Int)
        }

        let origin: CounterFact
        let initialValue = State()

        func runIOEffect(_ ioEffect: IOEffect) -> IOResultStream {
            switch ioEffect {
            case .fetch(let number): origin.runFetch(number)
            case .note(let line, let times): origin.runNote(line, times: times)
            }
        }
    }

    @EffectComposition
    struct OnlyEffectComposition: StateMachine {
        typealias State = CounterFact.State
        typealias Input = CounterFact.Input
        typealias IOResult = CounterFact.IOResult
        typealias Action = StateMachineEvent<Input, IOResult>
        enum IOEffect: Equatable {
            case fetch(Int)
            case note(String, times: Int)
        }

        let origin: CounterFact
        let initialValue = State()
    }

    @StateMachine
    struct MachineAndEffect {
        typealias State = CounterFact.State
        typealias Input = CounterFact.Input
        typealias IOResult = CounterFact.IOResult

        @ComposableEffect
        enum IOEffect: Equatable {
            case fetch(Int)
            case note(String, times: Int)
        }

        let origin: CounterFact
        let initialValue = State()

        func runIOEffect(_ ioEffect: IOEffect) -> IOResultStream {
            switch ioEffect {
            case .fetch(let number): origin.runFetch(number)
            case .note(let line, let times): origin.runNote(line, times: times)
            }
        }
    }

    @StateMachine
    @EffectComposition
    struct MachineAndRunner {
        typealias State = CounterFact.State
        typealias Input = CounterFact.Input
        typealias IOResult = CounterFact.IOResult
        enum IOEffect: Equatable {
            case fetch(Int)
            case note(String, times: Int)
        }

        let origin: CounterFact
        let initialValue = State()
    }

    @EffectComposition
    struct EffectAndRunner: StateMachine {
        typealias State = CounterFact.State
        typealias Input = CounterFact.Input
        typealias IOResult = CounterFact.IOResult
        typealias Action = StateMachineEvent<Input, IOResult>

        @ComposableEffect
        enum IOEffect: Equatable {
            case fetch(Int)
            case note(String, times: Int)
        }

        let origin: CounterFact
        let initialValue = State()
    }

    @StateMachine
    @EffectComposition
    struct AllOfThem {
        typealias State = CounterFact.State
        typealias Input = CounterFact.Input
        typealias IOResult = CounterFact.IOResult

        @ComposableEffect
        enum IOEffect: Equatable {
            case fetch(Int)
            case note(String, times: Int)
        }

        let origin: CounterFact
        let initialValue = State()
    }
}

extension CounterFactBySubset.OnlyComposableEffect.IOEffect.Composed: CounterFactEffects {}
extension CounterFactBySubset.OnlyComposableEffect: CounterFactForm {}

extension CounterFactBySubset.OnlyEffectComposition.IOEffect.Composed: CounterFactEffects {}
extension CounterFactBySubset.OnlyEffectComposition: CounterFactForm {}
extension CounterFactBySubset.OnlyEffectComposition: CounterFactBySubset.OnlyEffectComposition.EffectRunner {}

extension CounterFactBySubset.MachineAndEffect.IOEffect.Composed: CounterFactEffects {}
extension CounterFactBySubset.MachineAndEffect: CounterFactForm {}

extension CounterFactBySubset.MachineAndRunner.IOEffect.Composed: CounterFactEffects {}
extension CounterFactBySubset.MachineAndRunner: CounterFactForm {}
extension CounterFactBySubset.MachineAndRunner: CounterFactBySubset.MachineAndRunner.EffectRunner {}

extension CounterFactBySubset.EffectAndRunner.IOEffect.Composed: CounterFactEffects {}
extension CounterFactBySubset.EffectAndRunner: CounterFactForm {}
extension CounterFactBySubset.EffectAndRunner: CounterFactBySubset.EffectAndRunner.EffectRunner {}

extension CounterFactBySubset.AllOfThem.IOEffect.Composed: CounterFactEffects {}
extension CounterFactBySubset.AllOfThem: CounterFactForm {}
extension CounterFactBySubset.AllOfThem: CounterFactBySubset.AllOfThem.EffectRunner {}
