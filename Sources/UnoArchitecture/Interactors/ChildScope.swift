/// The scope of an embedded child, whose truth is a slice of its parent's state.
@usableFromInline
final class ChildScope<
    ParentState: Sendable,
    ParentAction: Sendable,
    ChildState: Sendable,
    ChildAction: Sendable
>: StateScope<ChildState> {
    unowned var node: WhenNode<ParentState, ParentAction, ChildState, ChildAction>!

    /// How the state gets to the parent. Set before the parts of the scope are made.
    @exclusivity(unchecked) @usableFromInline var reporting: Report = { _ in }

    override func report() { reporting(self) }

    override func beginStep() { node.beginParentStep() }
}
