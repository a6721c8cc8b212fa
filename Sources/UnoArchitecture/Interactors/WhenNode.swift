/// A parent with a child in a scope of its own.
///
/// The child is *live*, and its scope open, from the start if its slice is present, else from the first action for it.
/// It is dropped when a present slice becomes absent, or gets the id of another child. If its slice can be absent, it is made
/// when it first starts.
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
    /// Whether the child can end before this node: its slice can become absent, or belong to another child.
    @usableFromInline let childCanGo: Bool
    /// Whether the parent's scope has a cell, which it keeps.
    @usableFromInline let parentKeepsCell: Bool
    private var childInitialValue: (() -> ChildState)?
    private var following: Following?
    /// Makes the child late; nil when it is made.
    private var makeLate: ((WhenNode) -> Void)?
    /// The numbers of the child's parts that do something without an action, if the child was made late.
    private var registered: PartNumbers?
    /// The way of the actions, if the child was made late.
    @exclusivity(unchecked) @usableFromInline
    var latePath: WhenPath<ParentState, ParentAction, ChildState, ChildAction>?
    @exclusivity(unchecked) @usableFromInline var sliceIsPresent = true

    /// Call `embed(_:in:)` after it, which takes stack for each level: the child is not made here.
    init(_ context: NodeContext<ParentState, ParentAction>, parent: Node<ParentState, ParentAction>, route: Route) {
        self.parent = parent
        self.parentScope = context.scope
        self.parentKeepsCell = context.scope.cell != nil
        self.route = route
        self.isAnother = route.identity?.makeCheck()
        self.childCanGo = route.slice.canBeAbsent || route.identity != nil
        self.childScope = ChildScope(engine: context.engine, within: context.scope)
        super.init(engine: context.engine)
        childScope.node = self
    }

    /// Makes the child, now or when it first starts.
    func embed<Child: Interactor<ChildState, ChildAction>>(
        _ child: Child,
        in context: NodeContext<ParentState, ParentAction>
    ) -> WhenNode {
        if route.slice.canBeAbsent, !engine.probes(GraphParts.type(of: child), at: route.site) {
            postpone(child, in: context)
        } else if let content = prepare(child, in: context) {
            self.child = GraphParts.makeNode(child, content, in: childContext(in: context))
        } else {
            engine.noteUnmade()
            postpone(child, in: context)
        }
        complete()
        return self
    }

    private func complete() {
        step = route.makeStep(self)
        if childCanGo || childScope.hasFollowers {
            following = parentScope.addFollower(self, everyStep: childCanGo || childScope.followsSteps)
        }
    }

    /// An effect that is ending may keep the scope alive. The scope reaches the parts only through `reporting`.
    deinit {
        childScope.reporting = { _ in }
        if let registered { engine.removeBridges(registered) }
    }

    private func postpone<Child: Interactor<ChildState, ChildAction>>(
        _ child: Child,
        in context: NodeContext<ParentState, ParentAction>
    ) {
        makeLate = { node in
            let content = context.dependencies.atPlace { node.prepare(child, in: context, isLate: true) }
            let childContext = node.childContext(in: context)
            (node.child, node.registered) = GraphParts.makeLate(child, content!, in: childContext)
        }
    }

    /// Prepares the child's scope; returns what the child consists of. Nil for a child that has no state to begin with yet, unless
    /// it is late: then its initial value traps.
    private func prepare<Child: Interactor<ChildState, ChildAction>>(
        _ child: Child,
        in context: NodeContext<ParentState, ParentAction>,
        isLate: Bool = false
    ) -> PartContent? {
        let content = GraphParts.content(of: child)
        if content.hasStatefulPart {
            // A child without an initial value of its own starts from the slice.
            var slice: ChildState?
            if !content.bringsInitialValue {
                parentScope.look { slice = route.slice.read(&$0) }
                guard slice != nil || isLate || !route.slice.canBeAbsent else { return nil }
            }
            childInitialValue =
                slice.map { slice in { slice } } ?? { [place = context.dependencies] in
                    place.atPlace { child.initialValue }
                }
            childScope.setState(childInitialValue!())
        }
        childScope.reporting = route.makeReport(self)
        return content
    }

    private func childContext(
        in context: NodeContext<ParentState, ParentAction>
    ) -> NodeContext<ChildState, ChildAction> {
        let feedback = context.feedback.embedding { [embed = route.action] in embed.embed($0) }
        return context.child(scope: childScope, feedback: feedback, site: route.site)
    }

    /// Makes the child if it starts for the first time.
    @usableFromInline func makeIfLate() { makeLate.take()?(self) }

    override func start() {
        parent.start()
        guard parentScope.isOpen else { return }
        if childCanGo { sliceIsPresent = find() != .absent }
        if sliceIsPresent { startChild() }
    }

    override func stop() {
        parent.stop()
        dropChild()
    }

    // MARK: Actions

    @inlinable
    func makeStep() -> Step {
        guard child != nil else { return { [unowned self] in receiveLate($0) } }
        let path = WhenPath(self)
        return { path.receive($0) }
    }

    @inlinable
    func receiveLate(_ action: ParentAction) {
        if let latePath { return latePath.receive(action) }
        guard parentScope.isOpen else { return }
        guard route.action.extractValue(action) != nil else {
            parent.step(action)
            return parentHasHandled()
        }
        makeIfLate()
        let path = WhenPath(self)
        latePath = path
        path.receive(action)
    }

    /// Makes the closure that passes a child's state to the parent, which handles it within the same step.
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
            parentStep(Self.embedded(&cell.value, by: embed))
            if childCanGo { parentHasHandled(duringChildsStep: true) }
        }
    }

    /// The action that carries `state`.
    ///
    /// A call of its own with exclusive access, so that `embed` gets the state in its place: the compiler copies what other
    /// code could change meanwhile (workload "state-struct-when").
    @inlinable @inline(never)
    static func embedded(_ state: inout ChildState, by embed: (ChildState) -> ParentAction) -> ParentAction {
        embed(state)
    }

    /// Makes the closure that loads the slice; while it is absent the child keeps its own last state.
    @inlinable
    func makeLoad() -> () -> Void {
        // A scope with state keeps its cell, and the places keep the scopes.
        guard parentKeepsCell, let whole = parentScope.place, let own = childScope.place
        else { return { [unowned self] in loadSlice() } }
        if !route.slice.canBeAbsent, let offset = route.slice.offset {
            let part: StatePlace<ChildState> = whole.property(at: offset)
            // One copy; reading the slice makes three, which counts for a large state (workload "state-struct-when").
            return { [childScope] in
                childScope.letGoOfParts()
                own.pointer.update(from: part.pointer, count: 1)
            }
        }
        return { [childScope, read = route.slice.read] in
            childScope.letGoOfParts()
            if let part = read(&whole.pointer.pointee) { own.pointer.pointee = part }
        }
    }

    /// Starts the child if it is not live, which may suspend the step; returns false if the action that it is to handle is of an
    /// effect that has ended with the child before it.
    @inlinable
    func prepareChild() -> Bool {
        if engine.step.effect != nil { return engine.keepsSource { matchSlice() } }
        matchSlice()
        return true
    }

    @inlinable
    func matchSlice() {
        // An earlier part may have removed or replaced the slice within the step.
        if childScope.isOpen { followOwnSlice() }
        if !childScope.isOpen { startChild() }
    }

    @inlinable
    func childHasHandled(_ original: ParentAction) {
        parentScope.then(self, original) { $0.parentReceives($1) }
    }

    @inlinable
    func parentReceives(_ action: ParentAction) {
        parent.step(action)
        if childCanGo { parentHasHandled() } else { parentScope.emitPending() }
    }

    @inlinable
    func parentHasHandled(duringChildsStep: Bool = false) {
        parentScope.then(self, duringChildsStep) { $0.followOwnSlice(duringChildsStep: $1) }
    }

    // MARK: The child

    @usableFromInline
    func startChild() {
        makeIfLate()
        childScope.reopen()
        // Discards changes the child made in this step after it was dropped.
        if let childInitialValue { childScope.setState(childInitialValue()) }
        loadSlice()
        child.start()
    }

    @usableFromInline
    func dropChild() {
        guard childScope.isOpen else { return }
        childScope.close()
        child.stop()
        // Keep the cell object: the child's nodes retain it.
        if let childInitialValue { childScope.setState(childInitialValue()) } else { childScope.removeState() }
    }

    @inlinable
    func loadSlice() {
        guard let cell = childScope.cell else { return }
        childScope.letGoOfParts()
        parentScope.look {
            if let part = route.slice.read(&$0) { cell.value = part }
        }
    }

    @inlinable
    func find() -> SliceFinding {
        // A slice that cannot be absent is present even before a parent made of transformers emits its first state.
        var finding = route.slice.canBeAbsent ? SliceFinding.absent : .child
        parentScope.look { finding = route.slice.find(in: &$0, isAnother) }
        return finding
    }

    /// Starts, drops or replaces the child to match the slice.
    ///
    /// - Parameter duringChildsStep: the parent has handled a state of the child, whose other parts have yet to step.
    ///   They must not step on the state of a new child, so the new child starts at the end of the step.
    @inlinable
    func followOwnSlice(duringChildsStep: Bool = false) {
        guard parentScope.isOpen else { return }
        let wasPresent = sliceIsPresent
        // The id of a child that ran without a slice is that of its own state.
        if !wasPresent, childScope.isOpen, let isAnother, let cell = childScope.cell { _ = isAnother(cell.value) }
        let finding = find()
        sliceIsPresent = finding != .absent
        if wasPresent, !sliceIsPresent { dropChild() }
        if finding == .anotherChild { dropChild() }
        if sliceIsPresent, !childScope.isOpen, !duringChildsStep { startChild() }
    }

    /// Called at the end of a step, in which another part may have changed the slice or the state around it.
    func followSlice() {
        if childCanGo { followOwnSlice() }
        guard childScope.needsFollowing, childScope.isOpen else { return }
        loadSlice()
        childScope.followSlices()
    }

    /// What the child's parts have copied may have had the parent replace it.
    func followUp() {
        if childCanGo, !childScope.isOpen { followOwnSlice() }
    }

    func loadParent() {
        parentScope.loadFromParent()
        loadSlice()
    }
}

/// The scope of an embedded child; a slice of the parent's state is the truth for it.
@usableFromInline
final class ChildScope<
    ParentState: Sendable,
    ParentAction: Sendable,
    ChildState: Sendable,
    ChildAction: Sendable
>: StateScope<ChildState> {
    unowned var node: WhenNode<ParentState, ParentAction, ChildState, ChildAction>!

    /// Passes the state to the parent. Set before the parts of the scope are made.
    @exclusivity(unchecked) @usableFromInline var reporting: Report = { _ in }

    override func report() { reporting(self) }

    override func loadFromParent() { node.loadParent() }
}
