/// An interactor whose decisions are pure functions, and whose effects are streams.
///
/// ```swift
/// struct Fact: StateMachine {
///     enum State: Equatable { case idle, loading(Int), shown(String) }
///     enum Input { case ask(Int), dismiss }
///     enum IOEffect: Equatable { case fetch(Int) }
///     enum IOResult { case fetched(Result<String, any Error>) }
///
///     let api: API
///     let initialValue = State.idle
///
///     static func reduceInput(_ state: State, _ input: Input) -> Transition {
///         switch (state, input) {
///         case (_, .ask(let number)): transition(.loading(number), effect: .fetch(number))
///         case (.shown, .dismiss), (.loading, .dismiss): nextState(.idle)
///         case (.idle, .dismiss): undefined
///         }
///     }
///
///     static func reduceIOResult(_ state: State, _ result: IOResult) -> Transition {
///         switch (state, result) {
///         case (.loading, .fetched(.success(let fact))): nextState(.shown(fact))
///         case (.loading, .fetched(.failure)): nextState(.idle)
///         default: undefined
///         }
///     }
///
///     func runIOEffect(_ effect: IOEffect) -> IOResultStream {
///         switch effect {
///         case .fetch(let number): .single({ try await api.fact(number) }, as: { .fetched($0) })
///         }
///     }
/// }
/// ```
///
/// What decides is static, so it reaches no dependency; what acts is an instance method, so it does.
///
/// Behavior:
/// - *Types*: `Action` is ``StateMachineEvent``, and `IOEffect` is `Never`, unless the machine declares its own. A machine
///   without results writes `typealias IOResult = Never`.
/// - *Order*: an action is an input or a result. A result joins the queue behind the actions already accepted, those of
///   one effect in their order.
/// - *States*: a transition with a next state emits it, and then its effects begin; one without emits nothing.
/// - *Finish*: effects run to their end, except those that are ``EffectTraits/longRunning``.
/// - *Undefined transitions* are reported, once for each pair of cases; the machine stays as it is.
///
/// Phases: the effects of a transition belong to the phase that it leads to, by default the case of an enum; see
/// ``effectScope(of:)``. An event decides about the effects of earlier transitions:
///
/// | Event | Effects |
/// |---|---|
/// | An input, or a part beside the machine, leaves the phase | All are cancelled. |
/// | An effect's result leaves the phase | That effect goes along, with what follows it; all others are cancelled. |
/// | An input changes the value of an enum's case and starts effects | Effects of the same cases of `IOEffect` are replaced. |
/// | An input starts effects, and the state stays the same | All go on. |
/// | An effect's result stays in the phase | All go on. |
///
/// - An effect that is cancelled or replaced is cancelled before the new state is emitted. None of its results arrives from
///   then on, queued ones included, and what was to follow it does not begin.
/// - Effects that are still to come are treated like those that have begun.
/// - Effects of one transition do not replace each other. They run as composed.
/// - A state that is no enum has one phase and replaces nothing. An optional counts as what it holds.
/// - Whether the value changes is decided by `==`; an enum without it is compared by the values of its case, of which those
///   without `==` count as different. An `IOEffect` that is no enum has one case.
/// - ``EffectTraits`` exempt an effect from these rules.
public protocol StateMachine<State, Action>: Interactor, StateMachineTypes
where
    DomainState == State,
    Action: StateMachineEventConvertible,
    Action.Input == Input,
    Action.IOResult == IOResult
{
    /// The machine's events, or actions of which some are; ``StateMachineEvent`` unless the machine says otherwise.
    associatedtype Action = StateMachineEvent<Input, IOResult>

    /// What tells phases apart: ``StateCase`` unless the machine says otherwise.
    associatedtype EffectScope: Hashable & Sendable = StateCase

    /// Decides what follows from an input. Pure.
    static func reduceInput(_ state: State, _ input: Input) -> Transition

    /// Decides what follows from a result. Pure.
    static func reduceIOResult(_ state: State, _ ioResult: IOResult) -> Transition

    /// Does what a transition asked for.
    ///
    /// Called in the effect's own task. Cancelling the effect cancels the task that iterates the stream.
    func runIOEffect(_ ioEffect: IOEffect) -> IOResultStream

    /// The phase that `state` belongs to: effects end when it does.
    ///
    /// By default the case of an enum; a state that is no enum has one phase. Any value can tell phases apart: a constant
    /// makes all states one phase, a property of a struct gives the struct phases. Asked only while effects of a phase are
    /// under way: after each transition, and at the end of each step that may have changed the state.
    static func effectScope(of state: State) -> EffectScope

    /// What sets `effect` apart from others; nothing by default.
    static func traits(of effect: IOEffect) -> EffectTraits

    /// The effects of a transition as a tree. Given for both forms of `Effects`.
    static func composition(of effects: Effects) -> ComposableEffect<IOEffect>
}
