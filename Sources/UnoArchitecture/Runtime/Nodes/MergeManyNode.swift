/// Any number of nodes on one scope, in order.
@usableFromInline
final class MergeManyNode<State: Sendable, Action: Sendable>: Node<State, Action> {
    @usableFromInline typealias MakeStep = @Sendable (AnyScope, [Step]) -> Step

    private let children: [Node<State, Action>]

    init(_ context: NodeContext<State, Action>, children: [Node<State, Action>], makeStep: MakeStep) {
        self.children = children
        super.init(engine: context.engine, step: makeStep(context.scope.emitter, children.map(\.step)))
    }

    override func start() {
        for child in children { child.start() }
    }

    @inlinable
    static func makeStep(_ scope: AnyScope, _ steps: [Step]) -> Step {
        { action in run(steps[...], action, scope, scope.engine) }
    }

    @inlinable
    static func run(_ steps: ArraySlice<Step>, _ action: Action, _ scope: AnyScope, _ engine: GraphEngine) {
        for index in steps.indices {
            steps[index](action)
            scope.settle()
            if engine.isSuspended {
                return engine.afterwards { run(steps[(index + 1)...], action, scope, engine) }
            }
        }
    }

    override func stop() {
        for child in children { child.stop() }
    }
}
