public import UnoArchitecture

/// An interactor whose decisions are pure functions and whose effects are streams.
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
/// The decisions are static and cannot reach dependencies; the effects run in an instance method, which can.
///
/// Behavior:
/// - *Types*: `Action` is ``StateMachineEvent``, and `IOEffect` is `Never`, unless the machine declares its own. A machine
///   without results declares `typealias IOResult = Never`.
/// - *Order*: an action is an input or a result. A result joins the queue behind the actions already accepted; the results
///   of one effect keep their order.
/// - *States*: a transition with a next state emits it before its effects start; a transition without one emits nothing.
/// - *Finish*: effects run to their end, except those that are ``EffectTraits/longRunning``.
/// - *Undefined transitions* are reported, once for each pair of state case and event case; the machine stays as it is.
///
/// Phases: the effects of a transition belong to the phase that it leads to, which by default is the case of an enum state;
/// see ``effectScope(of:)``. An event affects the effects of earlier transitions as follows:
///
/// | Event | Effects |
/// |---|---|
/// | An input, or another part of the body, leaves the phase | All are cancelled. |
/// | A result of an effect leaves the phase | That effect continues in the next phase, with the effects that follow it; all others are cancelled. |
/// | An input changes the value of an enum state's case and starts effects | Effects of the same cases of `IOEffect` are replaced. |
/// | An input starts effects without changing the state | All continue. |
/// | A result of an effect stays in the phase | All continue. |
///
/// - A cancelled or replaced effect is cancelled before the new state is emitted. From then on none of its results arrives,
///   queued results included, and the effects that would follow it do not start.
/// - Effects that have not started yet are treated like those that have.
/// - Effects of one transition do not replace each other. They run as composed.
/// - A state that is not an enum has one phase and replaces nothing. An optional counts as the value that it wraps.
/// - Values are compared with `==`. An enum that is not `Equatable` is compared by its associated values; those that are not
///   `Equatable` count as different. An `IOEffect` that is not an enum has one case.
/// - ``EffectTraits`` exempt an effect from these rules.
public protocol StateMachine<State, Action>: Interactor, StateMachineTypes
where
    DomainState == State,
    Action: StateMachineEventConvertible,
    Action.Input == Input,
    Action.IOResult == IOResult
{
    /// The actions: the machine's events, or a type that contains them. By default ``StateMachineEvent``.
    associatedtype Action = StateMachineEvent<Input, IOResult>

    /// The type that distinguishes phases. By default `StateCase`.
    associatedtype EffectScope: Hashable & Sendable = StateCase

    /// Returns the transition for an input. Must be pure.
    static func reduceInput(_ state: State, _ input: Input) -> Transition

    /// Returns the transition for a result of an effect. Must be pure.
    static func reduceIOResult(_ state: State, _ ioResult: IOResult) -> Transition

    /// What `runIOEffect` returns: `IOResultStream` or `IOResult?`.
    associatedtype EffectResults: IOEffectResults<IOResult> = IOResultStream

    /// Runs an effect that a transition has started, and returns its results: all of them, as a stream, or
    /// `async -> IOResult?`, the only one or none.
    ///
    /// Called in the effect's own task. Cancelling the effect cancels that task, which also iterates the stream.
    func runIOEffect(_ ioEffect: IOEffect) async -> EffectResults

    /// Returns the phase that `state` belongs to. Effects are cancelled when the machine leaves their phase.
    ///
    /// By default the case of an enum; a state that is not an enum has one phase. Any value can identify a phase: a
    /// constant gives the machine a single phase, and a property of a struct gives a struct state several. Called only
    /// from the first effect of a phase until the phase is left: for each transition, and at the end of each step that may have
    /// changed the state.
    static func effectScope(of state: State) -> EffectScope

    /// Returns the traits of `effect`; by default none.
    static func traits(of effect: IOEffect) -> EffectTraits

    /// Returns the effects of a transition as a composition. Implemented for all three forms of `Effects`: a
    /// single effect, a ``ComposableEffect`` and a wrapper of one.
    static func composition(of effects: Effects) -> ComposableEffect<IOEffect>
}

