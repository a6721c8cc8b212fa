public import UnoArchitecture

// For the sake of the compiler's errors, as the file of the same name in UnoArchitecture: none of these can be called. `presents`
// for a dialog has none: with it the compiler finds no words for a case that holds another type.

extension Interactor {
    /// Cannot be called: the compiler's words for a part that cannot be set.
    @available(*, unavailable, message: "the part has to be a variable: a dismissal sets it to nil")
    @_disfavoredOverload
    public func presents<PartState, PartAction, Child: Interactor<PartState, PartAction>>(
        _ state: any KeyPath<DomainState, PartState?> & Sendable,
        action: CaseKeyPath<Action, PresentationAction<PartAction>>,
        fileID: StaticString = #fileID, line: UInt = #line,
        @InteractorBuilder<PartState, PartAction> child: () -> Child
    ) -> Interactors.Presents<Self, Child> where Action: CasePathable {
        fatalError("presents was called with a path to a part that cannot be set")
    }

    /// Cannot be called: the compiler's words for a part that cannot be set.
    @available(*, unavailable, message: "the stack has to be a variable: the elements change it in place")
    @_disfavoredOverload
    public func presents<Element, ElementAction, Child: Interactor<Element, ElementAction>>(
        stack: any KeyPath<DomainState, StackState<Element>> & Sendable,
        action: CaseKeyPath<Action, StackAction<Element, ElementAction>>,
        fileID: StaticString = #fileID, line: UInt = #line,
        @InteractorBuilder<Element, ElementAction> child: () -> Child
    ) -> Interactors.PresentsStack<Self, Child> where Action: CasePathable {
        fatalError("presents was called with a path to a stack that cannot be set")
    }
}
