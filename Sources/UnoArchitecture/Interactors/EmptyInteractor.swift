/// The interactor that ignores every action and emits nothing; the identity of merging.
public struct EmptyInteractor<DomainState: Sendable, Action: Sendable>: Interactor, GraphPart {
    public init() {}

    public func interact(_ upstream: AsyncStream<Action>) -> AsyncStream<DomainState> {
        HostedStream.states(of: self, upstream: upstream)
    }

    package var hasStatefulPart: Bool { false }

    package func makeNode(in context: NodeContext<DomainState, Action>) -> Node<DomainState, Action> {
        Node(engine: context.engine)
    }
}
