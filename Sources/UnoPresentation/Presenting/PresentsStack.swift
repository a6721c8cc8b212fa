public import UnoArchitecture

extension Interactors {
    /// A parent with a child for each element of a navigation stack; made by `presents(stack:action:)`.
    public struct PresentsStack<Parent: Interactor, Child: Interactor>: Interactor, WrappingPart {
        @usableFromInline typealias Element = Child.DomainState
        @usableFromInline typealias Entry = StackState<Child.DomainState>.Entry
        @usableFromInline typealias ElementInteractor = Scope<Entry, Child.Action, Child>

        @usableFromInline let parent: Parent
        @usableFromInline let child: ElementInteractor
        @usableFromInline let stack: Slice<Parent.DomainState, StackState<Child.DomainState>>
        @usableFromInline let action: AnyCasePath<Parent.Action, StackAction<Child.DomainState, Child.Action>>
        @usableFromInline let route:
            ForEachRoute<Parent.DomainState, Parent.Action, [Entry], StackElementID, Child.Action>

        @usableFromInline
        init(
            _ parent: Parent,
            _ stack: any WritableKeyPath<Parent.DomainState, StackState<Child.DomainState>> & Sendable,
            _ action: AnyCasePath<Parent.Action, StackAction<Child.DomainState, Child.Action>>,
            _ site: CallSite,
            _ child: Child
        ) {
            self.parent = parent
            self.child = Scope(
                Slice(\Entry.element),
                AnyCasePath(embed: { $0 }, extract: { $0 }, name: "self"),
                site,
                child
            )
            self.stack = Slice(stack)
            self.action = action
            self.route = ForEachRoute(
                items: Slice(stack).appending(Slice(\StackState<Child.DomainState>.entries)),
                id: { $0.id },
                action: action.identified(),
                site: site
            )
        }

        package var base: Parent { parent }

        package var hasStatefulPart: Bool { true }

        package func makeNode(in context: NodeContext<DomainState, Action>) -> Node<DomainState, Action> {
            let parentNode = GraphParts.makeNode(parent, in: context)
            let requests = StackRequests()
            // The stack whose elements have children.
            var origin: UInt64?
            let elements = ForEachNode(
                context,
                parent: parentNode,
                route: route,
                child: child,
                isReplaced: { [stack, scope = context.scope] in
                    guard let present = stack.origin(in: scope), present != origin else { return false }
                    defer { origin = present }
                    return origin != nil
                },
                dismissal: { id, isTold in requests.receive?(id, isTold) }
            )
            let presenter = StackPresenter(
                context,
                parent: parentNode,
                elements: elements,
                stack: stack,
                action: action,
                requests: requests
            )
            return PartNode(engine: context.engine, running: presenter) { [unowned presenter] action in
                presenter.handle(action)
            }
        }
    }
}

extension Interactor {
    /// Presents a child for each element of a navigation stack in this interactor's state.
    ///
    /// ```swift
    /// case path(StackAction<Path.State, Path.Action>)
    ///
    /// Interact(initialValue: State()) { ... }
    ///     .presents(stack: \.path, action: \.path) { Path() }
    /// ```
    ///
    /// - *Pushing*: the action `.push`, or this interactor, which appends to the stack. This interactor handles `.push` when
    ///   the element is there.
    /// - *Popping*: the actions `.popFrom` and `.popTo`, which this interactor handles while the elements are still there; the
    ///   element itself, by `dismiss()` or `dismiss()`, of which this interactor is
    ///   told by `.popFrom` if the element is still there; or this interactor, by changing the stack.
    /// - *Lifetime*: an element's effects end when it leaves the stack. Another stack in the place of one has other elements,
    ///   even if their ids are equal: they stay when an element of the first is popped.
    /// - *Misuse*: an action for a missing element is reported. Popping one is not: a user may go back while the feature does.
    @inlinable
    public func presents<Element, Value, ElementAction, Child: Interactor<Element, ElementAction>>(
        stack: any WritableKeyPath<DomainState, StackState<Element>> & Sendable,
        action: CaseKeyPath<Action, Value>,
        fileID: StaticString = #fileID, line: UInt = #line,
        @InteractorBuilder<Element, ElementAction> child: () -> Child
    ) -> Interactors.PresentsStack<Self, Child>
    where Action: CasePathable, Value: StackActionProtocol<Element, ElementAction> {
        .init(self, stack, Value.stackPath(AnyCasePath(action)), CallSite(fileID, line), child())
    }
}

/// Takes the requests of elements to be dismissed to the node of their stack.
private final class StackRequests {
    var receive: ((StackElementID, _ isTold: Bool) -> Void)?
}

