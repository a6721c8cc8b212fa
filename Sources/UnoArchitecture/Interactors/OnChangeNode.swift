/// Compares a value at the end of each step.
final class OnChangeNode<State: Sendable, Action: Sendable, Value: Equatable & Sendable>:
    Node<State, Action>, SliceFollowing
{
    private let base: Node<State, Action>
    private let scope: StateScope<State>
    private let feedback: Feedback<Action>
    private let value: (State) -> Value
    private let handler: Interactors.OnChange<AnyInteractor<State, Action>, Value>.DispatchingHandler
    /// The value at the end of the last step; nil before the start, and while the part is stopped.
    private var known: Value?
    private var isHandling = false
    private var following: Following?

    init(
        _ context: NodeContext<State, Action>,
        base: Node<State, Action>,
        value: @escaping (State) -> Value,
        handler: @escaping Interactors.OnChange<AnyInteractor<State, Action>, Value>.DispatchingHandler
    ) {
        self.base = base
        self.scope = context.scope
        self.feedback = context.feedback
        self.value = value
        self.handler = handler
        super.init(engine: context.engine, step: base.step)
        following = scope.addFollower(self, everyStep: true)
        engine.following.partsMade += 1
    }

    override package var joining: Joining? { base.joining }

    override func start() {
        base.start()
        known = present
    }

    override func stop() {
        base.stop()
        known = nil
    }

    private var present: Value? {
        var present: Value?
        scope.look { present = value($0) }
        return present
    }

    func followSlice() {
        guard !isHandling, scope.isOpen, let new = present else { return }
        guard let old = known, old != new, old == old || new == new else {
            known = new
            return
        }
        isHandling = true
        let dispatch = Dispatcher(feedback: feedback, call: engine.step.beginCall())
        var emission = Emission<State>.none
        scope.modify { emission = handler(&$0, old, new, dispatch) }
        scope.follow(emission, scope.emitter)
        engine.step.endCall()
        scope.emitPending()
        // The handler may have changed what other parts follow.
        engine.followSlices()
        scope.then(self) { part in
            part.isHandling = false
            part.known = part.present
        }
    }
}
