/// Two nodes on one scope, in order.
@usableFromInline
final class MergeNode<State: Sendable, Action: Sendable>: Node<State, Action> {
    @usableFromInline typealias MakeStep = @Sendable (AnyScope, @escaping Step, @escaping Step) -> Step

    private let first: Node<State, Action>
    private let second: Node<State, Action>
    private let joined: Joining?

    init(
        _ context: NodeContext<State, Action>,
        first: Node<State, Action>,
        second: Merged,
        makeStep: @escaping MakeStep
    ) {
        self.first = first
        self.second = second.node
        let scope = context.scope.emitter
        joined = second.node.joining.map { join in
            { next in
                let next = PartBehind(step: join(next), maySuspend: second.maySuspend || next.maySuspend)
                return first.step(before: next) ?? makeStep(scope, first.step, next.step)
            }
        }
        let behind = PartBehind(step: second.node.step, maySuspend: second.maySuspend)
        super.init(
            engine: context.engine,
            step: first.step(before: behind) ?? makeStep(scope, first.step, behind.step)
        )
    }

    override package var joining: Joining? { joined }

    override func start() {
        first.start()
        second.start()
    }

    @inlinable
    static func makeStep(_ scope: AnyScope, _ first: @escaping Step, _ second: @escaping Step) -> Step {
        { action in
            first(action)
            scope.then(action, second)
        }
    }

    override func stop() {
        first.stop()
        second.stop()
    }
}
