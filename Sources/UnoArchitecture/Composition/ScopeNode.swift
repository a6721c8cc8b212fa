/// A child that works on a slice of its scope's state, and the parent that it is attached to, if any.
///
/// 1. The child handles its action, on the slice in place; if the slice is absent, the action is reported.
/// 2. The parent handles every action, the child's included.
/// 3. After that, and again at the end of the step, the child is dropped with its effects if the slice is absent, started
///    if the slice has become present, and replaced if the slice has another id.
///
/// A child whose slice can be absent is made when it first starts: a feature that contains itself has as many levels as its
/// state.
@usableFromInline
package final class ScopeNode<WholeState: Sendable, WholeAction: Sendable, PartState: Sendable, PartAction: Sendable>:
    Node<WholeState, WholeAction>, SliceFollowing
{
    @usableFromInline package typealias Route = ScopeRoute<WholeState, WholeAction, PartState, PartAction>

    @usableFromInline let parent: Node<WholeState, WholeAction>?
    /// The child and its scope; nil until its slice first exists.
    @exclusivity(unchecked) @usableFromInline private(set) var child: Node<PartState, PartAction>!
    private var scope: SliceScope<PartState>!
    @usableFromInline let route: Route
    @usableFromInline let isAnother: Identity<PartState>.Check?
    /// Whether the child can end before this node: its slice can become absent, or belong to another child.
    @usableFromInline let childCanGo: Bool
    @usableFromInline let whole: StateScope<WholeState>
    /// Held while a child with parts that follow slices of its state steps.
    @exclusivity(unchecked) @usableFromInline private(set) var hold: AnyStateHold?
    /// The numbers of the child's parts that do something without an action, if the child was made late.
    private var registered: PartNumbers?
    /// Makes the child late; nil when it is made.
    private var makeLate: ((ScopeNode) -> Void)?
    /// Removes the slice; nil unless the slice is presented.
    package var ownDismissal: AnyScope.Dismissal? { didSet { scope?.ownDismissal = ownDismissal } }
    private var following: Following?
    @exclusivity(unchecked) @usableFromInline private(set) var isLive = false

    /// Call `embed(_:in:)` after it, which takes stack for each level: the child is not made here.
    package init(
        _ context: NodeContext<WholeState, WholeAction>,
        parent: Node<WholeState, WholeAction>? = nil,
        route: Route
    ) {
        self.parent = parent
        self.route = route
        self.isAnother = route.identity?.makeCheck()
        self.childCanGo = route.slice.canBeAbsent || route.identity != nil
        self.whole = context.scope
        super.init(engine: context.engine)
    }

    /// Makes the child, now or when it first starts.
    package func embed<Child: Interactor<PartState, PartAction>>(
        _ child: Child,
        in context: NodeContext<WholeState, WholeAction>
    ) -> ScopeNode {
        if route.slice.canBeAbsent, !engine.probes(GraphParts.type(of: child), at: route.site) {
            postpone(child, in: context)
        } else {
            self.child = GraphParts.makeNode(child, prepare(child, in: context), in: childContext(in: context))
        }
        complete()
        return self
    }

    private func complete() {
        if let scope { hold = scope.hasFollowers ? scope.view?.hold : nil }
        step = route.makeStep(self)
        if childCanGo || scope.hasFollowers {
            following = whole.addFollower(self, everyStep: childCanGo || scope.followsSteps)
        }
    }

    deinit {
        scope?.forgetChild()
        if let registered { engine.removeBridges(registered) }
    }

    private func postpone<Child: Interactor<PartState, PartAction>>(
        _ child: Child,
        in context: NodeContext<WholeState, WholeAction>
    ) {
        makeLate = { node in
            let content = context.dependencies.atPlace { node.prepare(child, in: context) }
            let childContext = node.childContext(in: context)
            (node.child, node.registered) = GraphParts.makeLate(child, content, in: childContext, within: 2)
            node.hold = node.scope.hasFollowers ? node.scope.view?.hold : nil
        }
    }

    /// Makes the child's scope; returns what the child consists of.
    private func prepare<Child: Interactor<PartState, PartAction>>(
        _ child: Child,
        in context: NodeContext<WholeState, WholeAction>
    ) -> PartContent {
        let content = GraphParts.content(of: child)
        let scope = SliceScope(
            in: whole,
            view: route.view(whole),
            initialValue: content.bringsInitialValue
                ? { [place = context.dependencies] in place.atPlace { child.initialValue } } : nil
        )
        scope.ownDismissal = ownDismissal
        self.scope = scope
        return content
    }

    private func childContext(in context: NodeContext<WholeState, WholeAction>) -> NodeContext<PartState, PartAction> {
        context.child(scope: scope, feedback: route.feedback(context.feedback, engine.token), site: route.site)
    }

    override package func start() {
        parent?.start()
        if whole.isOpen, find() != .absent { startChild() }
    }

    @inlinable
    func makeStep() -> Step {
        let (extract, emitter) = (route.toPart, whole.emitter)
        // A child that cannot end is made with this node, and has no parent.
        guard childCanGo else {
            return { [childStep = child.step] action in
                if let partAction = extract(action) { childStep(partAction) }
            }
        }
        return { [unowned self] action in
            if let partAction = extract(action) { childReceives(partAction) }
            if parent != nil { emitter.then(self, action) { $0.parentReceives($1) } }
        }
    }

    override package func stop() {
        parent?.stop()
        dropChild()
    }

    @inlinable
    func childReceives(_ action: PartAction) {
        guard whole.isOpen else { return }
        let finding = find()
        guard isLive && finding == .child || follow(finding) else { return }
        guard finding != .absent else { return reportAbsence() }
        whole.then(self, action) { node, action in node.holding { node.child.step(action) } }
    }

    @inlinable
    func holding(_ body: () -> Void) {
        if let hold { hold.during(body) } else { body() }
    }

    @inlinable
    func parentReceives(_ action: WholeAction) {
        guard whole.isOpen, let parent else { return }
        parent.step(action)
        if childCanGo { whole.then(self) { $0.followOwnSlice() } }
    }

    // MARK: The slice

    @inlinable
    func find() -> SliceFinding {
        var finding = SliceFinding.absent
        whole.look { finding = route.slice.find(in: &$0, isAnother) }
        return finding
    }

    /// Starts, drops or replaces the child to match the slice; returns whether the slice is present.
    @inlinable
    @discardableResult
    package func followOwnSlice() -> Bool {
        guard whole.isOpen else { return false }
        let finding = find()
        if finding != (isLive ? .child : .absent) { follow(finding) }
        return finding != .absent
    }

    /// Starts, drops or replaces the child, which does not match the slice; returns false if that has ended the effect whose
    /// action is being handled.
    @usableFromInline
    @discardableResult
    func follow(_ finding: SliceFinding) -> Bool {
        engine.keepsSource {
            dropChild()
            if finding != .absent { startChild() }
        }
    }

    /// Ends the child, which was dismissed, and starts the one that has taken its place. Without an id the slice does not
    /// tell the two apart; with one, the next may have started already.
    ///
    /// - Parameter duringChildsStep: the child itself is stepping, and its other parts find its scope closed. The next child must
    ///   not open it for them: it starts at the end of the step, or with its first action.
    package func followDismissal(duringChildsStep: Bool) {
        if isAnother == nil || find() != .child { dropChild() }
        if !duringChildsStep { followOwnSlice() }
    }

    /// Called at the end of a step, in which another part may have changed the slice or the state around it.
    package func followSlice() {
        guard !childCanGo || followOwnSlice() else { return }
        holding { scope.followSlices() }
    }

    /// What the child's parts have copied may have had it dismissed, and replaced.
    package func followUp() {
        if childCanGo, !isLive { followOwnSlice() }
    }

    @usableFromInline
    func startChild() {
        isLive = true
        makeLate.take()?(self)
        holding {
            scope.reopen()
            child.start()
        }
    }

    @usableFromInline
    func dropChild() {
        guard isLive else { return }
        isLive = false
        scope.close()
        child.stop()
    }

    @usableFromInline
    func reportAbsence() {
        engine.refuse()
        engine.log.report(
            .childMissing,
            "An action was sent to a child whose state, \(String(reflecting: PartState.self)), is not there",
            at: route.site
        )
    }
}
