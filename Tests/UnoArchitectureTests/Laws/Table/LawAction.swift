import UnoArchitecture

/// The actions of every row of the law table.
@CasePathable enum LawAction: Sendable, Hashable {
    /// For the part that the law is about.
    case act(Int)
    /// The same, for a row of a collection.
    case row(IdentifiedAction<Int, Int>)
    /// The state of a child.
    case state(Int)
}
