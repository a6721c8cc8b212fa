/// A description of how a stream of actions becomes a stream of states.
///
/// An interactor is a value: immutable, `Sendable` and reusable; two calls of ``interact(_:)`` share nothing.
/// Write **either** a ``body`` that composes other interactors, **or** ``interact(_:)`` (a *stream transformer*),
/// never both. A transformer leaves `body` out, or returns `self` from it.
///
/// Behavior:
/// - *Order*: actions are handled one at a time, in arrival order; per producer nothing is lost or doubled.
/// - *Start*: a graph with a stateful part emits that part's ``initialValue`` first, once.
/// - *Demand*: the next action is taken when the step before it is settled and its states are handed on.
/// - *Finish*: when the actions end, accepted actions are handled and `.perform` effects run to their end first. A stream
///   transformer that goes on is waited for, and reported when that takes long; see ``atEnd(_:)``.
/// - *Cancellation*: dropping or cancelling the consumer cancels everything that the interactor started.
public protocol Interactor<DomainState, Action>: Sendable {
    associatedtype DomainState: Sendable
    associatedtype Action: Sendable
    /// The type of ``body``; `Never` for a stream transformer.
    associatedtype Body

    /// The interactors that this one is composed of.
    @InteractorBuilder<DomainState, Action> var body: Body { get }

    /// The state that the graph starts from: that of the first stateful part of `body`, in the order written.
    ///
    /// Traps, with the type's name, if no part has state and the type does not say one itself.
    var initialValue: DomainState { get }

    /// The states that follow from `upstream`.
    func interact(_ upstream: AsyncStream<Action>) -> AsyncStream<DomainState>
}

/// The interactors with the state and the actions of `Feature`: `var body: some InteractorOf<Self>`.
public typealias InteractorOf<Feature: Interactor> = Interactor<Feature.DomainState, Feature.Action>

extension Interactor where Body == Never {
    /// A stream transformer has no body, and the graph never asks for it.
    public var body: Never {
        fatalError("\(Self.self) is a stream transformer: it has interact(_:) and no body")
    }
}

extension Interactor {
    /// Answers for a part without state of its own, and only if it is asked.
    public var initialValue: DomainState {
        fatalError(
            "\(Self.self) has no initial value: it is a stream transformer, and no part of it has state"
        )
    }
}

extension Interactor where Body: Interactor, Body.DomainState == DomainState, Body.Action == Action {
    public var initialValue: DomainState {
        guard Body.self != Self.self else {
            fatalError("\(Self.self) has no initial value: its body is itself, so say initialValue")
        }
        return body.initialValue
    }
}

/// Composes interactors: statements of a block become a merge, in the order written.
///
/// Conditions and loops are evaluated when a graph is made, not per action.
@resultBuilder
public enum InteractorBuilder<DomainState: Sendable, Action: Sendable> {
    /// The second parameter, never given, keeps the compiler from opening an existential here.
    @inlinable
    public static func buildExpression<Part: Interactor<DomainState, Action>>(
        _ part: Part,
        _: Part.Type = Part.self
    ) -> Part { part }

    /// Disfavoured, or every part would be erased: a function without type parameters is the more special one.
    @_disfavoredOverload
    @inlinable
    public static func buildExpression(
        _ part: any Interactor<DomainState, Action>
    ) -> AnyInteractor<DomainState, Action> {
        AnyInteractor(part)
    }
}
