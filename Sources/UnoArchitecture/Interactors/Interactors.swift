/// The interactors that compose or modify others.
public enum Interactors {}

extension GraphPart {
    /// The states of this part's graph, hosted by the stream that is returned.
    @inlinable
    public func interact(_ upstream: AsyncStream<Action>) -> AsyncStream<DomainState> {
        HostedStream.states(of: self, upstream: upstream)
    }
}

/// A part whose state is declared by the interactor that it wraps.
///
/// Its node is that of the wrapped interactor unless the part implements `makeNode(in:)`; the compiler does not ask for it.
package protocol WrappingPart: GraphPart where Base.DomainState == DomainState, Base.Action == Action {
    /// The type of the wrapped interactor.
    associatedtype Base: Interactor

    /// The wrapped interactor.
    var base: Base { get }
}

extension WrappingPart {
    /// The initial value of the wrapped interactor.
    public var initialValue: DomainState { base.initialValue }

    package var hasStatefulPart: Bool { GraphParts.hasStatefulPart(base) }

    package var bringsInitialValue: Bool { GraphParts.bringsInitialValue(base) }

    package var initialValueSource: any Interactor<DomainState, Action> { GraphParts.initialValueSource(of: base) }

    package func makeNode(in context: NodeContext<DomainState, Action>) -> Node<DomainState, Action> {
        GraphParts.makeNode(base, in: context)
    }
}

extension Interactors {
    /// A block of interactors as one, for a modifier to apply to: `CollectInteractors { A(); B() }.when(...)`.
    public struct CollectInteractors<
        DomainState: Sendable,
        Action: Sendable,
        Collected: Interactor<DomainState, Action>
    >: Interactor, WrappingPart {
        package let base: Collected

        /// Collects the interactors of a block.
        public init(@InteractorBuilder<DomainState, Action> _ collected: () -> Collected) {
            base = collected()
        }

        package func handle(_ action: Action, on state: inout DomainState) -> Emission<DomainState>? {
            GraphParts.handle(action, with: base, on: &state)
        }
    }

    /// An interactor with a declared end for its stream transformers; made by `atEnd(_:)`.
    public struct AtEnd<Base: Interactor>: Interactor, WrappingPart {
        package let base: Base
        let end: TransformerEnd

        package func makeNode(in context: NodeContext<DomainState, Action>) -> Node<DomainState, Action> {
            var context = context
            context.atEnd = end
            return GraphParts.makeNode(base, in: context)
        }

        package func handle(_ action: Base.Action, on state: inout Base.DomainState) -> Emission<Base.DomainState>? {
            GraphParts.handle(action, with: base, on: &state)
        }
    }

    /// An interactor with an initial state; made by `starting(with:)`.
    public struct Starting<Base: Interactor>: Interactor, GraphPart {
        /// The state of the wrapped interactor.
        public typealias DomainState = Base.DomainState
        /// The actions of the wrapped interactor.
        public typealias Action = Base.Action

        let base: Base
        /// The state that was passed to `starting(with:)`.
        public let initialValue: DomainState

        package var hasStatefulPart: Bool { true }

        package func makeNode(in context: NodeContext<DomainState, Action>) -> Node<DomainState, Action> {
            context.bring(initialValue, from: Base.self)
            return GraphParts.makeNode(base, in: context.ignoringInitialValues())
        }

        package func handle(_ action: Action, on state: inout DomainState) -> Emission<DomainState>? {
            GraphParts.handle(action, with: base, on: &state)
        }
    }
}

extension Interactor {
    /// Declares how the stream transformers inside this interactor end: with their actions (`.cancel`), or in their own
    /// time while the graph waits (`.wait`, the default).
    ///
    /// A transformer that also follows another source, such as a timer, does not end when its actions do. The graph waits
    /// for it when it finishes, and reports it by name after waiting for five seconds of the graph's clock.
    ///
    /// ```swift
    /// Prices(feed).atEnd(.cancel)
    /// ```
    ///
    /// Where declarations are nested, the innermost applies. Other interactors are not affected.
    public func atEnd(_ end: TransformerEnd) -> Interactors.AtEnd<Self> {
        Interactors.AtEnd(base: self, end: end)
    }

    /// Gives this interactor an initial state.
    ///
    /// For reducers, stores and scopes, which otherwise work on the state of another part.
    public func starting(with initialValue: DomainState) -> Interactors.Starting<Self> {
        Interactors.Starting(base: self, initialValue: initialValue)
    }
}
