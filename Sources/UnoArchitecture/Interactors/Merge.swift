extension Interactors {
    /// Two interactors on one state: for each action the first steps, then the second on the result.
    ///
    /// Both live as long as the graph. Merging is associative, with ``EmptyInteractor`` as its identity.
    public struct Merge<First: Interactor, Second: Interactor>: Interactor, GraphPart
    where First.DomainState == Second.DomainState, First.Action == Second.Action {
        public typealias DomainState = First.DomainState
        public typealias Action = First.Action

        @usableFromInline let first: First
        @usableFromInline let second: Second
        @usableFromInline let makeStep: MergeNode<DomainState, Action>.MakeStep

        @inlinable
        public init(_ first: First, _ second: Second) {
            self.first = first
            self.second = second
            self.makeStep = { MergeNode<DomainState, Action>.makeStep($0, $1, $2) }
        }

        public var initialValue: DomainState { initialValueSource.initialValue }

        public func interact(_ upstream: AsyncStream<Action>) -> AsyncStream<DomainState> {
            HostedStream.states(of: self, upstream: upstream)
        }

        package var hasStatefulPart: Bool {
            GraphParts.hasStatefulPart(first) || GraphParts.hasStatefulPart(second)
        }

        package var bringsInitialValue: Bool {
            GraphParts.bringsInitialValue(first) || GraphParts.bringsInitialValue(second)
        }

        package var initialValueSource: any Interactor<DomainState, Action> {
            if GraphParts.bringsInitialValue(first) { return GraphParts.initialValueSource(of: first) }
            if GraphParts.bringsInitialValue(second) { return GraphParts.initialValueSource(of: second) }
            return GraphParts.hasStatefulPart(first) || !GraphParts.hasStatefulPart(second)
                ? GraphParts.initialValueSource(of: first) : GraphParts.initialValueSource(of: second)
        }

        package func makeNode(in context: NodeContext<DomainState, Action>) -> Node<DomainState, Action> {
            MergeNode(
                context,
                first: GraphParts.makeNode(first, in: context),
                second: GraphParts.makeNode(second, in: context),
                makeStep: makeStep
            )
        }
    }
}
