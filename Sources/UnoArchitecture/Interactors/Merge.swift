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

        @usableFromInline let first: First
        @usableFromInline let second: Second
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
            MergeNode(
                context,
                first: GraphParts.makeNode(first, in: context),
                second: GraphParts.makeNode(second, in: context),
                makeStep: makeStep
            )
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
            MergeManyNode(
                context,
                children: interactors.map { GraphParts.makeNode($0, in: context) },
                makeStep: makeStep
            )
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

/// Two nodes on one scope, in order.
@usableFromInline
final class MergeNode<State: Sendable, Action: Sendable>: Node<State, Action> {
    @usableFromInline typealias MakeStep = @Sendable (AnyScope, @escaping Step, @escaping Step) -> Step

    private let first: Node<State, Action>
    private let second: Node<State, Action>

    init(
        _ context: NodeContext<State, Action>,
        first: Node<State, Action>,
        second: Node<State, Action>,
        makeStep: MakeStep
    ) {
        self.first = first
        self.second = second
        super.init(engine: context.engine, step: makeStep(context.scope.emitter, first.step, second.step))
    }

    override func start() {
        first.start()
        second.start()
    }

    @inlinable
    static func makeStep(_ scope: AnyScope, _ first: @escaping Step, _ second: @escaping Step) -> Step {
        { [engine = scope.engine] action in
            first(action)
            scope.settle()
            if engine.isSuspended {
                engine.deferUntilSettled {
                    second(action)
                    scope.settle()
                }
            } else {
                second(action)
            }
        }
    }

    override func stop() {
        first.stop()
        second.stop()
    }
}

/// Any number of nodes on one scope, in order.
@usableFromInline
final class MergeManyNode<State: Sendable, Action: Sendable>: Node<State, Action> {
    @usableFromInline typealias MakeStep = @Sendable (AnyScope, ArraySlice<Node<State, Action>>) -> Step

    private let children: [Node<State, Action>]

    init(_ context: NodeContext<State, Action>, children: [Node<State, Action>], makeStep: MakeStep) {
        self.children = children
        super.init(engine: context.engine, step: makeStep(context.scope.emitter, children[...]))
    }

    override func start() {
        for child in children { child.start() }
    }

    /// Merges the steps in a balanced tree of pairs, which equals a loop because merging is associative. Calling a
    /// captured closure does not retain it; calling an element of an array does. Workload "merge-many", 64 wide: 1.3 times
    /// a bare stream as a loop, 0.6 times as a tree.
    @inlinable
    static func makeStep(_ scope: AnyScope, _ parts: ArraySlice<Node<State, Action>>) -> Step {
        switch parts.count {
        case 0: return { _ in }
        case 1: return parts[parts.startIndex].step
        default:
            let middle = parts.startIndex + parts.count / 2
            return MergeNode<State, Action>.makeStep(
                scope,
                makeStep(scope, parts[..<middle]),
                makeStep(scope, parts[middle...])
            )
        }
    }

    override func stop() {
        for child in children { child.stop() }
    }
}
