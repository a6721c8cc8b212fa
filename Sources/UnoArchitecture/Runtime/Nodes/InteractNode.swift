/// A handler on the scope's state.
final class InteractNode<State: Sendable, Action: Sendable>: Node<State, Action> {
    private let step: (Action) -> Void

    init(_ context: NodeContext<State, Action>, step: @escaping (Action) -> Void) {
        self.step = step
        super.init(engine: context.engine)
    }

    override func receive(_ action: Action) { step(action) }
}
