extension Interactors {
    /// Any number of interactors on one state: each action goes through them in the order of the array.
    ///
    /// An empty array is legal and does nothing. The children share their scope, effect ids included: an id that
    /// must not be shared names its child, as in `.perform(id: Load(row: 3))`.
    public struct MergeMany<Child: Interactor>: Interactor, GraphPart {
        public typealias DomainState = Child.DomainState
        public typealias Action = Child.Action

        @usableFromInline let interactors: [Child]
        @usableFromInline let makeStep: MergeManyNode<DomainState, Action>.MakeStep

        @inlinable
        public init(interactors: [Child]) {
            self.interactors = interactors
            self.makeStep = { MergeManyNode<DomainState, Action>.makeStep($0, $1) }
        }

        public var initialValue: DomainState {
            guard let answering = GraphParts.firstStateful(of: interactors) else {
                fatalError("\(Self.self) has no initial value: it is empty")
            }
            return answering.initialValue
        }

        public func interact(_ upstream: AsyncStream<Action>) -> AsyncStream<DomainState> {
            HostedStream.states(of: self, upstream: upstream)
        }

        package var hasStatefulPart: Bool { interactors.contains(where: GraphParts.hasStatefulPart) }

        package var bringsInitialValue: Bool { interactors.contains(where: GraphParts.bringsInitialValue) }

        package var initialValueSource: any Interactor<DomainState, Action> {
            GraphParts.firstStateful(of: interactors).map { GraphParts.initialValueSource(of: $0) } ?? self
        }

        package func makeNode(in context: NodeContext<DomainState, Action>) -> Node<DomainState, Action> {
            MergeManyNode(
                context,
                children: interactors.map { GraphParts.makeNode($0, in: context) },
                makeStep: makeStep
            )
        }
    }
}
