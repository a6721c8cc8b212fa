/// Makes a type an ``Interactor`` of the state and the actions that are named.
///
/// ```swift
/// @Interactor<SearchState, SearchAction>
/// struct Search {
///     var body: some InteractorOf<Self> { ... }
/// }
/// ```
///
/// It adds the aliases `DomainState` and `Action`, the conformance, and `@InteractorBuilder` to a `body` that has no
/// `return`.
///
/// Behavior:
/// - *Errors*: for a type that declares both `body` and `interact(_:)`, neither, or a `body` that returns `self`.
/// - A macro sees the braces that it is attached to. What stands in an extension, it does not know of.
@attached(extension, conformances: Interactor)
@attached(member, names: named(DomainState), named(Action))
@attached(memberAttribute)
public macro Interactor<State, Action>() = #externalMacro(module: "UnoMacrosPlugin", type: "InteractorMacro")

/// Makes a type an ``Interactor`` of the types that it nests: `DomainState` or `State`, and `Action`. One that it does not
/// nest is read from the type of `body`: from `some Interactor<Int, String>`, for example.
///
/// ```swift
/// @Interactor
/// struct Counter {
///     struct State: Sendable { var count = 0 }
///     enum Action: Sendable { case increment }
///     var body: some InteractorOf<Self> { ... }
/// }
/// ```
///
/// See ``Interactor()`` with two types for what it adds and what it rejects.
@attached(extension, conformances: Interactor)
@attached(member, names: named(DomainState), named(Action))
@attached(memberAttribute)
public macro Interactor() = #externalMacro(module: "UnoMacrosPlugin", type: "InteractorMacro")
