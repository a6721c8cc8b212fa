internal import UnoArchitecture

/// Makes a type a ``StateMachine`` of its nested types or type parameters: `State`, `Input` and, if present, `IOEffect` and
/// `IOResult`.
///
/// ```swift
/// @StateMachine
/// struct Switch {
///     enum State: Equatable { case off, on }
///     enum Input { case toggle }
///
///     let initialValue = State.off
///
///     static func reduceInput(_ state: State, _ input: Input) -> Transition {
///         switch state {
///         case .off: nextState(.on)
///         case .on: nextState(.off)
///         }
///     }
/// }
/// ```
///
/// The macro adds, unless the type declares them:
/// - the aliases `Action`, for the machine's events, `IOEffect` and `IOResult`, for `Never`, and `Effects`;
/// - for an enum state, an `effectScope(of:)` with a phase for each case;
/// - the conformance, and `@InteractorBuilder` on a `body` without a `return`.
///
/// Behavior:
/// - *Effects*: a transition carries one `IOEffect`, or a composition if `IOEffect` is marked ``ComposableEffect()``.
/// - *Errors*: the type is neither a struct nor an enum, or declares no `Input`; an enum state has two cases of one name, and the
///   machine no `effectScope(of:)`.
/// - The macro sees only the braces of the declaration that it is attached to, not its extensions.
@attached(extension, conformances: StateMachine)
@attached(
    member,
    names: named(Action),
    named(Effects),
    named(IOEffect),
    named(IOResult),
    named(EffectScope),
    named(effectScope)
)
@attached(memberAttribute)
public macro StateMachine() = #externalMacro(module: "UnoMacrosPlugin", type: "StateMachineMacro")

/// Generates the `body` of a state machine with nested state machines.
///
/// ```swift
/// @StateMachine @ComposableStateMachine
/// struct Workshop {
///     struct State: Equatable {
///         @NestedState var counter = Counter.State()
///         @NestedState var presets: Presets.State?
///     }
///     enum Input {
///         case rename(String)
///         @Forward(Counter.Input.increment) case counterIncrement
///         @Forward(Counter.Input.set) case counterSet(to: Int)
///         @Forward(Presets.Input.self) case presets(Presets.Input)
///     }
///     enum IOResult {
///         @Forward(Presets.IOResult.self) case presetsResult(Presets.IOResult)
///     }
///
///     let presets: Presets
///     ...
/// }
/// ```
///
/// Each nested state becomes a ``NestedStateMachine``, in the order written, before the machine's own
/// ``StateMachine/transitions``. Its child is the machine's property of the same name or, without one, a new value:
/// `Counter()`.
///
/// Behavior:
/// - *Conditions*: a nested state inside `#if` has its machine inside the same `#if`.
/// - *Errors*: the machine has no nested state, or declares `body`; a ``Forward(_:)`` is ambiguous or does not fit its case.
/// - *Warnings*: nothing is forwarded to a nested state.
@attached(member, names: named(body))
public macro ComposableStateMachine() =
    #externalMacro(module: "UnoMacrosPlugin", type: "ComposableStateMachineMacro")

/// Marks a child's state in the `State` of a ``ComposableStateMachine()``: a property, which may be optional, or a case of a
/// `CasePathable` enum.
///
/// The type or the initial value names the child before `.State`: `@NestedState var counter = Counter.State()` is the state
/// of `Counter`.
@attached(peer)
public macro NestedState() = #externalMacro(module: "UnoMacrosPlugin", type: "NestedStateMacro")

/// Forwards a case of the `Input` of a ``ComposableStateMachine()`` to a child, or makes a case of its `IOResult` carry a
/// child's results.
///
/// - `@Forward(Counter.Input.increment)` forwards to a case of the child's input, with the values of the parent's case. Their
///   labels are those of the parent's case unless the argument gives others: `@Forward(Counter.Input.set(to:))`.
/// - `@Forward(Counter.Input.set(to: 0))` forwards to a case with fixed values, from a case without values.
/// - `@Forward(Counter.Input.self)` and `@Forward(Counter.IOResult.self)` forward the value of the case unchanged.
@attached(peer)
public macro Forward<Target>(_ target: Target) = #externalMacro(module: "UnoMacrosPlugin", type: "ForwardMacro")

/// Forwards a case to the child with the state at `state`, for a parent with several children of one type.
///
/// See ``Forward(_:)``.
@attached(peer)
public macro Forward<Target, Root, Value>(_ target: Target, to state: KeyPath<Root, Value>) =
    #externalMacro(module: "UnoMacrosPlugin", type: "ForwardMacro")

/// Adds to an enum of effects a nested type `Composed` of their compositions, with a factory for each case.
///
/// ```swift
/// @ComposableEffect
/// enum IOEffect: Equatable {
///     case fetch(Int)
///     case note(String)
/// }
/// ```
///
/// A machine with `typealias Effects = IOEffect.Composed` composes its effects in one expression:
/// `run(.concat(.merge(.note("a"), .note("b")), .fetch(1)))`.
///
/// Behavior:
/// - *Access*: the generated declarations have the access level of the enum, and a factory the `@available` of its case.
/// - *Values*: a value may be a function, also behind a type alias. A macro cannot tell such an alias from another type's name, so
///   for a case with values of types that are neither of the standard library nor spelled as functions, the factory is a property
///   of a function type; if the values have labels or default values, it is a function that takes them as autoclosures.
/// - *Errors*: the type is not an enum, has no cases, or has a case named `merge`, `concat`, `concatenate`, `just` or `none`.
@attached(member, names: named(Composed), named(_ComposedEffect), named(_ComposedSelf))
public macro ComposableEffect() = #externalMacro(module: "UnoMacrosPlugin", type: "ComposableEffectMacro")

/// Lets a state machine run each effect in a separate function, which may be in another file.
///
/// ```swift
/// @StateMachine @EffectComposition
/// struct Fact {
///     enum IOEffect { case fetch(Int), note(String) }
///     ...
/// }
///
/// extension Fact: Fact.EffectRunner {
///     func runFetch(_ number: Int) -> IOResultStream { ... }
///     func runNote(_ line: String) -> IOResultStream { ... }
/// }
/// ```
///
/// The macro applies ``ComposableEffect()`` to `IOEffect`, and adds the alias `Effects`, the protocol `EffectRunner` and a
/// `runIOEffect(_:)` that calls the functions of the protocol. A value that is a function is an `@escaping` parameter if the case
/// spells its type; a macro does not see what is behind a type alias.
///
/// Behavior:
/// - *Availability*: an effect that is unavailable on a platform has no function there.
/// - *Errors*: the machine has no nested enum `IOEffect`, is generic, or declares what the macro generates; two cases would
///   have the same function.
@attached(member, names: named(Effects), named(EffectRunner), named(runIOEffect))
@attached(memberAttribute)
public macro EffectComposition() = #externalMacro(module: "UnoMacrosPlugin", type: "EffectCompositionMacro")
