extension Interactors {
    /// Two interactors on one state: for each action the first steps, then the second on the result.
    ///
    /// Both live as long as the graph. Merging is associative, with ``EmptyInteractor`` as its identity.
    public struct Merge<First: Interactor, Second: Interactor>: Interactor, GraphPart
    where First.DomainState == Second.DomainState, First.Action == Second.Action {
        /// The state that the parts share.
        public typealias DomainState = First.DomainState
        /// The actions that every part receives.
        public typealias Action = First.Action

        @usableFromInline package let first: First
        @usableFromInline package let second: Second
        @usableFromInline let makeStep: MergeNode<DomainState, Action>.MakeStep

        /// Merges `first` and `second`, in this order.
        @inlinable
        public init(_ first: First, _ second: Second) {
            self.first = first
            self.second = second
            self.makeStep = { MergeNode<DomainState, Action>.makeStep($0, $1, $2) }
        }

        /// The initial value of the first part that declares one.
        public var initialValue: DomainState { initialValueSource.initialValue }

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
            let context = context.comparingInitialValues()
            let first = GraphParts.makeNode(first, in: context)
            let second = GraphParts.makeMergedNode(second, behind: first, in: context)
            if second.node.isEmpty { return first }
            if first.isEmpty { return second.node }
            return MergeNode(context, first: first, second: second, makeStep: makeStep)
        }

        package func handle(_ action: Action, on state: inout DomainState) -> Emission<DomainState>? {
            guard let emission = GraphParts.handle(action, with: first, on: &state) else { return nil }
            return GraphParts.handle(action, with: second, on: &state).map(emission.merging(with:))
        }
    }

    /// Any number of interactors on one state: each action goes through them in the order of the array.
    ///
    /// An empty array is legal and does nothing. The children share their scope, effect ids included: an id that
    /// must not be shared names its child, as in `.perform(id: Load(row: 3))`.
    public struct MergeMany<Child: Interactor>: Interactor, GraphPart {
        /// The state that the parts share.
        public typealias DomainState = Child.DomainState
        /// The actions that every part receives.
        public typealias Action = Child.Action

        @usableFromInline let interactors: [Child]
        @usableFromInline let makeStep: MergeManyNode<DomainState, Action>.MakeStep

        /// Merges `interactors` in the order of the array.
        @inlinable
        public init(interactors: [Child]) {
            self.interactors = interactors
            self.makeStep = { MergeManyNode<DomainState, Action>.makeStep($0, $1) }
        }

        /// The initial state of the first child that declares one. Traps if the array is empty.
        public var initialValue: DomainState {
            guard let source = GraphParts.firstStateful(of: interactors) else {
                fatalError("\(Self.self) has no initial value: it is empty")
            }
            return source.initialValue
        }

        package var hasStatefulPart: Bool { interactors.contains(where: GraphParts.hasStatefulPart) }

        package var bringsInitialValue: Bool { interactors.contains(where: GraphParts.bringsInitialValue) }

        package var initialValueSource: any Interactor<DomainState, Action> {
            GraphParts.firstStateful(of: interactors).map { GraphParts.initialValueSource(of: $0) } ?? self
        }

        package func makeNode(in context: NodeContext<DomainState, Action>) -> Node<DomainState, Action> {
            let context = context.comparingInitialValues()
            let children = interactors.reduce(into: [Node<DomainState, Action>.Merged]()) { children, part in
                let child = GraphParts.makeMergedNode(part, behind: children.last?.node, in: context)
                if !child.node.isEmpty { children.append(child) }
            }
            return MergeManyNode(context, children: children, makeStep: makeStep)
        }

        package func handle(_ action: Action, on state: inout DomainState) -> Emission<DomainState>? {
            var all = Emission<DomainState>.none
            for part in interactors {
                guard let emission = GraphParts.handle(action, with: part, on: &state) else { return nil }
                all = all.merging(with: emission)
            }
            return all
        }
    }
}
