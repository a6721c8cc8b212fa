/// The way of an action through a ``WhenNode``, to the child or to the parent.
///
/// An object of its own, and the only thing that the node's step captures, so that a level costs one call.
@usableFromInline
final class WhenPath<ParentState: Sendable, ParentAction: Sendable, ChildState: Sendable, ChildAction: Sendable> {
    @usableFromInline typealias Running = WhenNode<ParentState, ParentAction, ChildState, ChildAction>

    @usableFromInline unowned let node: Running
    @usableFromInline let parentScope: StateScope<ParentState>
    @usableFromInline let childScope: StateScope<ChildState>
    @usableFromInline let extract: @Sendable (ParentAction) -> ChildAction?
    @usableFromInline let parentStep: (ParentAction) -> Void
    @usableFromInline let childStep: (ChildAction) -> Void
    @usableFromInline let load: () -> Void
    @usableFromInline let report: (StateScope<ChildState>) -> Void
    @usableFromInline let childCanGo: Bool
    @usableFromInline let isForwarding: Bool

    @inlinable
    init(_ node: Running) {
        self.node = node
        parentScope = node.parentScope
        childScope = node.childScope
        extract = node.route.action.extractValue
        parentStep = node.parent.step
        childStep = node.child.step
        load = node.makeLoad()
        report = node.childScope.reporting
        childCanGo = node.childCanGo
        isForwarding = node.route.childActions == .forwarded
    }

    @inlinable
    func receive(_ action: ParentAction) {
        // The scope may have gone away within the step that brings the action.
        guard parentScope.isOpen else { return }
        guard let childAction = extract(action) else {
            parentStep(action)
            if childCanGo { node.parentHasHandled() }
            return
        }
        if childCanGo || !childScope.isOpen {
            guard node.childIsReady(for: childAction, original: action) else { return }
        }
        load()
        childStep(childAction)
        if childScope.needsEmission {
            childScope.needsEmission = false
            report(childScope)
        }
        if isForwarding { node.childHasHandled(action) }
    }
}
