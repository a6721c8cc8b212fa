import UnoArchitecture
import UnoStateMachines

/// ``CounterFact``, ``Presets`` and ``Workshop`` again, with all that macros can write left to them.
enum ByMacros {
    @StateMachine
    @EffectComposition
    struct CounterFact {
        struct State: Equatable {
            var count = 0
            var fact: String?
            var isAsking = false
            var log: [String] = []
        }

        enum Input: Equatable, CounterFactInput {
            case increment
            case set(to: Int)
            case ask
        }

        enum IOEffect: Equatable {
            case fetch(Int)
            case note(String, times: Int = 1)
        }

        enum IOResult: Equatable {
            case fetched(Result<String, FactError>)
            case noted(String)
        }

        let service: FactService
        let initialValue = State()

        static func reduceInput(_ state: State, _ input: Input) -> Transition {
            switch input {
            case .increment: nextState(withVar(state, \.count, state.count + 1))
            case .set(let count): nextState(withVar(state, \.count, count))
            case .ask where state.isAsking: undefined
            case .ask:
                transition(
                    withVar(state, \.isAsking, true),
                    effect: .concatenate([
                        .merge([.note("asking"), .note("about \(state.count)", times: 2)]),
                        .fetch(state.count),
                        .note("asked"),
                    ])
                )
            }
        }

        static func reduceIOResult(_ state: State, _ ioResult: IOResult) -> Transition {
            switch ioResult {
            case .fetched(let result):
                nextState(
                    withVar(state) {
                        $0.isAsking = false
                        $0.fact = try? result.get()
                    }
                )
            case .noted(let line): nextState(withVar(state) { $0.log.append(line) })
            }
        }
    }

    @StateMachine
    struct Presets {
        enum State: Equatable {
            case empty
            case loading
            case saving(Preset, beside: [Preset])
            case loaded([Preset])
        }

        enum Input: Equatable, PresetsInput {
            case load
            case save(count: Int, fact: String)
            case cancel
        }

        enum IOEffect: Equatable {
            case load
            case save(Preset)
        }

        enum IOResult: Equatable {
            case loaded([Preset])
            case saved
        }

        let store: PresetStore
        let initialValue = State.empty

        static func reduceInput(_ state: State, _ input: Input) -> Transition {
            switch (state, input) {
            case (.empty, .load), (.loaded, .load): transition(.loading, effect: .load)
            case (.empty, .save(let count, let fact)): save(Preset(count: count, fact: fact), beside: [])
            case (.loaded(let presets), .save(let count, let fact)):
                save(Preset(count: count, fact: fact), beside: presets)
            case (.loading, .cancel): nextState(.empty)
            case (.loaded, .cancel), (.empty, .cancel): identity
            default: undefined
            }
        }

        static func reduceIOResult(_ state: State, _ ioResult: IOResult) -> Transition {
            switch (state, ioResult) {
            case (.loading, .loaded(let presets)): nextState(.loaded(presets))
            case (.saving(let preset, let others), .saved): nextState(.loaded(others + [preset]))
            default: undefined
            }
        }

        private static func save(_ preset: Preset, beside others: [Preset]) -> Transition {
            transition(.saving(preset, beside: others), effect: .save(preset))
        }

        func runIOEffect(_ ioEffect: IOEffect) -> IOResultStream {
            switch ioEffect {
            case .load: .single { [store] in .loaded(await store.load()) }
            case .save(let preset):
                .single { [store] in
                    await store.save(preset)
                    return .saved
                }
            }
        }
    }

    @StateMachine
    @EffectComposition
    @ComposableStateMachine
    struct Workshop {
        struct State: Equatable {
            @NestedState var counter = ByMacros.CounterFact.State()
            @NestedState var presets: ByMacros.Presets.State = .empty
            var title = ""
            var audits = 0
        }

        enum Input: Equatable, WorkshopInput {
            case rename(String)
            @Forward(ByMacros.CounterFact.Input.increment) case counterIncrement
            @Forward(ByMacros.CounterFact.Input.set) case counterSet(to: Int)
            @Forward(ByMacros.CounterFact.Input.ask) case counterAsk
            @Forward(ByMacros.Presets.Input.load) case presetsLoad
            @Forward(ByMacros.Presets.Input.save) case presetsSave(count: Int, fact: String)
        }

        enum IOEffect: Equatable { case audit }
        enum IOResult: Equatable {
            case audited
            @Forward(ByMacros.CounterFact.IOResult.self) case counterResult(ByMacros.CounterFact.IOResult)
            @Forward(ByMacros.Presets.IOResult.self) case presetsResult(ByMacros.Presets.IOResult)
        }

        let counter: ByMacros.CounterFact
        let presets: ByMacros.Presets
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
    }
}