/// Pushes and pops the elements of a stack.
///
/// 1. `.push` appends its element.
/// 2. The element's child handles its action, then the parent handles it; see `ForEachNode`.
/// 3. If the child has asked to be dismissed, and the parent has not removed its element, the parent handles `.popFrom`.
/// 4. If `.popFrom` or `.popTo` was handled, the elements leave the stack, and the state is emitted once for all of this.
private final class StackPresenter<WholeState: Sendable, WholeAction: Sendable, Element: Sendable, Action: Sendable>:
    RunningPart
{
    private let parent: Node<WholeState, WholeAction>
    private let elements: Node<WholeState, WholeAction>
    private let whole: StateScope<WholeState>
    private let stack: Slice<WholeState, StackState<Element>>
    private let action: AnyCasePath<WholeAction, StackAction<Element, Action>>
    private let requests: StackRequests
    private var isStepping = false
    private var emissionHold = EmissionHold()
    private var request: (id: StackElementID, origin: UInt64?, isTold: Bool)?

    init(
        _ context: NodeContext<WholeState, WholeAction>,
        parent: Node<WholeState, WholeAction>,
        elements: Node<WholeState, WholeAction>,
        stack: Slice<WholeState, StackState<Element>>,
        action: AnyCasePath<WholeAction, StackAction<Element, Action>>,
        requests: StackRequests
    ) {
        (self.parent, self.elements) = (parent, elements)
        self.whole = context.scope
        self.stack = stack
        self.action = action
        self.requests = requests
        requests.receive = { [unowned self] id, isTold in dismiss(id, isTold: isTold) }
    }

    package func start() { elements.start() }

    package func stop() {
        request = nil
        release()
        elements.stop()
    }

    func handle(_ action: WholeAction) {
        var popped: StackAction<Element, Action>?
        switch self.action.extract(from: action) {
        case .push(let element)?:
            hold()
            modify { $0.append(element) }
        case .popFrom(let id)?:
            hold()
            popped = .popFrom(id)
        case .popTo(let id)?:
            hold()
            popped = .popTo(id)
        case .element?, nil: break
        }
        let origin = popped == nil ? nil : presentOrigin
        isStepping = true
        elements.step(action)
        whole.then(self, (popped, origin)) { $0.finish(popping: $1.0, from: $1.1) }
    }

    private func finish(popping popped: StackAction<Element, Action>?, from origin: UInt64?) {
        isStepping = false
        let request = request.take()
        if let popped {
            pop(popped, from: origin)
        } else if let (id, origin, isTold) = request {
            tell(id, of: origin, isTold: isTold)
        } else if emissionHold.isActive {
            release()
            whole.settle()
        }
    }

    /// An element asks to be dismissed: at the end of the running step of this node, or now, from an effect.
    private func dismiss(_ id: StackElementID, isTold: Bool) {
        hold()
        let origin = presentOrigin
        if isStepping {
            request = (id, origin, isTold || request?.isTold ?? false)
        } else {
            tell(id, of: origin, isTold: isTold)
        }
    }

    private func tell(_ id: StackElementID, of origin: UInt64?, isTold: Bool) {
        // In the step in which the element has asked, the parent may have removed it.
        guard isTold, whole.isOpen, isPresent(id, of: origin) else { return pop(.popFrom(id), from: origin) }
        parent.step(action.embed(.popFrom(id)))
        whole.then(self, (id, origin)) { $0.pop(.popFrom($1.0), from: $1.1) }
    }

    /// Pops elements, unless another stack is there by now.
    private func pop(_ action: StackAction<Element, Action>, from origin: UInt64?) {
        release()
        guard whole.isOpen else { return }
        if presentOrigin == origin {
            modify { stack in
                switch action {
                case .popFrom(let id): stack.pop(from: id)
                case .popTo(let id?): stack.pop(to: id)
                case .popTo(nil): stack.removeAll()
                case .push, .element: break
                }
            }
        }
        whole.settle()
    }

    private var presentOrigin: UInt64? { stack.origin(in: whole) }

    private func isPresent(_ id: StackElementID, of origin: UInt64?) -> Bool {
        var isThere = false
        whole.modify { whole in stack.modify(&whole) { isThere = $0.origin == origin && $0.ids.contains(id) } }
        return isThere
    }

    private func modify(_ change: (inout StackState<Element>) -> Void) {
        whole.modify { stack.modify(&$0, change) }
        whole.emitter.needsEmission = true
    }

    private func hold() {
        emissionHold.begin(on: whole.emitter)
    }

    private func release() {
        emissionHold.end(on: whole.emitter)
    }
}

extension Slice {
    /// Identifies the stack that is there; nil if there is none.
    fileprivate func origin<Element>(in whole: StateScope<Whole>) -> UInt64? where Part == StackState<Element> {
        var origin: UInt64?
        whole.modify { whole in modify(&whole) { origin = $0.origin } }
        return origin
    }
}
