/// How a parent and its embedded child find each other.
struct WhenRoute<ParentState: Sendable, ParentAction: Sendable, ChildState: Sendable, ChildAction: Sendable>: Sendable {
    let slice: Slice<ParentState, ChildState>
    let action: AnyCasePath<ParentAction, ChildAction>
    let stateAction: AnyCasePath<ParentAction, ChildState>
    let childActions: ChildActions
    let site: CallSite
}

/// A parent with a child in a scope of its own.
///
/// The child is *live* from the start if its slice is present, else from the first action for it; it stops being live
/// when a present slice goes away.
final class WhenNode<ParentState: Sendable, ParentAction: Sendable, ChildState: Sendable, ChildAction: Sendable>:
    Node<ParentState, ParentAction>, SliceFollowing
{
    typealias Route = WhenRoute<ParentState, ParentAction, ChildState, ChildAction>

    private let parent: Node<ParentState, ParentAction>
    private let parentScope: Scope<ParentState>
    private let child: Node<ChildState, ChildAction>
    private let childScope: ChildScope<ParentState, ParentAction, ChildState, ChildAction>
    private let route: Route
    private let childInitialValue: (() -> ChildState)?
    private var isLive = false
    private var sliceIsPresent = true

    init<Child: Interactor<ChildState, ChildAction>>(
        _ context: NodeContext<ParentState, ParentAction>,
        parent: Node<ParentState, ParentAction>,
        route: Route,
        child: Child
    ) {
        self.parent = parent
        self.parentScope = context.scope
        self.route = route
        let childScope = ChildScope<ParentState, ParentAction, ChildState, ChildAction>(engine: context.engine)
        if GraphParts.hasStatefulPart(child) {
            childScope.cell = StateCell(child.initialValue)
            childInitialValue = { child.initialValue }
        } else {
            childInitialValue = nil
        }
        self.childScope = childScope
        self.child = GraphParts.makeNode(
            child,
            in: NodeContext(
                engine: context.engine,
                scope: childScope,
                feedback: context.feedback.embedding { [embed = route.action] in embed.embed($0) },
                site: route.site
            )
        )
        super.init(engine: context.engine)
        childScope.node = self
        if route.slice.canBeAbsent || childScope.hasFollowers { parentScope.addFollower(self) }
    }

    override func start() {
        parent.start()
        if route.slice.canBeAbsent { sliceIsPresent = readSlice() != nil }
        if sliceIsPresent { startChild() }
    }

    override func receive(_ action: ParentAction) {
        // The scope may have gone away within the step that brings the action.
        guard parentScope.isOpen else { return }
        guard let childAction = route.action.extract(from: action) else { return parentReceives(action) }
        // A part before this one may have taken the slice away within the step.
        if route.slice.canBeAbsent, isLive { followOwnSlice() }
        if !isLive {
            startChild()
            if engine.isSuspended {
                engine.afterwards { self.childReceives(childAction, original: action) }
                return
            }
        }
        childReceives(childAction, original: action)
    }

    override func stop() {
        parent.stop()
        dropChild()
        sliceIsPresent = true
    }

    // MARK: The child

    private func childReceives(_ childAction: ChildAction, original: ParentAction) {
        loadSlice()
        child.receive(childAction)
        guard route.childActions == .forwarded else { return }
        if engine.isSuspended {
            engine.afterwards { self.parentReceives(original) }
        } else {
            parentReceives(original)
        }
    }

    private func startChild() {
        isLive = true
        childScope.reopen()
        // What the child did after it had been dropped, in the same step, does not count.
        if let childInitialValue { childScope.cell!.value = childInitialValue() }
        loadSlice()
        child.start()
    }

    private func dropChild() {
        guard isLive else { return }
        isLive = false
        childScope.close()
        child.stop()
        // The cell stays the same object: the child's nodes hold on to it.
        if let childInitialValue { childScope.cell!.value = childInitialValue() } else { childScope.cell = nil }
    }

    /// The slice is the truth; while it is absent the child goes on from its own last state.
    fileprivate func loadSlice() {
        guard let cell = childScope.cell, let part = readSlice() else { return }
        cell.value = part
    }

    private func readSlice() -> ChildState? {
        guard let cell = parentScope.cell else { return nil }
        return route.slice.read(&cell.value)
    }

    // MARK: The parent

    private func parentReceives(_ action: ParentAction) {
        parent.receive(action)
        guard route.slice.canBeAbsent else { return }
        if engine.isSuspended {
            engine.afterwards { self.followOwnSlice() }
        } else {
            followOwnSlice()
        }
    }

    private func followOwnSlice() {
        guard parentScope.isOpen else { return }
        let wasPresent = sliceIsPresent
        sliceIsPresent = readSlice() != nil
        if wasPresent, !sliceIsPresent { dropChild() }
        if !wasPresent, sliceIsPresent, !isLive { startChild() }
    }

    /// At the end of a step, in which another part may have changed the slice, or what lies around it.
    func followSlice() {
        if route.slice.canBeAbsent { followOwnSlice() }
        guard childScope.hasFollowers, isLive else { return }
        loadSlice()
        childScope.followSlices()
    }

    /// The child has emitted: the parent decides what becomes of it, within the same step.
    fileprivate func childEmitted(_ state: ChildState) {
        guard isLive else { return }
        parentReceives(route.stateAction.embed(state))
    }

    fileprivate func beginParentStep() {
        parentScope.beginStep()
        loadSlice()
    }
}

/// The scope of an embedded child, which emits to its parent.
private final class ChildScope<
    ParentState: Sendable,
    ParentAction: Sendable,
    ChildState: Sendable,
    ChildAction: Sendable
>: Scope<ChildState> {
    unowned var node: WhenNode<ParentState, ParentAction, ChildState, ChildAction>!

    override func beginStep() { node.beginParentStep() }
    override func emit() { node.childEmitted(cell!.value) }
}
