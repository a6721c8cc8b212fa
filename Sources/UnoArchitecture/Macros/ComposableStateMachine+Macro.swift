/// Writes the `body` of a state machine with nested ones.
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
/// ``StateMachine/transitions``. Its child is the feature's property of the same name or, without one, `Counter()`.
///
/// Behavior:
/// - *Errors*: where it is not clear which nested state a ``Forward(_:)`` means, and for the others of its wrong uses; for a
///   feature without a nested state, and one that declares `body`.
/// - *Warnings*: for a nested state that nothing is forwarded to.
@attached(member, names: named(body))
public macro ComposableStateMachine() =
    #externalMacro(module: "UnoMacrosPlugin", type: "ComposableStateMachineMacro")

/// Marks the state of a child in the `State` of a ``ComposableStateMachine()``: a property, which may be optional, or a
/// case of an enum that is ``CasePathable``.
///
/// The child is what stands before `.State` in the type or in the initial value: `Counter` in
/// `@NestedState var counter = Counter.State()`.
@attached(peer)
public macro NestedState() = #externalMacro(module: "UnoMacrosPlugin", type: "NestedStateMacro")

/// Makes a case of the `Input` of a ``ComposableStateMachine()`` an input of its child, or a case of its `IOResult` the one
/// that carries the results of the child.
///
/// - `@Forward(Counter.Input.increment)`: the child's case. The values are those of the parent's case, with their labels, or
///   with labels written here: `@Forward(Counter.Input.set(to:))`.
/// - `@Forward(Counter.Input.set(to: 0))`: the child's case with these values, for a case that has none.
/// - `@Forward(Counter.Input.self)`, `@Forward(Counter.IOResult.self)`: the value of the case, as it is.
@attached(peer)
public macro Forward<Target>(_ target: Target) = #externalMacro(module: "UnoMacrosPlugin", type: "ForwardMacro")

/// Makes a case one of the child whose state `state` is; for a parent with two children of one type.
///
/// See ``Forward(_:)``.
@attached(peer)
public macro Forward<Target, Root, Value>(_ target: Target, to state: KeyPath<Root, Value>) =
    #externalMacro(module: "UnoMacrosPlugin", type: "ForwardMacro")
