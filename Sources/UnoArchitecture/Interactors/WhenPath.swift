/// Takes an action through a ``WhenNode``, to the child or to the parent.
///
/// A separate object and the only capture of the node's step, so that a level costs one call.
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
        // The scope may have closed within the step that brings the action.
        guard parentScope.isOpen else { return }
        guard let childAction = extract(action) else {
            parentStep(action)
            if childCanGo { node.parentHasHandled() }
            return
        }
        guard childCanGo || !childScope.isOpen else { return pass(childAction, original: action) }
        guard node.prepareChild() else {
            if isForwarding { node.childHasHandled(action) }
            return
        }
        // The node owns what the path refers to.
        parentScope.then(self, (node, childAction, action)) { $0.pass($1.1, original: $1.2) }
    }

    @inlinable @inline(__always)
    func pass(_ childAction: ChildAction, original: ParentAction) {
        load()
        childStep(childAction)
        if childScope.isDue {
            childScope.needsEmission = false
            report(childScope)
        }
        if isForwarding { node.childHasHandled(original) }
    }
}
