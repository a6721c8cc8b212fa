/// Two nodes on one scope, in order.
@usableFromInline
final class MergeNode<State: Sendable, Action: Sendable>: Node<State, Action> {
    @usableFromInline typealias Step = @Sendable (MergeNode, Action) -> Void

    @usableFromInline let first: Node<State, Action>
    @usableFromInline let second: Node<State, Action>
    private let step: Step

    init(
        _ context: NodeContext<State, Action>,
        first: Node<State, Action>,
        second: Node<State, Action>,
        step: @escaping Step
    ) {
        self.first = first
        self.second = second
        self.step = step
        super.init(engine: context.engine)
    }

    override func start() {
        first.start()
        second.start()
    }

    @usableFromInline
    override func receive(_ action: Action) { step(self, action) }

    @inlinable
    func handle(_ action: Action) {
        first.receive(action)
        if engine.isSuspended {
            engine.afterwards { self.second.receive(action) }
        } else {
            second.receive(action)
        }
    }

    override func stop() {
        first.stop()
        second.stop()
    }
}
