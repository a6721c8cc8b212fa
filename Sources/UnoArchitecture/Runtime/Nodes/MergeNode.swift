/// Two nodes on one scope, in order.
final class MergeNode<State: Sendable, Action: Sendable>: Node<State, Action> {
    private let first: Node<State, Action>
    private let second: Node<State, Action>

    init(_ context: NodeContext<State, Action>, first: Node<State, Action>, second: Node<State, Action>) {
        self.first = first
        self.second = second
        super.init(engine: context.engine)
    }

    override func start() {
        first.start()
        second.start()
    }

    override func receive(_ action: Action) {
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

/// Any number of nodes on one scope, in order.
final class MergeManyNode<State: Sendable, Action: Sendable>: Node<State, Action> {
    private let children: [Node<State, Action>]

    init(_ context: NodeContext<State, Action>, children: [Node<State, Action>]) {
        self.children = children
        super.init(engine: context.engine)
    }

    override func start() {
        for child in children { child.start() }
    }

    override func receive(_ action: Action) { receive(action, from: 0) }

    private func receive(_ action: Action, from first: Int) {
        for index in first..<children.count {
            children[index].receive(action)
            if engine.isSuspended {
                engine.afterwards { self.receive(action, from: index + 1) }
                return
            }
        }
    }

    override func stop() {
        for child in children { child.stop() }
    }
}
