/// Makes a type a ``StateMachine`` of the types that it nests: `State`, `Input` and, where it has them, `IOEffect` and
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
/// It adds what the type does not declare itself: `Action`, the machine's events; `IOEffect` and `IOResult`, `Never`;
/// `Effects`, the effects that a transition carries; for an enum state, a phase for each case; the conformance; and
/// `@InteractorBuilder` on a `body` that has no `return`.
///
/// Behavior:
/// - *Effects* are those of `IOEffect`, one a transition, or compositions of them where it is ``ComposableEffect()``.
/// - *Errors*: for a type other than a struct or an enum.
/// - A macro sees the braces that it is attached to. What stands in an extension, it does not know of.
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
