import UnoArchitecture
import UnoStateMachines

/// Presets that are saved and loaded: phases as an enum. Written without macros, in the form that they expand to.
struct Presets: StateMachine {
    enum State: Equatable {
        case empty, loading
        case saving(Preset, beside: [Preset])
        case loaded([Preset])
    }

    enum Input: Equatable {
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

    typealias Action = StateMachineEvent<Input, IOResult>
    typealias Effects = IOEffect
    typealias EffectScope = Int
    let store: PresetStore
    let initialValue = State.empty

    static func reduceInput(_ state: State, _ input: Input) -> Transition {
        switch (state, input) {
        case (.empty, .load), (.loaded, .load): transition(.loading, effect: .load)
        case (.empty, .save(let count, let fact)): save(Preset(count: count, fact: fact), beside: [])
        case (.loaded(let presets), .save(let count, let fact)): save(Preset(count: count, fact: fact), beside: presets)
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

    static func effectScope(of state: State) -> Int {
        switch state {
        case .empty: 0
        case .loading: 1
        case .saving: 2
        case .loaded: 3
        }
    }
}
