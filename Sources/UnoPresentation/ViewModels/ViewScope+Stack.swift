public import UnoArchitecture

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
    /// Reading it observes which elements there are, and of which stack. Setting fewer ids, as a user does who goes back, sends
    /// `.popTo`, unless another stack has taken the place of the one that was read last. Elements are pushed by the action `.push`.
    ///
    /// The ids of a stack that takes another one's place, as a deep link does, begin at 0 again, and SwiftUI goes on with the
    /// views that it has for equal ids. Where they hold state or tasks of their own, name the handle as their identity:
    /// `ElementView(model: element).id(ObjectIdentifier(element))`.
    public func binding<Element, ElementAction>(
        path stack: KeyPath<ViewState, StackState<Element>>,
        action: CaseKeyPath<Action, StackAction<Element, ElementAction>>,
        fileID: StaticString = #fileID, function: StaticString = #function, line: UInt = #line
    ) -> ViewBinding<[StackElementID]> {
        let (path, site) = (AnyCasePath(action), CallSite(fileID, line, function, note: nil))
        let shown = ShownPath()
        return ViewBinding(
            read: { [whole = scope()] in
                shown.origin = whole.value(stack).origin
                return whole.rows(stack, action, site).ids
            },
            send: { [whole = scope()] kept in
                let ids = whole.value(stack).ids
                guard kept.count < ids.count, ids.starts(with: kept) else { return }
                // Late, if the path that was read is that of a stack which has been replaced.
                if let origin = shown.origin, origin != whole.value(stack).origin { return }
                _ = whole.link.send(path.embed(.popTo(kept.last)), nil, site)
            }
        )
    }

    /// Returns the handle of a stack's element; nil if it is not on the stack.
    ///
    /// Observes which elements there are, and of which stack: the elements of another stack in its place have other handles,
    /// even if their ids are equal.
    public func scope<Element, ElementAction>(
        stack: KeyPath<ViewState, StackState<Element>>,
        id: StackElementID,
        action: CaseKeyPath<Action, StackAction<Element, ElementAction>>,
        fileID: StaticString = #fileID, line: UInt = #line
    ) -> ScopedViewModel<ElementAction, Element>? {
        scope().rows(stack, action, CallSite(fileID, line))[id: id]?.scope(state: \.element, fileID: fileID, line: line)
    }
}

extension ScopedViewModel where Action: CasePathable {
    /// The elements of the stack that is there now; none when another one has taken its place.
    func rows<Element, ElementAction>(
        _ stack: KeyPath<ViewState, StackState<Element>>,
        _ action: CaseKeyPath<Action, StackAction<Element, ElementAction>>,
        _ site: CallSite
    ) -> ScopedRows<ElementAction, [StackState<Element>.Entry], StackElementID> {
        // Observed: a stack may be replaced by one with the same ids.
        let origin = read(stack.appending(path: \.origin))
        return rows(
            { whole in
                let stack = whole.assumingMemoryBound(to: ViewState.self).pointee[keyPath: stack]
                return stack.origin == origin ? stack.entries : []
            },
            PartKey(stack, action, stack: origin),
            { $0.id },
            site,
            embed: { AnyCasePath(action).identified().embedValue }
        )
    }
}

/// The stack whose path a binding has returned last.
@MainActor
private final class ShownPath {
    var origin: UInt64?
}
