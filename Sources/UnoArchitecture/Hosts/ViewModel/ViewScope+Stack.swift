extension ViewScope where Action: CasePathable {
    /// Returns a binding to the ids of a navigation stack's elements, for SwiftUI's `NavigationStack`:
    ///
    /// ```swift
    /// NavigationStack(path: model.binding(path: \.path, action: \.path)) {
    ///     RootView(model: model)
    ///         .navigationDestination(for: StackElementID.self) { id in
    ///             if let element = model.scope(stack: \.path, id: id, action: \.path) { ElementView(model: element) }
    ///         }
    /// }
    /// ```
    ///
    /// Reading it observes which elements there are. Setting fewer ids, as a user does who goes back, sends `.popTo`, unless
    /// another stack has taken the place of the one that was read last. Elements are pushed by the action `.push`.
    public func binding<Element, ElementAction>(
        path stack: KeyPath<ViewState, StackState<Element>>,
        action: CaseKeyPath<Action, StackAction<Element, ElementAction>>,
        fileID: StaticString = #fileID, function: StaticString = #function, line: UInt = #line
    ) -> ViewBinding<[StackElementID]> {
        let (path, site) = (AnyCasePath(action), CallSite(fileID, line, function, note: nil))
        let shown = ShownPath()
        return ViewBinding(
            read: { [whole = scope()] in
                let ids = whole.rows(stack, action, site).ids
                shown.value = (ids, whole.value(stack).origin)
                return ids
            },
            send: { [whole = scope()] kept in
                let ids = whole.rows(stack, action, site).ids
                guard kept.count < ids.count, ids.starts(with: kept) else { return }
                // Late, if the path that was read is that of a stack which has been replaced.
                if let last = shown.value, last.ids != ids, last.origin != whole.value(stack).origin { return }
                _ = whole.link.send(path.embed(.popTo(kept.last)), nil, site)
            }
        )
    }

    /// Returns the handle of a stack's element; nil if it is not on the stack.
    public func scope<Element, ElementAction>(
        stack: KeyPath<ViewState, StackState<Element>>,
        id: StackElementID,
        action: CaseKeyPath<Action, StackAction<Element, ElementAction>>,
        fileID: StaticString = #fileID, line: UInt = #line
    ) -> ScopedViewModel<ElementAction, Element>? {
        scope().rows(stack, action, CallSite(fileID, line))[id: id]?.scope(state: \.element)
    }
}

extension ScopedViewModel where Action: CasePathable {
    func rows<Element, ElementAction>(
        _ stack: KeyPath<ViewState, StackState<Element>>,
        _ action: CaseKeyPath<Action, StackAction<Element, ElementAction>>,
        _ site: CallSite
    ) -> ScopedRows<ElementAction, [StackState<Element>.Entry], StackElementID> {
        rows(
            stack.appending(path: \.entries),
            PartKey(stack, action),
            { $0.id },
            site,
            embed: { AnyCasePath(action).element().embedValue }
        )
    }
}

/// The path that a binding has returned last, and the stack that it is of.
@MainActor
private final class ShownPath {
    var value: (ids: [StackElementID], origin: UInt64)?
}
