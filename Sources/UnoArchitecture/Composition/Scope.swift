/// A child that works directly on a part of this scope's state: it changes the parent's state in place.
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
/// - *Order*: the child steps where it is written; the other parts of the body handle its actions as well.
/// - *States*: each emission of the child emits the parent's state, which contains the child's part.
/// - *Effects*: effect ids of the child and of the parent are separate.
/// - *Identity*: if the part's type is `Identifiable` and its id changes, the old child's effects are cancelled and a new
///   child starts.
/// - *Initial state*: declared by another part, or by `initialValue` of the enclosing type. The child's own initial
///   value is not used.
/// - *Complexity*: a level costs some nanoseconds and copies nothing, whatever the size of the part.
public struct Scope<DomainState: Sendable, Action: Sendable, Child: Interactor>: Interactor, GraphPart, DescribedPart {
    @usableFromInline let child: Child
    @usableFromInline let route: ScopeRoute<DomainState, Action, Child.DomainState, Child.Action>

    @inlinable
    package init(
        _ slice: Slice<DomainState, Child.DomainState>,
        _ action: AnyCasePath<Action, Child.Action>,
        _ site: CallSite,
        _ child: Child
    ) {
        self.child = child
        self.route = ScopeRoute(slice: slice, action: action, site: site)
    }

    /// Creates a child on the property `state`, for the actions of the case `action`.
    @inlinable
    public init<PartState, PartAction>(
        state: any WritableKeyPath<DomainState, PartState> & Sendable, action: CaseKeyPath<Action, PartAction>,
        fileID: StaticString = #fileID, line: UInt = #line,
        @InteractorBuilder<PartState, PartAction> child: () -> Child
    ) where Action: CasePathable, Child: Interactor<PartState, PartAction> {
        self.init(Slice(state), AnyCasePath(action), CallSite(fileID, line), child())
    }

    /// Creates a child on the property `state`, for the actions of an ``AnyCasePath``.
    ///
    /// The label differs from `action` because with two overloads of one label the compiler reports a misspelt case as a
    /// key path that cannot be converted to `AnyCasePath`.
    @inlinable
    public init<PartState, PartAction>(
        state: any WritableKeyPath<DomainState, PartState> & Sendable,
        actionPath: AnyCasePath<Action, PartAction>,
        fileID: StaticString = #fileID, line: UInt = #line,
        @InteractorBuilder<PartState, PartAction> child: () -> Child
    ) where Child: Interactor<PartState, PartAction> {
        self.init(Slice(state), actionPath, CallSite(fileID, line), child())
    }

    /// Creates a child on the property `state` that handles all actions of its parent.
    @inlinable
    public init<PartState>(
        state: any WritableKeyPath<DomainState, PartState> & Sendable,
        fileID: StaticString = #fileID, line: UInt = #line,
        @InteractorBuilder<PartState, Action> child: () -> Child
    ) where Child: Interactor<PartState, Action> {
        self.child = child()
        self.route = ScopeRoute(slice: Slice(state), site: CallSite(fileID, line))
    }

    /// Creates a child on its parent's whole state, for the actions of the case `action`.
    @inlinable
    public init<PartAction>(
        action: CaseKeyPath<Action, PartAction>,
        fileID: StaticString = #fileID, line: UInt = #line,
        @InteractorBuilder<DomainState, PartAction> child: () -> Child
    ) where Action: CasePathable, Child: Interactor<DomainState, PartAction> {
        self.init(.whole, AnyCasePath(action), CallSite(fileID, line), child())
    }

    /// Traps: another part, or the enclosing type, must declare the state.
    public var initialValue: DomainState {
        fatalError(
            """
            \(route.site.fileID):\(route.site.line): Scope works on \(DomainState.self), which no part brings: put an \
            Interact beside it, or say initialValue in the type that has it in its body
            """
        )
    }

    package var outline: PartOutline { route.outline }

    package var hasStatefulPart: Bool { true }

    package var bringsInitialValue: Bool { false }

    package func makeNode(in context: NodeContext<DomainState, Action>) -> Node<DomainState, Action> {
        ScopeNode(context, route: route).embed(child, in: context)
    }
}
