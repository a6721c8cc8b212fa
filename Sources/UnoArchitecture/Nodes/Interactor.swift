/// A description of how a stream of actions becomes a stream of states.
///
/// An interactor is a value: immutable, `Sendable` and reusable; two calls of ``interact(_:)`` share nothing.
/// Write **either** a ``body`` that composes other interactors, **or** ``interact(_:)`` (a *stream transformer*), never
/// both. A transformer leaves `body` out, or returns `self` from it.
///
/// Behavior:
/// - *Order*: actions are handled one at a time, in arrival order; per producer no action is lost or duplicated.
/// - *Start*: a graph with a stateful part emits that part's ``initialValue`` first, once.
/// - *Demand*: the next action is taken when the previous step is settled and its states are published.
/// - *Finish*: after the actions have ended, accepted actions are handled and `.perform` effects run to their end; then
///   the states finish. A stream transformer that continues is awaited, and reported when that takes long; see
///   ``atEnd(_:)``.
/// - *Cancellation*: dropping or cancelling the consumer cancels everything that the interactor started.
public protocol Interactor<DomainState, Action>: Sendable {
    /// The state that the interactor emits.
    associatedtype DomainState: Sendable
    /// The actions that the interactor handles.
    associatedtype Action: Sendable
    /// The type of ``body``; `Never` for a stream transformer.
    associatedtype Body

    /// The interactors that this interactor is composed of.
    @InteractorBuilder<DomainState, Action> var body: Body { get }

    /// The initial state of the graph; by default that of the first stateful part of `body`, in the order written.
    ///
    /// Traps, with the type's name, if no part has state and the type does not declare an initial value.
    var initialValue: DomainState { get }

    /// Transforms a stream of actions into a stream of states.
    func interact(_ upstream: AsyncStream<Action>) -> AsyncStream<DomainState>
}

/// An interactor with the state and the actions of `Feature`: `var body: some InteractorOf<Self>`.
public typealias InteractorOf<Feature: Interactor> = Interactor<Feature.DomainState, Feature.Action>

extension Interactor where Body == Never {
    /// Traps: a stream transformer has no body, and the graph never reads it.
    public var body: Never {
        fatalError("\(Self.self) is a stream transformer: it has interact(_:) and no body")
    }
}

extension Interactor {
    /// Traps: a part without state has no initial value.
    public var initialValue: DomainState {
        fatalError(
            "\(Self.self) has no initial value: it is a stream transformer, and no part of it has state"
        )
    }
}

extension Interactor where Body: Interactor, Body.DomainState == DomainState, Body.Action == Action {
    /// The initial value of `body`; traps if the body is the interactor itself.
    public var initialValue: DomainState {
        guard Body.self != Self.self else {
            fatalError("\(Self.self) has no initial value: its body is itself; declare initialValue")
        }
        return body.initialValue
    }
}

/// Composes interactors: the statements of a block are merged, in the order written.
///
/// Conditions and loops are evaluated when a graph is made, not per action.
@resultBuilder
public enum InteractorBuilder<DomainState: Sendable, Action: Sendable> {}

/// Makes a type an ``Interactor`` of the given state and actions.
///
/// ```swift
/// @Interactor<SearchState, SearchAction>
/// struct Search {
///     var body: some InteractorOf<Self> { ... }
/// }
/// ```
///
/// The macro adds the aliases `DomainState` and `Action`, the conformance unless the type already conforms,
/// `@InteractorBuilder` on a `body` without a `return`, and ``CasePathable()`` on a nested enum `Action` with cases, unless that
/// is private. The types are named outside of the type: for one that is nested in it, or that depends on its generic
/// parameters, use the form without types.
///
/// Behavior:
/// - *Errors*: the type declares both `body` and `interact(_:)`, or neither, or only a `body` that returns `self`.
/// - The macro sees only the braces of the declaration that it is attached to, not its extensions.
@attached(extension, conformances: Interactor)
@attached(member, names: named(DomainState), named(Action))
@attached(memberAttribute)
public macro Interactor<State, Action>() = #externalMacro(module: "UnoMacrosPlugin", type: "InteractorMacro")

/// Makes a type an ``Interactor`` of its nested types, aliases or type parameters: `DomainState` or `State`, and `Action`. One
/// that it does not declare is taken from the type of `body`, such as `some Interactor<Int, String>`.
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
/// See ``Interactor()`` with two types for what the macro adds and rejects.
@attached(extension, conformances: Interactor)
@attached(member, names: named(DomainState), named(Action))
@attached(memberAttribute)
public macro Interactor() = #externalMacro(module: "UnoMacrosPlugin", type: "InteractorMacro")
