/// Any number of nodes on one scope, in order.
@usableFromInline
final class MergeManyNode<State: Sendable, Action: Sendable>: Node<State, Action> {
    @usableFromInline typealias Step = @Sendable (MergeManyNode, Action) -> Void

    @usableFromInline let children: [Node<State, Action>]
    private let step: Step

    init(_ context: NodeContext<State, Action>, children: [Node<State, Action>], step: @escaping Step) {
        self.children = children
        self.step = step
        super.init(engine: context.engine)
    }

    override func start() {
        for child in children { child.start() }
    }

    @usableFromInline
    override func receive(_ action: Action) { step(self, action) }

    @inlinable
    func handle(_ action: Action, from first: Int) {
        for index in first..<children.count {
            children[index].receive(action)
            if engine.isSuspended {
                engine.afterwards { self.handle(action, from: index + 1) }
                return
            }
        }
    }

    override func stop() {
        for child in children { child.stop() }
    }
}
