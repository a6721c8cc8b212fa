// What the compiler is to say of a part of the state that cannot be set. The functions that compose take a `WritableKeyPath`, and
// for any other path, be it one to a constant or to a property that does not exist, the compiler reports two or three errors about
// its own types. These overloads fit where those do not, and cannot be called: a constant is told so, and a misspelt property or
// case is the one error that is left.

extension Scope {
    /// Cannot be called: the compiler's words for a part that cannot be set.
    @available(*, unavailable, message: "the part has to be a variable: a child changes it in place")
    @_disfavoredOverload
    public init<PartState, PartAction>(
        state: any KeyPath<DomainState, PartState> & Sendable, action: CaseKeyPath<Action, PartAction>,
        fileID: StaticString = #fileID, line: UInt = #line,
        @InteractorBuilder<PartState, PartAction> child: () -> Child
    ) where Action: CasePathable, Child: Interactor<PartState, PartAction> {
        fatalError("Scope was called with a path to a part that cannot be set")
    }
}

extension Interactor {
    /// Cannot be called: the compiler's words for a part that cannot be set.
    @available(*, unavailable, message: "the part has to be a variable: a child changes it in place")
    @_disfavoredOverload
    public func ifLet<PartState, PartAction, Child: Interactor<PartState, PartAction>>(
        _ state: any KeyPath<DomainState, PartState?> & Sendable,
        action: CaseKeyPath<Action, PartAction>,
        fileID: StaticString = #fileID, line: UInt = #line,
        @InteractorBuilder<PartState, PartAction> run child: () -> Child
    ) -> Interactors.IfLet<Self, Child> where Action: CasePathable {
        fatalError("ifLet was called with a path to a part that cannot be set")
    }

    /// Cannot be called: the compiler's words for a part that cannot be set.
    @available(*, unavailable, message: "the collection has to be a variable: the rows change it in place")
    @_disfavoredOverload
    public func forEach<Items, RowAction, Child: Interactor<Items.Element, RowAction>>(
        _ items: any KeyPath<DomainState, Items> & Sendable,
        action: CaseKeyPath<Action, IdentifiedAction<Items.Element.ID, RowAction>>,
        fileID: StaticString = #fileID, line: UInt = #line,
        @InteractorBuilder<Items.Element, RowAction> row child: () -> Child
    ) -> Interactors.ForEach<Self, Items, Items.Element.ID, Child>
    where Action: CasePathable, Items.Element: Identifiable {
        fatalError("forEach was called with a path to a collection that cannot be set")
    }

    /// Cannot be called: the compiler's words for a part that cannot be set.
    @available(*, unavailable, message: "the collection has to be a variable: the rows change it in place")
    @_disfavoredOverload
    public func forEach<Items, ID, RowAction, Child: Interactor<Items.Element, RowAction>>(
        _ items: any KeyPath<DomainState, Items> & Sendable,
        id: any KeyPath<Items.Element, ID> & Sendable,
        action: CaseKeyPath<Action, IdentifiedAction<ID, RowAction>>,
        fileID: StaticString = #fileID, line: UInt = #line,
        @InteractorBuilder<Items.Element, RowAction> row child: () -> Child
    ) -> Interactors.ForEach<Self, Items, ID, Child> where Action: CasePathable {
        fatalError("forEach was called with a path to a collection that cannot be set")
    }
}
