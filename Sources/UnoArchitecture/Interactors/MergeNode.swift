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
