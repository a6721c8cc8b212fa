import UnoArchitecture
import UnoStateMachines

/// The factories of compositions of ``CounterFact``'s effects, whether by macro or by hand.
protocol CounterFactEffects: ComposedEffects {
    static func fetch(_ number: Int) -> Self
    static func note(_ line: String, times: Int) -> Self
}

extension CounterFactEffects {
    /// The transition of ``CounterFact``, with effects of this type.
    static func reduceInput(
        _ state: CounterFact.State,
        _ input: CounterFact.Input
    ) -> StateTransition<CounterFact.State, Self> {
        let transition = CounterFact.reduceInput(state, input)
        guard transition.effects != nil else { return StateTransition(to: transition.state, effects: nil) }
        let asking = Self.merge([.note("asking", times: 1), .note("about \(state.count)", times: 2)])
        return StateTransition(
            to: transition.state,
            effects: .concatenate([asking, .fetch(state.count), .note("asked", times: 1)])
        )
    }
}

/// A form of ``CounterFact`` whose effects are of a type of its own.
protocol CounterFactForm: StateMachineTypes
where
    State == CounterFact.State, Input == CounterFact.Input, IOResult == CounterFact.IOResult,
    Effects: CounterFactEffects
{
    var origin: CounterFact { get }
}

extension CounterFactForm {
    static func reduceInput(_ state: State, _ input: Input) -> Transition { Effects.reduceInput(state, input) }
    static func reduceIOResult(_ state: State, _ ioResult: IOResult) -> Transition {
        Transition(to: CounterFact.reduceIOResult(state, ioResult).state, effects: nil)
    }
    func runFetch(_ number: Int) -> IOResultStream { origin.runFetch(number) }
    func runNote(_ line: String, times: Int) -> IOResultStream { origin.runNote(line, times: times) }
}
