/// How a parent and its embedded child find each other.
@usableFromInline
struct WhenRoute<ParentState: Sendable, ParentAction: Sendable, ChildState: Sendable, ChildAction: Sendable>: Sendable {
    @usableFromInline typealias Running = WhenNode<ParentState, ParentAction, ChildState, ChildAction>

    @usableFromInline let slice: Slice<ParentState, ChildState>
    @usableFromInline let action: AnyCasePath<ParentAction, ChildAction>
    @usableFromInline let stateAction: AnyCasePath<ParentAction, ChildState>
    @usableFromInline let childActions: ChildActions
    /// The call of `when`.
    @usableFromInline let site: CallSite
    @usableFromInline let receive: @Sendable (Running, ParentAction) -> Void
    @usableFromInline let childEmitted: @Sendable (Running) -> Void

    @inlinable
    init(
        slice: Slice<ParentState, ChildState>,
        action: AnyCasePath<ParentAction, ChildAction>,
        stateAction: AnyCasePath<ParentAction, ChildState>,
        childActions: ChildActions,
        site: CallSite
    ) {
        self.slice = slice
        self.action = action
        self.stateAction = stateAction
        self.childActions = childActions
        self.site = site
        self.receive = { node, action in node.handle(action) }
        self.childEmitted = { node in node.handleChildEmission() }
    }
}

/// A parent with a child in a scope of its own.
///
/// The child is *live* from the start if its slice is present, else from the first action for it; it stops being live
/// when a present slice goes away.
@usableFromInline
final class WhenNode<ParentState: Sendable, ParentAction: Sendable, ChildState: Sendable, ChildAction: Sendable>:
    Node<ParentState, ParentAction>, SliceFollowing
{
    @usableFromInline typealias Route = WhenRoute<ParentState, ParentAction, ChildState, ChildAction>

    @usableFromInline let parent: Node<ParentState, ParentAction>
    @usableFromInline let parentScope: StateScope<ParentState>
    @usableFromInline let child: Node<ChildState, ChildAction>
    @usableFromInline let childScope: ChildScope<ParentState, ParentAction, ChildState, ChildAction>
    @usableFromInline let route: Route
    private let childInitialValue: (() -> ChildState)?
    @exclusivity(unchecked) @usableFromInline private(set) var isLive = false
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

    @usableFromInline
    override func receive(_ action: ParentAction) { route.receive(self, action) }

    @inlinable
    func handle(_ action: ParentAction) {
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

    @inlinable
    func childReceives(_ childAction: ChildAction, original: ParentAction) {
        loadSlice()
        child.receive(childAction)
        guard route.childActions == .forwarded else { return }
        if engine.isSuspended {
            engine.afterwards { self.parentReceives(original) }
        } else {
            parentReceives(original)
        }
    }

    @usableFromInline
    func startChild() {
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
    @inlinable
    func loadSlice() {
        guard let cell = childScope.cell, let part = readSlice() else { return }
        cell.value = part
    }

    @inlinable
    func readSlice() -> ChildState? {
        var part: ChildState?
        parentScope.modify { part = route.slice.read(&$0) }
        return part
    }

    // MARK: The parent

    @inlinable
    func parentReceives(_ action: ParentAction) {
        parent.receive(action)
        guard route.slice.canBeAbsent else { return }
        if engine.isSuspended {
            engine.afterwards { self.followOwnSlice() }
        } else {
            followOwnSlice()
        }
    }

    @usableFromInline
    func followOwnSlice() {
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
    @inlinable
    func handleChildEmission() {
        guard isLive, let cell = childScope.cell else { return }
        parentReceives(route.stateAction.embed(cell.value))
    }

    fileprivate func beginParentStep() {
        parentScope.beginStep()
        loadSlice()
    }
}

/// The scope of an embedded child, which emits to its parent.
///
/// `node` is neither retained nor counted. It is read in `beginStep()` and `emit()` only, which run within a step of
/// an active effect or a node of the graph. While there is a step the engine holds the graph (`GraphEngine.settle`,
/// `GraphEngine.attach`), hence the node that made this scope; `tearDown()` makes every effect inactive before it
/// lets the graph go.
@usableFromInline
final class ChildScope<
    ParentState: Sendable,
    ParentAction: Sendable,
    ChildState: Sendable,
    ChildAction: Sendable
>: StateScope<ChildState> {
    @exclusivity(unchecked) unowned(unsafe) var node: WhenNode<ParentState, ParentAction, ChildState, ChildAction>!

    override func beginStep() { node.beginParentStep() }
    @usableFromInline override func emit() { node.route.childEmitted(node) }
}
