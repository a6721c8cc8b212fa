/// How a parent and its embedded child find each other.
@usableFromInline
struct WhenRoute<ParentState: Sendable, ParentAction: Sendable, ChildState: Sendable, ChildAction: Sendable>: Sendable {
    @usableFromInline typealias Running = WhenNode<ParentState, ParentAction, ChildState, ChildAction>

    @usableFromInline let slice: Slice<ParentState, ChildState>
    /// What tells one child in the slice from another; nil if nothing does.
    @usableFromInline let identity: Identity<ChildState>?
    @usableFromInline let action: AnyCasePath<ParentAction, ChildAction>
    @usableFromInline let stateAction: AnyCasePath<ParentAction, ChildState>
    @usableFromInline let childActions: ChildActions
    /// The call of `when`.
    @usableFromInline let site: CallSite
    @usableFromInline let makeStep: @Sendable (Running) -> Running.Step
    @usableFromInline let makeReport: @Sendable (Running) -> StateScope<ChildState>.Report

    /// - Parameter identity: what the caller names; nil for that of an `Identifiable` state.
    @inlinable
    init(
        slice: Slice<ParentState, ChildState>,
        identity: Identity<ChildState>?,
        action: AnyCasePath<ParentAction, ChildAction>,
        stateAction: AnyCasePath<ParentAction, ChildState>,
        childActions: ChildActions,
        site: CallSite
    ) {
        self.slice = slice
        self.identity = identity ?? slice.declaredIdentity
        self.action = action
        self.stateAction = stateAction
        self.childActions = childActions
        self.site = site
        self.makeStep = { $0.makeStep() }
        self.makeReport = { $0.makeReport() }
    }
}
