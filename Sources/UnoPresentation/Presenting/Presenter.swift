internal import UnoArchitecture

/// Removes the state of the child of a `ScopeNode` when the child is dismissed.
///
/// 1. The child handles its action, then the parent handles it; see `ScopeNode`.
/// 2. If the child has asked to be dismissed, and the parent has neither removed nor replaced it, the parent handles
///    `.dismiss`.
/// 3. If `.dismiss` was handled, the state becomes nil, and is emitted once for all of this. Then the child ends, before any other
///    part can present another one.
final class Presenter<WholeState: Sendable, WholeAction: Sendable, PartState: Sendable, PartAction: Sendable>:
    RunningPart
{
    private let parent: Node<WholeState, WholeAction>
    private let child: ScopeNode<WholeState, WholeAction, PartState, PartAction>
    private let whole: StateScope<WholeState>
    private let part: Slice<WholeState, PartState?>
    private let action: AnyCasePath<WholeAction, PresentationAction<PartAction>>
    private var isStepping = false
    private var emissionHold = EmissionHold()
    /// The child that has asked in the running step to be dismissed.
    private var request: (child: PartState, isTold: Bool)?

    init(
        _ context: NodeContext<WholeState, WholeAction>,
        parent: Node<WholeState, WholeAction>,
        child: ScopeNode<WholeState, WholeAction, PartState, PartAction>,
        part: Slice<WholeState, PartState?>,
        action: AnyCasePath<WholeAction, PresentationAction<PartAction>>
    ) {
        self.parent = parent
        self.child = child
        self.whole = context.scope
        self.part = part
        self.action = action
        child.ownDismissal = { [unowned self] isTold, _ in dismiss(isTold: isTold) }
        // A child that has asked may go on to another case of its state; whom the parent finds is still that child.
        let parentStep = parent.step
        parent.step = { [unowned self] action in
            if request != nil, let present = presented { request?.child = present }
            parentStep(action)
        }
    }

    package func start() { child.start() }

    package func stop() {
        release()
        child.stop()
    }

    private var presented: PartState? {
        var presented: PartState??
        whole.look { presented = part.read(&$0) }
        return presented ?? nil
    }

    func handle(_ action: WholeAction) {
        var dismissed: PartState?
        if case .dismiss = self.action.extract(from: action) { dismissed = presented }
        isStepping = true
        if dismissed != nil { hold() }
        child.step(action)
        whole.then(self, dismissed) { $0.finish(dismissing: $1) }
    }

    private func finish(dismissing dismissed: PartState?) {
        isStepping = false
        let request = request.take()
        if let dismissed {
            remove(dismissed)
        } else if let (child, isTold) = request {
            dismiss(child, isTold: isTold, duringChildsStep: false)
        }
    }

    /// The child asks to be dismissed: at the end of the running step of this node, or now, from an effect.
    private func dismiss(isTold: Bool) {
        guard let child = presented else { return }
        hold()
        if isStepping {
            request = (child, isTold || request?.isTold ?? false)
        } else {
            dismiss(child, isTold: isTold, duringChildsStep: true)
        }
    }

    /// Keeps the scope from emitting until the child is removed.
    private func hold() {
        emissionHold.begin(on: whole.emitter)
    }

    private func release() {
        emissionHold.end(on: whole.emitter)
    }

    private func dismiss(_ child: PartState, isTold: Bool, duringChildsStep: Bool) {
        // In the step in which the child has asked, the parent may have removed or replaced it.
        guard isTold, whole.isOpen, let present = presented, isSame(child, present) else {
            return remove(child, duringChildsStep: duringChildsStep)
        }
        parent.step(action.embed(.dismiss))
        whole.then(self, (child, duringChildsStep)) { $0.remove($1.0, duringChildsStep: $1.1) }
    }

    private func isSame(_ child: PartState, _ present: PartState) -> Bool {
        if PresentedIdentity.areSame(child, present) { return true }
        // A computed property makes its dialog anew for each look at it.
        guard let again = presented, !PresentedIdentity.areSame(present, again) else { return false }
        return PresentedIdentity.areAlike(child, present)
    }

    /// Removes `child`, unless another one is presented by now.
    private func remove(_ child: PartState, duringChildsStep: Bool = false) {
        release()
        guard whole.isOpen else { return }
        if let present = presented {
            if isSame(child, present) { whole.modify { part.modify(&$0) { $0 = nil } } }
            // Another child is news as well, also one whose state is equal.
            whole.emitter.needsEmission = true
        }
        // Followed at once, as where the parent removes it: what is presented from here on is another child.
        whole.then(self, duringChildsStep) { $0.child.followDismissal(duringChildsStep: $1) }
    }
}
