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
            var followed = FollowedElements()
            let elements = ForEachNode(
                context,
                parent: parentNode,
                route: route,
                child: child,
                findReplaced: { [stack, scope = context.scope] in
                    var replaced: [StackElementID] = []
                    scope.look { whole in
                        replaced = followed.follow(stack.read(&whole), decide: scope.engine.decide)
                    }
                    return replaced
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
    ///   element itself, by `Emission.dismiss()` or `send.dismiss()`, of which this
    ///   interactor is told by `.popFrom` if the element is still there; or this interactor, by changing the stack.
    /// - *Lifetime*: an element's effects end when it leaves the stack. Another stack in the place of one has other elements,
    ///   even if their ids are equal: they stay when an element of the first is popped. So it is with what is appended to an
    ///   earlier copy of the stack.
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

/// The elements of a stack, as they were when their children last followed it.
private struct FollowedElements {
    private var elements: [StackElementID: StackElementIdentity] = [:]
    private var lastOrigin: UInt64 = 0

    /// Returns the ids that other elements have now, from the bottom to the top.
    ///
    /// - Parameter decide: put on record, since the copies of a stack no longer share their elements when a replay has decoded them.
    mutating func follow<Element>(_ stack: StackState<Element>?, decide: (Bool) -> Bool) -> [StackElementID] {
        let origin = stack?.lastOrigin ?? 0
        guard decide(origin != lastOrigin) else { return [] }
        let entries = stack?.entries ?? []
        let replaced = entries.filter { entry in
            guard let former = elements[entry.id] else { return false }
            return decide(entry.identity != former)
        }
        elements = Dictionary(entries.map { ($0.id, $0.identity) }, uniquingKeysWith: { first, _ in first })
        lastOrigin = origin
        return replaced.map(\.id)
    }
}
