/// How a child on a slice of the whole's state receives its actions and its state.
@usableFromInline
struct ScopeRoute<WholeState: Sendable, WholeAction: Sendable, PartState: Sendable, PartAction: Sendable>: Sendable {
    @usableFromInline typealias Running = ScopeNode<WholeState, WholeAction, PartState, PartAction>

    @usableFromInline let slice: Slice<WholeState, PartState>
    /// Tells one child in the slice from the next; nil if nothing does.
    @usableFromInline let identity: Identity<PartState>?
    @usableFromInline let toPart: @Sendable (WholeAction) -> PartAction?
    /// Embeds the actions that the part's effects feed back in actions of the whole.
    @usableFromInline let feedback: @Sendable (Feedback<WholeAction>, IsolationToken) -> Feedback<PartAction>
    @usableFromInline let site: CallSite
    @usableFromInline let view: @Sendable (StateScope<WholeState>) -> StateView<PartState>
    @usableFromInline let makeStep: @Sendable (Running) -> Running.Step

    @inlinable
    init(
        slice: Slice<WholeState, PartState>,
        identity: Identity<PartState>? = nil,
        action: AnyCasePath<WholeAction, PartAction>,
        site: CallSite
    ) {
        self.init(
            slice: slice,
            identity: identity,
            toPart: action.extractValue,
            feedback: { whole, _ in whole.embedding { action.embed($0) } },
            site: site
        )
    }

    /// - Parameter identity: declared by the caller; nil for the id of an `Identifiable` state.
    @inlinable
    init(
        slice: Slice<WholeState, PartState>,
        identity: Identity<PartState>? = nil,
        toPart: @escaping @Sendable (WholeAction) -> PartAction?,
        feedback: @escaping @Sendable (Feedback<WholeAction>, IsolationToken) -> Feedback<PartAction>,
        site: CallSite,
        makeStep: @escaping @Sendable (Running) -> Running.Step = { $0.makeStep() }
    ) {
        self.slice = slice
        self.identity = identity ?? slice.declaredIdentity
        self.toPart = toPart
        self.feedback = feedback
        self.site = site
        self.view = { whole in StateView(of: slice, in: whole) }
        self.makeStep = makeStep
    }
}

extension ScopeRoute where WholeAction == PartAction {
    /// A part that handles all actions of the whole. Without a parent, and if the child cannot end, its step is used as is.
    @inlinable
    init(slice: Slice<WholeState, PartState>, site: CallSite) {
        self.init(
            slice: slice,
            toPart: { $0 },
            feedback: { whole, _ in whole },
            site: site,
            makeStep: { $0.childCanGo || $0.parent != nil ? $0.makeStep() : $0.child.step }
        )
    }
}

/// A child that works on a slice of its scope's state, and the parent that it is attached to, if any.
///
/// 1. The child handles its action, on the slice in place; if the slice is absent, the action is reported.
/// 2. The parent handles every action, the child's included.
/// 3. After that, and again at the end of the step, the child is dropped with its effects if the slice is absent, started
///    if the slice has become present, and replaced if the slice has another id.
@usableFromInline
final class ScopeNode<WholeState: Sendable, WholeAction: Sendable, PartState: Sendable, PartAction: Sendable>:
    Node<WholeState, WholeAction>, SliceFollowing
{
    @usableFromInline typealias Route = ScopeRoute<WholeState, WholeAction, PartState, PartAction>

    @usableFromInline let parent: Node<WholeState, WholeAction>?
    @usableFromInline let child: Node<PartState, PartAction>
    @usableFromInline let route: Route
    @usableFromInline let isAnother: Identity<PartState>.Check?
    /// Whether the child can end before this node: its slice can become absent, or belong to another child.
    @usableFromInline let childCanGo: Bool
    @usableFromInline let whole: StateScope<WholeState>
    let scope: SliceScope<PartState>
    private var following: Following?
    @exclusivity(unchecked) @usableFromInline private(set) var isLive = false

    init<Child: Interactor<PartState, PartAction>>(
        _ context: NodeContext<WholeState, WholeAction>,
        parent: Node<WholeState, WholeAction>? = nil,
        route: Route,
        child: Child
    ) {
        self.parent = parent
        self.route = route
        self.isAnother = route.identity?.makeCheck()
        self.childCanGo = route.slice.canBeAbsent || route.identity != nil
        self.whole = context.scope
        let content = GraphParts.content(of: child)
        let scope = SliceScope(
            in: context.scope,
            view: route.view(context.scope),
            initialValue: content.bringsInitialValue
                ? { [place = context.dependencies] in place.atPlace { child.initialValue } } : nil
        )
        self.scope = scope
        self.child = GraphParts.makeNode(
            child,
            content,
            in: context.child(
                scope: scope,
                feedback: route.feedback(context.feedback, context.engine.token),
                site: route.site
            )
        )
        super.init(engine: context.engine)
        step = route.makeStep(self)
        if childCanGo || scope.hasFollowers {
            following = whole.addFollower(self, everyStep: childCanGo || scope.followsSteps)
        }
    }

    deinit { scope.forgetChild() }

    override func start() {
        parent?.start()
        if find() != .absent { startChild() }
    }

    @inlinable
    func makeStep() -> Step {
        let (extract, childStep, emitter) = (route.toPart, child.step, whole.emitter)
        guard childCanGo || parent != nil else {
            return { action in
                if let partAction = extract(action) { childStep(partAction) }
            }
        }
        return { [unowned self] action in
            if let partAction = extract(action) {
                if childCanGo { childReceives(partAction) } else { childStep(partAction) }
                if !engine.isSuspended { emitter.settle() }
            }
            guard parent != nil else { return }
            if engine.isSuspended {
                engine.deferUntilSettled { [self] in
                    parentReceives(action)
                    emitter.settle()
                }
            } else {
                parentReceives(action)
            }
        }
    }

    override func stop() {
        parent?.stop()
        dropChild()
    }

    @inlinable
    func childReceives(_ action: PartAction) {
        guard followOwnSlice() else { return reportAbsence() }
        if engine.isSuspended {
            engine.deferUntilSettled { [self] in
                child.step(action)
                whole.settle()
            }
        } else {
            child.step(action)
        }
    }

    @inlinable
    func parentReceives(_ action: WholeAction) {
        guard whole.isOpen, let parent else { return }
        parent.step(action)
        guard childCanGo else { return }
        if !engine.isSuspended { whole.settle() }
        if engine.isSuspended {
            engine.deferUntilSettled { [self] in followOwnSlice() }
        } else {
            followOwnSlice()
        }
    }

    // MARK: The slice

    @inlinable
    func find() -> SliceFinding {
        var finding = SliceFinding.absent
        whole.modify { finding = route.slice.find(in: &$0, isAnother) }
        return finding
    }

    /// Starts, drops or replaces the child to match the slice; returns whether the slice is present.
    @inlinable
    @discardableResult
    func followOwnSlice() -> Bool {
        guard whole.isOpen else { return false }
        let finding = find()
        if isLive, finding != .child { dropChild() }
        if !isLive, finding != .absent { startChild() }
        return finding != .absent
    }

    /// Called at the end of a step, in which another part may have changed the slice or the state around it.
    func followSlice() {
        guard !childCanGo || followOwnSlice() else { return }
        scope.followSlices()
    }

    @usableFromInline
    func startChild() {
        isLive = true
        scope.reopen()
        child.start()
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
        guard whole.isOpen else { return }
        engine.refuse()
        engine.log.report(
            .childMissing,
            "An action was sent to a child whose state, \(PartState.self), is not there",
            at: route.site
        )
    }
}
