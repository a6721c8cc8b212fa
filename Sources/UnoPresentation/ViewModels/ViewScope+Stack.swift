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
    /// Reading it observes which elements there are. Setting fewer ids, as a user does who goes back, sends
    /// `.popTo`, unless others have taken the places of the elements that were read last. Elements are pushed by the action `.push`.
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
                let elements = whole.rows(stack, action, site).ids
                shown.elements = elements
                return elements.map(\.id)
            },
            send: { [whole = scope()] kept in
                let present = whole.value(stack).entries.map(\.identity)
                guard kept.count < present.count, present.map(\.id).starts(with: kept) else { return }
                // Late, if others have taken the places of the elements that were read.
                if let shown = shown.elements {
                    guard kept.count < shown.count, zip(shown, present).allSatisfy(==) else { return }
                }
                _ = whole.link.send(path.embed(.popTo(kept.last)), nil, site)
            }
        )
    }

    /// Returns the handle of a stack's element; nil if it is not on the stack.
    ///
    /// Observes which elements there are: those of another stack in its place have other handles, even if their ids are equal.
    public func scope<Element, ElementAction>(
        stack: KeyPath<ViewState, StackState<Element>>,
        id: StackElementID,
        action: CaseKeyPath<Action, StackAction<Element, ElementAction>>,
        fileID: StaticString = #fileID, line: UInt = #line
    ) -> ScopedViewModel<ElementAction, Element>? {
        let whole = scope()
        let rows = whole.rows(stack, action, CallSite(fileID, line))
        guard let entry = whole.value(stack).entries.first(where: { $0.id == id }) else { return nil }
        return rows[id: entry.identity]?.scope(state: \.element, fileID: fileID, line: line)
    }
}

extension ScopedViewModel where Action: CasePathable {
    /// The elements of the stack; one that has taken the place of another has a handle of its own, whatever its id.
    func rows<Element, ElementAction>(
        _ stack: KeyPath<ViewState, StackState<Element>>,
        _ action: CaseKeyPath<Action, StackAction<Element, ElementAction>>,
        _ site: CallSite
    ) -> ScopedRows<ElementAction, [StackState<Element>.Entry], StackElementIdentity> {
        rows(
            ScopedViewModel.find(stack.appending(path: \.entries)),
            PartKey(stack, action),
            { $0.identity },
            site,
            embed: {
                let embed = AnyCasePath(action).identified().embedValue
                return { row in
                    switch row {
                    case .element(let identity, let action): embed(.element(id: identity.id, action: action))
                    }
                }
            }
        )
    }
}

/// The elements whose path a binding has returned last; nil if it has returned none.
@MainActor
private final class ShownPath {
    var elements: [StackElementIdentity]?
}
