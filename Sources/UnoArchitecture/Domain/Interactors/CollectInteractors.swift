extension Interactors {
    /// A block of interactors as one, for a modifier to apply to: `CollectInteractors { A(); B() }.when(...)`.
    public struct CollectInteractors<Collected: Interactor>: Interactor, GraphPart {
        public typealias DomainState = Collected.DomainState
        public typealias Action = Collected.Action

        private let collected: Collected

        public init<State, Action>(
            @InteractorBuilder<State, Action> _ collected: () -> Collected
        ) where Collected: Interactor<State, Action> {
            self.collected = collected()
        }

        public var initialValue: DomainState { collected.initialValue }

        public func interact(_ upstream: AsyncStream<Action>) -> AsyncStream<DomainState> {
            HostedStream.states(of: self, upstream: upstream)
        }

        package var hasStatefulPart: Bool { GraphParts.hasStatefulPart(collected) }

        package var bringsInitialValue: Bool { GraphParts.bringsInitialValue(collected) }

        package func makeNode(in context: NodeContext<DomainState, Action>) -> Node<DomainState, Action> {
            GraphParts.makeNode(collected, in: context)
        }
    }
}
