/// A parent with a child in a scope of its own.
///
/// The child is *live*, and its scope open, from the start if its slice is present, else from the first action for it;
/// it stops being live when a present slice goes away, or becomes that of a child with another id.
@usableFromInline
final class WhenNode<ParentState: Sendable, ParentAction: Sendable, ChildState: Sendable, ChildAction: Sendable>:
    Node<ParentState, ParentAction>, SliceFollowing
{
    @usableFromInline typealias Route = WhenRoute<ParentState, ParentAction, ChildState, ChildAction>

    @usableFromInline let parent: Node<ParentState, ParentAction>
    @usableFromInline let parentScope: StateScope<ParentState>
    @usableFromInline private(set) var child: Node<ChildState, ChildAction>!
    @usableFromInline let childScope: ChildScope<ParentState, ParentAction, ChildState, ChildAction>
    @usableFromInline let route: Route
    @usableFromInline let isAnother: Identity<ChildState>.Check?
    /// Whether the child ends before this part: its slice can go, or become another child's.
    @usableFromInline let childCanGo: Bool
    private let childInitialValue: (() -> ChildState)?
    @exclusivity(unchecked) @usableFromInline var sliceIsPresent = true

    init<Child: Interactor<ChildState, ChildAction>>(
        _ context: NodeContext<ParentState, ParentAction>,
        parent: Node<ParentState, ParentAction>,
        route: Route,
        child: Child
    ) {
        self.parent = parent
        self.parentScope = context.scope
        self.route = route
        self.isAnother = route.identity?.makeCheck()
        self.childCanGo = route.slice.canBeAbsent || route.identity != nil
        self.childScope = ChildScope(engine: context.engine, within: context.scope)
        if GraphParts.hasStatefulPart(child) {
            childScope.setState(child.initialValue)
            childInitialValue = { child.initialValue }
        } else {
            childInitialValue = nil
        }
        super.init(engine: context.engine)
        childScope.node = self
        childScope.reporting = route.makeReport(self)
        self.child = GraphParts.makeNode(
            child,
            in: NodeContext(
                engine: context.engine,
                scope: childScope,
                feedback: context.feedback.embedding { [embed = route.action] in embed.embed($0) },
                site: route.site,
                atEnd: context.atEnd
            )
        )
        step = route.makeStep(self)
        if childCanGo || childScope.hasFollowers {
            parentScope.addFollower(self, everyStep: childCanGo || childScope.followsSteps)
        }
    }

    /// The scope may outlive the node, for an effect that winds up; how it reports is what the parts are reached by.
    deinit { childScope.reporting = { _ in } }

    override func start() {
        parent.start()
        if childCanGo { sliceIsPresent = find() != .absent }
        if sliceIsPresent { startChild() }
    }

    override func stop() {
        parent.stop()
        dropChild()
        sliceIsPresent = true
    }

    // MARK: Actions

    @inlinable
    func makeStep() -> Step {
        let path = WhenPath(self)
        return { path.receive($0) }
    }

    /// The way of a child's state to the parent, which decides what becomes of it within the same step.
    @inlinable
    func makeReport() -> StateScope<ChildState>.Report {
        let (parentStep, embed) = (parent.step, route.stateAction.embedValue)
        let childCanGo = childCanGo
        guard let cell = childScope.cell else {
            return { [unowned self] scope in
                guard scope.isOpen, let cell = scope.cell else { return }
                parentStep(embed(cell.value))
                if childCanGo { parentHasHandled(duringChildsStep: true) }
            }
        }
        return { [unowned self] scope in
            guard scope.isOpen else { return }
            parentStep(embed(cell.value))
            if childCanGo { parentHasHandled(duringChildsStep: true) }
        }
    }

    /// The slice is the truth; while it is absent the child goes on from its own last state.
    @inlinable
    func makeLoad() -> () -> Void {
        // A scope with state keeps its cell, and the places keep the scopes.
        guard parentScope.cell != nil, childScope.cell != nil, let whole = parentScope.place, let own = childScope.place
        else { return { [unowned self] in loadSlice() } }
        return { [read = route.slice.read] in
            if let part = read(&whole.pointer.pointee) { own.pointer.pointee = part }
        }
    }

    /// Starts the child if it is not live; false if that suspends the step, which goes on with the action later.
    @inlinable
    func childIsReady(for childAction: ChildAction, original: ParentAction) -> Bool {
        // A part before this one may have taken the slice away, or replaced it, within the step.
        if childCanGo, childScope.isOpen { followOwnSlice() }
        if !childScope.isOpen { startChild() }
        guard engine.isSuspended else { return true }
        engine.deferUntilSettled { [self] in
            loadSlice()
            child.step(childAction)
            childScope.settle()
            if route.childActions == .forwarded { childHasHandled(original) }
        }
        return false
    }

    @inlinable
    func childHasHandled(_ original: ParentAction) {
        if parentIsSettled() {
            parentReceives(original)
        } else {
            engine.deferUntilSettled { [self] in parentReceives(original) }
        }
    }

    @inlinable
    func parentReceives(_ action: ParentAction) {
        parent.step(action)
        if childCanGo { parentHasHandled() } else { parentScope.settle() }
    }

    @inlinable
    func parentHasHandled(duringChildsStep: Bool = false) {
        if parentIsSettled() {
            followOwnSlice(duringChildsStep: duringChildsStep)
        } else {
            engine.deferUntilSettled { [self] in followOwnSlice(duringChildsStep: duringChildsStep) }
        }
    }

    /// Lets the parent emit what it owes; false if the step is suspended.
    @inlinable
    func parentIsSettled() -> Bool {
        if !engine.isSuspended { parentScope.settle() }
        return !engine.isSuspended
    }

    // MARK: The child

    @usableFromInline
    func startChild() {
        childScope.reopen()
        // What the child did after it had been dropped, in the same step, does not count.
        if let childInitialValue { childScope.setState(childInitialValue()) }
        loadSlice()
        child.start()
    }

    @usableFromInline
    func dropChild() {
        guard childScope.isOpen else { return }
        childScope.close()
        child.stop()
        // The cell stays the same object: the child's nodes hold on to it.
        if let childInitialValue { childScope.setState(childInitialValue()) } else { childScope.removeState() }
    }

    @inlinable
    func loadSlice() {
        guard let cell = childScope.cell else { return }
        parentScope.modify {
            if let part = route.slice.read(&$0) { cell.value = part }
        }
    }

    @inlinable
    func find() -> SliceFinding {
        // A slice that is always there is there before a parent made of transformers has emitted its first state.
        var finding = route.slice.canBeAbsent ? SliceFinding.absent : .child
        parentScope.modify { finding = route.slice.find(in: &$0, isAnother) }
        return finding
    }

    /// Brings the child to life, drops or replaces it, as the slice says.
    ///
    /// - Parameter duringChildsStep: the parent has handled a state of the child, whose other parts are still to step.
    ///   They must not step on the state of the child that comes, so that one starts at the end of the step.
    @inlinable
    func followOwnSlice(duringChildsStep: Bool = false) {
        guard parentScope.isOpen else { return }
        let wasPresent = sliceIsPresent
        // A child that has lived without a slice has the id of its own state.
        if !wasPresent, childScope.isOpen, let isAnother, let cell = childScope.cell { _ = isAnother(cell.value) }
        let finding = find()
        sliceIsPresent = finding != .absent
        if wasPresent, !sliceIsPresent { dropChild() }
        if finding == .anotherChild { dropChild() }
        if sliceIsPresent, !childScope.isOpen, !duringChildsStep { startChild() }
    }

    /// At the end of a step, in which another part may have changed the slice, or what lies around it.
    func followSlice() {
        if childCanGo { followOwnSlice() }
        guard childScope.needsFollowing, childScope.isOpen else { return }
        loadSlice()
        childScope.followSlices()
    }

    func beginParentStep() {
        parentScope.beginStep()
        loadSlice()
    }
}
