extension Interactors {
    /// An interactor with a state to start from; made by `starting(with:)`.
    public struct Starting<Base: Interactor>: Interactor, GraphPart {
        public typealias DomainState = Base.DomainState
        public typealias Action = Base.Action

        private let base: Base
        public let initialValue: DomainState

        init(_ base: Base, _ initialValue: DomainState) {
            self.base = base
            self.initialValue = initialValue
        }

        public func interact(_ upstream: AsyncStream<Action>) -> AsyncStream<DomainState> {
            HostedStream.states(of: self, upstream: upstream)
        }

        package var hasStatefulPart: Bool { true }

        package func makeNode(in context: NodeContext<DomainState, Action>) -> Node<DomainState, Action> {
            GraphParts.makeNode(base, in: context)
        }
    }
}

extension Interactor {
    /// This interactor, starting from `initialValue`: for reducers, stores and scopes, which work on a state that
    /// somebody else has to bring.
    public func starting(with initialValue: DomainState) -> Interactors.Starting<Self> {
        Interactors.Starting(self, initialValue)
    }
}
