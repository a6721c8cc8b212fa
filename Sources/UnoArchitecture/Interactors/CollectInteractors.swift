extension Interactors {
    /// A block of interactors as one, for a modifier to apply to: `CollectInteractors { A(); B() }.when(...)`.
    public struct CollectInteractors<
        DomainState: Sendable,
        Action: Sendable,
        Collected: Interactor<DomainState, Action>
    >: Interactor, GraphPart {
        private let collected: Collected

        public init(@InteractorBuilder<DomainState, Action> _ collected: () -> Collected) {
            self.collected = collected()
        }

        public var initialValue: DomainState { collected.initialValue }

        public func interact(_ upstream: AsyncStream<Action>) -> AsyncStream<DomainState> {
            HostedStream.states(of: self, upstream: upstream)
        }

        package var hasStatefulPart: Bool { GraphParts.hasStatefulPart(collected) }

        package var bringsInitialValue: Bool { GraphParts.bringsInitialValue(collected) }

        package var initialValueSource: any Interactor<DomainState, Action> {
            GraphParts.initialValueSource(of: collected)
        }

        package func makeNode(in context: NodeContext<DomainState, Action>) -> Node<DomainState, Action> {
            GraphParts.makeNode(collected, in: context)
        }
    }
}
