/// How a parent finds its embedded child, and the child its parent.
@usableFromInline
struct WhenRoute<ParentState: Sendable, ParentAction: Sendable, ChildState: Sendable, ChildAction: Sendable>: Sendable {
    @usableFromInline typealias Running = WhenNode<ParentState, ParentAction, ChildState, ChildAction>

    @usableFromInline let slice: Slice<ParentState, ChildState>
    /// Tells one child in the slice from the next; nil if nothing does.
    @usableFromInline let identity: Identity<ChildState>?
    @usableFromInline let action: AnyCasePath<ParentAction, ChildAction>
    @usableFromInline let stateAction: AnyCasePath<ParentAction, ChildState>
    @usableFromInline let childActions: ChildActions
    /// The call of `when`.
    @usableFromInline let site: CallSite
    @usableFromInline let makeStep: @Sendable (Running) -> Running.Step
    @usableFromInline let makeReport: @Sendable (Running) -> StateScope<ChildState>.Report

    /// - Parameter identity: declared by the caller; nil for the id of an `Identifiable` state.
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
