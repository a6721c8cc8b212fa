public import UnoArchitecture

extension Interactors {
    /// A parent that presents a child on an optional part of its state; made by `presents`.
    public struct Presents<Parent: Interactor, Child: Interactor>: Interactor, WrappingPart, DescribedPart {
        @usableFromInline let parent: Parent
        @usableFromInline let child: Child
        @usableFromInline let part: Slice<DomainState, Child.DomainState?>
        @usableFromInline let action: AnyCasePath<DomainAction, PresentationAction<Child.Action>>
        @usableFromInline let route: ScopeRoute<DomainState, Action, Child.DomainState, Child.Action>

        @usableFromInline typealias DomainAction = Parent.Action

        @inlinable
        init(
            _ parent: Parent,
            _ state: any WritableKeyPath<DomainState, Child.DomainState?> & Sendable,
            _ action: AnyCasePath<Action, PresentationAction<Child.Action>>,
            _ site: CallSite,
            _ child: Child
        ) {
            self.parent = parent
            self.child = child
            self.part = Slice(state)
            self.action = action
            let presented = action.appending(PresentationAction<Child.Action>.allCasePaths.presented)
            self.route = ScopeRoute(slice: Slice(unwrapping: state), action: presented, site: site)
        }

        package var base: Parent { parent }

        package var outline: PartOutline {
            PartOutline(site: route.site, state: part.path, isOptional: true, action: action.name)
        }

        package var hasStatefulPart: Bool { true }

        package func makeNode(in context: NodeContext<DomainState, Action>) -> Node<DomainState, Action> {
            let parentNode = GraphParts.makeNode(parent, in: context)
            let scopeNode = ScopeNode(context, parent: parentNode, route: route).embed(child, in: context)
            let presenter = Presenter(context, parent: parentNode, child: scopeNode, part: part, action: action)
            return PartNode(engine: context.engine, running: presenter) { [unowned presenter] action in
                presenter.handle(action)
            }
        }
    }
}

extension Interactor {
    /// Presents a child on an optional part of this interactor's state, which becomes nil by itself when the child is
    /// dismissed.
    ///
    /// ```swift
    /// case edit(PresentationAction<Edit.Action>)
    ///
    /// Interact(initialValue: State()) { ... }
    ///     .presents(\.edit, action: \.edit) { Edit() }
    /// ```
    ///
    /// - *Presenting*: this interactor presents the child by setting the part.
    /// - *Dismissing*: the user, by the action `.dismiss`; the child, from a handler by `Emission.dismiss()` or
    ///   from an effect by `send.dismiss()`; or this interactor, by setting the part to nil.
    /// - *Order*: the child handles its action first, then this interactor handles it. This interactor handles `.dismiss` while
    ///   the part is still there; then the part becomes nil. If this interactor puts another child there, one with another
    ///   id or in another case of an enum, that child stays. If it removes or replaces the child in the step in which the child
    ///   asks to be dismissed, it does not get `.dismiss`.
    /// - *Lifetime*, *identity*: as for ``ifLet(_:action:id:fileID:line:run:)``: the child's effects end with it.
    /// - *Misuse*: an action for an absent child is reported. `.dismiss` for an absent child is not: a user may dismiss what the
    ///   feature has dismissed at the same time.
    @inlinable
    public func presents<PartState, Value, PartAction, Child: Interactor<PartState, PartAction>>(
        _ state: any WritableKeyPath<DomainState, PartState?> & Sendable,
        action: CaseKeyPath<Action, Value>,
        fileID: StaticString = #fileID, line: UInt = #line,
        @InteractorBuilder<PartState, PartAction> child: () -> Child
    ) -> Interactors.Presents<Self, Child> where Action: CasePathable, Value: PresentationActionProtocol<PartAction> {
        .init(self, state, Value.path(AnyCasePath(action)), CallSite(fileID, line), child())
    }

    /// Presents an alert or a confirmation dialog, which each of its actions dismisses.
    ///
    /// This interactor handles the action of the button; the state becomes nil after that, without a `.dismiss`. If this
    /// interactor makes another dialog, that dialog stays, also if it is equal to the first. Dialogs of types of your own are told
    /// apart by what they contain.
    @inlinable
    public func presents<Dialog: DialogState, Value: PresentationActionProtocol<Dialog.Action>>(
        _ state: any WritableKeyPath<DomainState, Dialog?> & Sendable,
        action: CaseKeyPath<Action, Value>,
        fileID: StaticString = #fileID, line: UInt = #line
    ) -> Interactors.Presents<Self, DialogInteractor<Dialog>> where Action: CasePathable {
        .init(self, state, Value.path(AnyCasePath(action)), CallSite(fileID, line), DialogInteractor())
    }
}

/// A dialog as an id: one with other contents has another id.
struct DialogID: Hashable {
    private let dialog: Any

    init(_ dialog: some DialogState) { self.dialog = dialog }

    static func == (left: DialogID, right: DialogID) -> Bool { PresentedIdentity.areAlike(left.dialog, right.dialog) }

    /// Hashes nothing: a dialog need not be `Hashable`.
    func hash(into hasher: inout Hasher) {}
}

/// Keeps a scope from emitting, however often it is begun, until it is ended.
struct EmissionHold {
    private(set) var isActive = false

    mutating func begin(on scope: AnyScope) {
        guard !isActive else { return }
        isActive = true
        scope.emissionHolds += 1
    }

    mutating func end(on scope: AnyScope) {
        guard isActive else { return }
        isActive = false
        scope.emissionHolds -= 1
    }
}
