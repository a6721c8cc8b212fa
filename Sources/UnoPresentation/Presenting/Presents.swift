public import UnoArchitecture

extension Interactors {
    /// A parent that presents a child on an optional part of its state; made by `presents`.
    public struct Presents<Parent: Interactor, Child: Interactor>: Interactor, WrappingPart {
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
    /// - *Dismissing*: the user, by the action `.dismiss`; the child, from a handler by `dismiss()` or
    ///   from an effect by `dismiss()`; or this interactor, by setting the part to nil.
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
    /// interactor presents another dialog, one that is not equal to the first, that dialog stays. Dialogs whose actions are not
    /// `Equatable` are compared by everything else: the title, the message and the buttons.
    @inlinable
    public func presents<Dialog: DialogState, Value: PresentationActionProtocol<Dialog.Action>>(
        _ state: any WritableKeyPath<DomainState, Dialog?> & Sendable,
        action: CaseKeyPath<Action, Value>,
        fileID: StaticString = #fileID, line: UInt = #line
    ) -> Interactors.Presents<Self, DialogInteractor<Dialog>> where Action: CasePathable {
        .init(self, state, Value.path(AnyCasePath(action)), CallSite(fileID, line), DialogInteractor())
    }
}

/// Removes the state of the child of a `ScopeNode` when the child is dismissed.
///
/// 1. The child handles its action, then the parent handles it; see `ScopeNode`.
/// 2. If the child has asked to be dismissed, and the parent has neither removed nor replaced it, the parent handles
///    `.dismiss`.
/// 3. If `.dismiss` was handled, the state becomes nil, and is emitted once for all of this. The child ends, as any child
///    whose slice is absent, at the end of the step.
final class Presenter<WholeState: Sendable, WholeAction: Sendable, PartState: Sendable, PartAction: Sendable>:
    RunningPart
{
    private let parent: Node<WholeState, WholeAction>
    private let child: ScopeNode<WholeState, WholeAction, PartState, PartAction>
    private let whole: StateScope<WholeState>
    private let part: Slice<WholeState, PartState?>
    private let action: AnyCasePath<WholeAction, PresentationAction<PartAction>>
    private var isStepping = false
    private var emissionHold = EmissionHold()
    /// The child that has asked in the running step to be dismissed.
    private var request: (child: PartState, isTold: Bool)?

    init(
        _ context: NodeContext<WholeState, WholeAction>,
        parent: Node<WholeState, WholeAction>,
        child: ScopeNode<WholeState, WholeAction, PartState, PartAction>,
        part: Slice<WholeState, PartState?>,
        action: AnyCasePath<WholeAction, PresentationAction<PartAction>>
    ) {
        self.parent = parent
        self.child = child
        self.whole = context.scope
        self.part = part
        self.action = action
        child.ownDismissal = { [unowned self] isTold, _ in dismiss(isTold: isTold) }
    }

    package func start() { child.start() }

    package func stop() {
        request = nil
        release()
        child.stop()
    }

    private var presented: PartState? {
        var presented: PartState??
        whole.modify { presented = part.read(&$0) }
        return presented ?? nil
    }

    func handle(_ action: WholeAction) {
        var dismissed: PartState?
        if case .dismiss = self.action.extract(from: action) { dismissed = presented }
        isStepping = true
        if dismissed != nil { hold() }
        child.step(action)
        whole.then(self, dismissed) { $0.finish(dismissing: $1) }
    }

    private func finish(dismissing dismissed: PartState?) {
        isStepping = false
        let request = request.take()
        if let dismissed {
            remove(dismissed)
        } else if let (child, isTold) = request {
            dismiss(child, isTold: isTold)
        }
    }

    /// The child asks to be dismissed: at the end of the running step of this node, or now, from an effect.
    private func dismiss(isTold: Bool) {
        guard let child = presented else { return }
        hold()
        if isStepping {
            request = (child, isTold || request?.isTold ?? false)
        } else {
            dismiss(child, isTold: isTold)
        }
    }

    /// Keeps the scope from emitting until the child is removed.
    private func hold() {
        emissionHold.begin(on: whole.emitter)
    }

    private func release() {
        emissionHold.end(on: whole.emitter)
    }

    private func dismiss(_ child: PartState, isTold: Bool) {
        // In the step in which the child has asked, the parent may have removed or replaced it.
        guard isTold, whole.isOpen, let present = presented, PresentedIdentity.areSame(child, present) else {
            return remove(child)
        }
        parent.step(action.embed(.dismiss))
        whole.then(self, child) { $0.remove($1) }
    }

    /// Removes `child`, unless another one is presented by now.
    private func remove(_ child: PartState) {
        release()
        guard whole.isOpen else { return }
        if let present = presented, PresentedIdentity.areSame(child, present) {
            whole.modify { part.modify(&$0) { $0 = nil } }
            whole.emitter.needsEmission = true
        }
        whole.settle()
    }
}

/// Whether two states are those of one presented child.
enum PresentedIdentity {
    /// Two states of one type are those of one child unless their ids differ, or their cases, or the ids of the values in one
    /// case. Two dialogs are one dialog if they are equal; see `areAlike`.
    static func areSame(_ left: Any, _ right: Any) -> Bool {
        func id<State: Identifiable>(_ state: State) -> AnyHashable { AnyHashable(state.id) }
        if let left = left as? any Identifiable, let right = right as? any Identifiable { return id(left) == id(right) }
        if left is any DialogState { return areAlike(left, right) }
        let (leftMirror, rightMirror) = (Mirror(reflecting: left), Mirror(reflecting: right))
        // Several values in a case, or one with a label.
        if leftMirror.displayStyle == .tuple {
            return zip(leftMirror.children, rightMirror.children).allSatisfy { areSame($0.value, $1.value) }
        }
        guard leftMirror.displayStyle == .enum else { return true }
        guard let left = leftMirror.children.first, let right = rightMirror.children.first else {
            return leftMirror.children.isEmpty && rightMirror.children.isEmpty && "\(left)" == "\(right)"
        }
        return left.label == right.label && areSame(left.value, right.value)
    }

    /// Whether two values are equal or, if their type is not `Equatable`, whether everything in them is alike: the title, the
    /// message and the buttons of a dialog whose actions cannot be compared. Two closures are alike.
    private static func areAlike(_ left: Any, _ right: Any) -> Bool {
        func areEqual<Value: Equatable>(_ left: Value) -> Bool { left == right as? Value }
        if let left = left as? any Equatable { return areEqual(left) }
        let (leftMirror, rightMirror) = (Mirror(reflecting: left), Mirror(reflecting: right))
        if leftMirror.displayStyle == .class { return left as AnyObject === right as AnyObject }
        // A case without values.
        if leftMirror.displayStyle == .enum, leftMirror.children.isEmpty, "\(left)" != "\(right)" { return false }
        return leftMirror.children.count == rightMirror.children.count
            && zip(leftMirror.children, rightMirror.children).allSatisfy {
                $0.label == $1.label && areAlike($0.value, $1.value)
            }
    }
}

/// A dialog as an id: a dialog is a value, so that another value is another dialog.
struct DialogID: Hashable {
    private let dialog: Any

    init(_ dialog: some DialogState) { self.dialog = dialog }

    static func == (left: DialogID, right: DialogID) -> Bool { PresentedIdentity.areSame(left.dialog, right.dialog) }

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
