/// Makes a type a ``ViewStateReducer`` between the two states that are named.
///
/// ```swift
/// @ViewStateReducer<Counter.State, CounterView.State>
/// struct CounterReducer {
///     func reduce(_ domainState: Counter.State, into viewState: inout CounterView.State) {
///         viewState.title = "\(domainState.count) clicks"
///     }
/// }
/// ```
///
/// It adds the aliases `DomainState` and `ViewState`, the conformance, and `@ViewStateReducerBuilder` to a `body` that
/// has no `return`.
///
/// Behavior:
/// - *Errors*: for a type that declares both `body` and `reduce(_:into:)`, neither, or a `body` that returns `self`.
/// - A macro sees the braces that it is attached to. What stands in an extension, it does not know of.
@attached(extension, conformances: ViewStateReducer)
@attached(member, names: named(DomainState), named(ViewState))
@attached(memberAttribute)
public macro ViewStateReducer<DomainState, ViewState>() =
    #externalMacro(module: "UnoMacrosPlugin", type: "ViewStateReducerMacro")

/// Makes a type a ``ViewStateReducer`` of the types that it nests, or has aliases for: `DomainState` and `ViewState`. One
/// that it has not is read from the type of `body`, such as `some ViewStateReducer<Counter.State, Title>`.
///
/// See ``ViewStateReducer()`` with two types for what it adds and what it rejects.
@attached(extension, conformances: ViewStateReducer)
@attached(member, names: named(DomainState), named(ViewState))
@attached(memberAttribute)
public macro ViewStateReducer() = #externalMacro(module: "UnoMacrosPlugin", type: "ViewStateReducerMacro")
