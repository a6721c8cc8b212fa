public import UnoArchitecture

extension Interactors {
    /// A parent with a child for each element of a navigation stack; made by `presents(stack:action:)`.
    public struct PresentsStack<Parent: Interactor, Child: Interactor>: Interactor, WrappingPart, DescribedPart {
        @usableFromInline typealias Element = Child.DomainState
        @usableFromInline typealias Entry = StackState<Child.DomainState>.Entry
        @usableFromInline typealias ElementInteractor = Scope<Entry, Child.Action, Child>

        @usableFromInline let parent: Parent
        @usableFromInline let child: ElementInteractor
        @usableFromInline let stack: Slice<Parent.DomainState, StackState<Child.DomainState>>
        @usableFromInline let action: AnyCasePath<Parent.Action, StackAction<Child.DomainState, Child.Action>>
        @usableFromInline let route:
            ForEachRoute<Parent.DomainState, Parent.Action, [Entry], StackElementID, Child.Action>

        @inlinable
        init(
            _ parent: Parent,
            _ stack: any WritableKeyPath<Parent.DomainState, StackState<Child.DomainState>> & Sendable,
            _ action: AnyCasePath<Parent.Action, StackAction<Child.DomainState, Child.Action>>,
            _ site: CallSite,
            _ child: Child
        ) {
            self.parent = parent
            self.child = Scope(
                StackState<Child.DomainState>.elementOfEntry,
                AnyCasePath(embed: { $0 }, extract: { $0 }, name: "self"),
                site,
                child
            )
            self.stack = Slice(stack)
            self.action = action
            self.route = ForEachRoute(
                items: self.stack.appending(StackState<Child.DomainState>.allEntries),
                id: { $0.id },
                action: action.identified(),
                site: site,
                absence: { id in
                    "the element \(id), which is not on the stack of \(String(reflecting: Child.DomainState.self))"
                }
            )
        }

        package var base: Parent { parent }

        package var outline: PartOutline {
            PartOutline(site: child.outline.site, state: stack.path, isOptional: true, action: action.name)
        }

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
                    guard let present = stack.origin(in: scope), present != origin else {
                        return scope.engine.decide(false)
                    }
                    defer { origin = present }
                    return scope.engine.decide(origin != nil)
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
final class StackRequests {
    var receive: ((StackElementID, _ isTold: Bool) -> Void)?
}

extension StackState where Element: Sendable {
    /// The entries of a stack, for the children of its elements.
    @usableFromInline static var allEntries: Slice<Self, [Entry]> { Slice(\.entries) }
    @usableFromInline static var elementOfEntry: Slice<Entry, Element> { Slice(\.element) }
}

extension Slice {
    /// Identifies the stack that is there; nil if there is none.
    func origin<Element>(in whole: StateScope<Whole>) -> UInt64? where Part == StackState<Element> {
        var origin: UInt64?
        whole.look { origin = read(&$0)?.origin }
        return origin
    }
}
