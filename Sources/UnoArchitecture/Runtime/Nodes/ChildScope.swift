/// The scope of an embedded child, whose truth is a slice of its parent's state.
@usableFromInline
final class ChildScope<
    ParentState: Sendable,
    ParentAction: Sendable,
    ChildState: Sendable,
    ChildAction: Sendable
>: StateScope<ChildState> {
    unowned var node: WhenNode<ParentState, ParentAction, ChildState, ChildAction>!

    override func beginStep() { node.beginParentStep() }
}
