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
/// - *Phases*: the effects of a transition belong to the phase that it leads to, see ``effectScope(of:)``. When the
///   machine leaves the phase they are cancelled, before the new state is emitted. Results of a cancelled effect never
///   arrive, queued ones included.
/// - *Finish*: effects run to their end, except those that are ``EffectTraits/longRunning``.
/// - *Undefined transitions* are reported, once for each pair of cases; the machine stays as it is.
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
    /// By default the case of an enum; a state that is no enum has one phase. Say more with a value that tells phases
    /// apart, such as the query that a search runs for. Asked only while effects of a phase are under way.
    static func effectScope(of state: State) -> EffectScope

    /// What sets `effect` apart from others; nothing by default.
    static func traits(of effect: IOEffect) -> EffectTraits

    /// The effects of a transition as a tree. Given for both forms of `Effects`.
    static func composition(of effects: Effects) -> ComposableEffect<IOEffect>
}
