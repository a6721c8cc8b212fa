/// How a child on a slice of the whole's state receives its actions and its state.
@usableFromInline
package struct ScopeRoute<WholeState: Sendable, WholeAction: Sendable, PartState: Sendable, PartAction: Sendable>:
    Sendable
{
    @usableFromInline package typealias Running = ScopeNode<WholeState, WholeAction, PartState, PartAction>

    @usableFromInline let slice: Slice<WholeState, PartState>
    /// Tells one child in the slice from the next; nil if nothing does.
    @usableFromInline let identity: Identity<PartState>?
    @usableFromInline let toPart: @Sendable (WholeAction) -> PartAction?
    /// Embeds the actions that the part's effects feed back in actions of the whole.
    @usableFromInline let feedback: @Sendable (Feedback<WholeAction>, IsolationToken) -> Feedback<PartAction>
    /// The name of the case with the part's actions.
    @usableFromInline let actionName: String?
    @usableFromInline package let site: CallSite
    @usableFromInline let view: @Sendable (StateScope<WholeState>) -> StateView<PartState>
    @usableFromInline let makeStep: @Sendable (Running) -> Running.Step

    @inlinable
    package init(
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
            actionName: action.name,
            site: site
        )
    }

    /// - Parameter identity: declared by the caller; nil for the id of an `Identifiable` state.
    @inlinable
    package init(
        slice: Slice<WholeState, PartState>,
        identity: Identity<PartState>? = nil,
        toPart: @escaping @Sendable (WholeAction) -> PartAction?,
        feedback: @escaping @Sendable (Feedback<WholeAction>, IsolationToken) -> Feedback<PartAction>,
        actionName: String? = nil,
        site: CallSite,
        makeStep: @escaping @Sendable (Running) -> Running.Step = { $0.makeStep() }
    ) {
        self.slice = slice
        self.identity = identity ?? slice.declaredIdentity
        self.toPart = toPart
        self.feedback = feedback
        self.actionName = actionName
        self.site = site
        self.view = { whole in StateView(of: slice, in: whole) }
        self.makeStep = makeStep
    }

    package var outline: PartOutline {
        PartOutline(site: site, state: slice.path, isOptional: slice.canBeAbsent, action: actionName)
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