/// The types of a state machine and of its transitions; a part of ``StateMachine``.
///
/// A separate protocol, so that the compiler knows the type of a `Transition` before it looks at the functions that
/// return one.
public protocol StateMachineTypes {
    /// The machine's state.
    associatedtype State: Sendable
    /// The inputs from outside the machine: user input, a parent's actions, time.
    associatedtype Input: Sendable
    /// The work that the machine requests, as data. `Never` by default.
    associatedtype IOEffect: Sendable = Never
    /// The results of effects. `Never` by default, but the compiler finds this default only if the machine declares
    /// `Action`: a machine without results and without its own `Action` declares `typealias IOResult = Never`.
    associatedtype IOResult: Sendable = Never
    /// The effects that a transition carries: a single `IOEffect`, or a composition such as `ComposableEffect<IOEffect>`.
    associatedtype Effects: Sendable = IOEffect

    /// The results of one effect. Its consumer is the effect's task: cancelling the effect ends the stream, and calls
    /// `onTermination`.
    typealias IOResultStream = AsyncStream<IOResult>
    /// Another name of ``IOResultStream``.
    typealias EffectSequence = IOResultStream
    /// The next state and the effects to start.
    typealias Transition = StateTransition<State, Effects>
}

extension StateMachineTypes {
    /// The state of the machine as an `Interactor`. An alias, so that the compiler finds it before it infers other types.
    public typealias DomainState = State
}

// MARK: Defaults

extension StateMachine {
    /// Makes the compiler reject a machine that declares no initial value.
    @available(*, unavailable, message: "A state machine needs an initial state: declare `let initialValue: State`")
    public var initialValue: State { fatalError("\(Self.self) has no initial value") }

    /// The machine's ``transitions``. A machine with more parts lists them in its own `body`, with ``transitions`` among
    /// them.
    @inlinable
    public var body: Interactors.Transitions<Self> { transitions }

    /// The part of the `Interactor.body` that applies this machine's transitions and runs their effects.
    @inlinable
    public var transitions: Interactors.Transitions<Self> { Interactors.Transitions(of: self) }

    /// Returns no traits.
    @inlinable
    public static func traits(of effect: IOEffect) -> EffectTraits { [] }

    /// Returns the transition for `event`.
    @inlinable
    static func reduce(_ state: State, _ event: StateMachineEvent<Input, IOResult>) -> Transition {
        switch event {
        case .input(let input): reduceInput(state, input)
        case .ioResult(let result): reduceIOResult(state, result)
        }
    }
}

extension StateMachine where EffectScope == StateCase {
    /// Returns the case of `state`.
    public static func effectScope(of state: State) -> StateCase { StateCase(of: state) }
}

extension StateMachine where Effects == IOEffect {
    /// Returns a composition of the one effect.
    @inlinable
    public static func composition(of effects: Effects) -> ComposableEffect<IOEffect> { .just(effects) }
}

extension StateMachine where Effects == ComposableEffect<IOEffect> {
    /// Returns `effects`.
    @inlinable
    public static func composition(of effects: Effects) -> ComposableEffect<IOEffect> { effects }
}

extension StateMachine where Effects: ComposedEffects, Effects.Effect == IOEffect {
    /// Returns the composition that `effects` wraps.
    @inlinable
    public static func composition(of effects: Effects) -> ComposableEffect<IOEffect> { effects.composition }
}

extension StateMachine where IOEffect == Never {
    /// Never called: the machine has no effects.
    public func runIOEffect(_ ioEffect: Never) -> IOResultStream {}
}

extension StateMachine where IOResult == Never {
    /// Never called: the machine has no results.
    @inlinable
    public static func reduceIOResult(_ state: State, _ ioResult: Never) -> Transition {}
}
