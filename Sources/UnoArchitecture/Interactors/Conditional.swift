extension Interactors {
    /// One of two interactors, chosen when the body is evaluated; behaves as the chosen one does.
    public enum Conditional<First: Interactor, Second: Interactor>: Interactor, GraphPart
    where First.DomainState == Second.DomainState, First.Action == Second.Action {
        public typealias DomainState = First.DomainState
        public typealias Action = First.Action

        case first(First)
        case second(Second)

        public var initialValue: DomainState {
            switch self {
            case .first(let chosen): chosen.initialValue
            case .second(let chosen): chosen.initialValue
            }
        }

        public func interact(_ upstream: AsyncStream<Action>) -> AsyncStream<DomainState> {
            HostedStream.states(of: self, upstream: upstream)
        }

        package var hasStatefulPart: Bool {
            switch self {
            case .first(let chosen): GraphParts.hasStatefulPart(chosen)
            case .second(let chosen): GraphParts.hasStatefulPart(chosen)
            }
        }

        package var bringsInitialValue: Bool {
            switch self {
            case .first(let chosen): GraphParts.bringsInitialValue(chosen)
            case .second(let chosen): GraphParts.bringsInitialValue(chosen)
            }
        }

        package var initialValueSource: any Interactor<DomainState, Action> {
            switch self {
            case .first(let chosen): GraphParts.initialValueSource(of: chosen)
            case .second(let chosen): GraphParts.initialValueSource(of: chosen)
            }
        }

        package func makeNode(in context: NodeContext<DomainState, Action>) -> Node<DomainState, Action> {
            switch self {
            case .first(let chosen): GraphParts.makeNode(chosen, in: context)
            case .second(let chosen): GraphParts.makeNode(chosen, in: context)
            }
        }
    }
}
