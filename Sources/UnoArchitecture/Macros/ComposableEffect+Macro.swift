/// Gives an enum of effects a type `Composed`, of their compositions, with a factory for each case.
///
/// ```swift
/// @ComposableEffect
/// enum IOEffect: Equatable {
///     case fetch(Int)
///     case note(String)
/// }
/// ```
///
/// A machine with `typealias Effects = IOEffect.Composed` composes its effects then in one expression:
/// `run(.concat(.merge(.note("a"), .note("b")), .fetch(1)))`.
///
/// Behavior:
/// - *Access* of what is made is that of the enum. Default values of a case are those of its factory.
/// - *Errors*: for a type other than an enum, one without cases, and a case named `merge`, `concat`, `just` or `none`.
@attached(member, names: named(Composed))
public macro ComposableEffect() = #externalMacro(module: "UnoMacrosPlugin", type: "ComposableEffectMacro")

/// Lets a state machine run each effect in a function of its own, which may be written in another file.
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
/// It applies ``ComposableEffect()`` to `IOEffect`, and adds the alias `Effects`, the protocol `EffectRunner` and the
/// machine's `runIOEffect(_:)`, which calls the runner's functions.
///
/// Behavior:
/// - *Errors*: for a feature without a nested enum `IOEffect`, a generic one, one that declares what the macro writes, and
///   for two cases that one function would run.
@attached(member, names: named(Effects), named(EffectRunner), named(runIOEffect))
@attached(memberAttribute)
public macro EffectComposition() = #externalMacro(module: "UnoMacrosPlugin", type: "EffectCompositionMacro")
