/// A handler on the scope's state.
final class InteractNode<State: Sendable, Action: Sendable>: Node<State, Action> {
    private let scope: Scope<State>
    private let cell: StateCell<State>
    private let handler: Interact<State, Action>.Handler

    init(_ context: NodeContext<State, Action>, handler: @escaping Interact<State, Action>.Handler) {
        self.scope = context.scope
        self.cell = context.scope.cell!
        self.handler = handler
        super.init(engine: context.engine)
    }

    override func receive(_ action: Action) {
        let emission = handler(&cell.value, action)
        switch emission {
        case .none: break
        case .state: scope.emit()
        case .effects: EmissionRun(scope).begin(emission, ended: nil)
        }
    }
}

/// A handler on the scope's state whose effects can feed actions back.
final class DispatchingInteractNode<State: Sendable, Action: Sendable>: Node<State, Action> {
    private let scope: Scope<State>
    private let cell: StateCell<State>
    private let feedback: Feedback<Action>
    private let handler: Interact<State, Action>.DispatchingHandler

    init(_ context: NodeContext<State, Action>, handler: @escaping Interact<State, Action>.DispatchingHandler) {
        self.scope = context.scope
        self.cell = context.scope.cell!
        self.feedback = context.feedback
        self.handler = handler
        super.init(engine: context.engine)
    }

    override func receive(_ action: Action) {
        let emission = handler(&cell.value, action, Dispatch(feedback: feedback, ticket: engine.origin))
        EmissionRun(scope).begin(emission, ended: nil)
    }
}
