/// A child that works on a part of this scope's state, directly: what it changes, it changes in the parent's state.
///
/// ```swift
/// struct App: Interactor {
///     var body: some Interactor<AppState, AppAction> {
///         Scope(state: \.weather, action: \.weather) { Weather() }
///         Interact(initialValue: AppState()) { state, action in ... }
///     }
/// }
/// ```
///
/// - *Order*: a part among others: the child steps where it is written, and the other parts see its actions, too.
/// - *States*: what the child emits is the parent's state, with the child's part in it.
/// - *Effects*: the child's own: their ids are not the parent's.
/// - *Identity*: a part of an `Identifiable` type that gets another id is another child: the old one's effects end, and
///   the new one starts.
/// - *Initial state*: a scope works on a state that another part brings, or that `initialValue` of the type around it
///   says. The child's own initial value is not used.
/// - *Complexity*: a level costs some nanoseconds and copies nothing, whatever the size of the part.
public struct Scope<DomainState: Sendable, Action: Sendable, Child: Interactor>: Interactor, GraphPart {
    @usableFromInline let child: Child
    @usableFromInline let route: ScopeRoute<DomainState, Action, Child.DomainState, Child.Action>

    @inlinable
    init(
        _ slice: Slice<DomainState, Child.DomainState>,
        _ action: AnyCasePath<Action, Child.Action>,
        _ site: CallSite,
        _ child: Child
    ) {
        self.child = child
        self.route = ScopeRoute(slice: slice, action: action, site: site)
    }

    /// A child on the property `state`, for the actions of the case `action`.
    @inlinable
    public init<PartState, PartAction>(
        state: any WritableKeyPath<DomainState, PartState> & Sendable,
        action: CaseKeyPath<Action, PartAction>,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        @InteractorBuilder<PartState, PartAction> child: () -> Child
    ) where Action: CasePathable, Child: Interactor<PartState, PartAction> {
        self.init(Slice(state), AnyCasePath(action), CallSite(fileID, line), child())
    }

    /// A child on the property `state`, for the actions of a case path made by hand.
    ///
    /// The label differs from `action` because two forms with one label make the compiler report a misspelt case as a
    /// key path that is no `AnyCasePath`.
    @inlinable
    public init<PartState, PartAction>(
        state: any WritableKeyPath<DomainState, PartState> & Sendable,
        actionPath: AnyCasePath<Action, PartAction>,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        @InteractorBuilder<PartState, PartAction> child: () -> Child
    ) where Child: Interactor<PartState, PartAction> {
        self.init(Slice(state), actionPath, CallSite(fileID, line), child())
    }

    /// A child on the property `state`, with the actions of its parent.
    @inlinable
    public init<PartState>(
        state: any WritableKeyPath<DomainState, PartState> & Sendable,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        @InteractorBuilder<PartState, Action> child: () -> Child
    ) where Child: Interactor<PartState, Action> {
        self.child = child()
        self.route = ScopeRoute(slice: Slice(state), site: CallSite(fileID, line))
    }

    /// A child on its parent's whole state, for the actions of the case `action`.
    @inlinable
    public init<PartAction>(
        action: CaseKeyPath<Action, PartAction>,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        @InteractorBuilder<DomainState, PartAction> child: () -> Child
    ) where Action: CasePathable, Child: Interactor<DomainState, PartAction> {
        self.init(.whole, AnyCasePath(action), CallSite(fileID, line), child())
    }

    /// Traps: the state belongs to the whole, which another part, or the type around it, has to bring.
    public var initialValue: DomainState {
        fatalError(
            """
            \(route.site.fileID):\(route.site.line): Scope works on \(DomainState.self), which no part brings: put an \
            Interact beside it, or say initialValue in the type that has it in its body
            """
        )
    }

    public func interact(_ upstream: AsyncStream<Action>) -> AsyncStream<DomainState> {
        HostedStream.states(of: self, upstream: upstream)
    }

    package var hasStatefulPart: Bool { true }

    package var bringsInitialValue: Bool { false }

    package func makeNode(in context: NodeContext<DomainState, Action>) -> Node<DomainState, Action> {
        ScopeNode(context, route: route, child: child)
    }
}
