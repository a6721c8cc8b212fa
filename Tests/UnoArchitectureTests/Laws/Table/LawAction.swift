import UnoArchitecture

/// The actions of every row of the law table.
enum LawAction: Sendable, Hashable, CasePathable {
    /// For the part that the law is about.
    case act(Int)
    /// The same, for a row of a collection.
    case row(IdentifiedAction<Int, Int>)
    /// The state of a child.
    case state(Int)

    struct AllCasePaths: Sendable {
        let act = AnyCasePath<LawAction, Int>(
            embed: { .act($0) }, extract: { if case .act(let number) = $0 { number } else { nil } })
        let row = AnyCasePath<LawAction, IdentifiedAction<Int, Int>>(
            embed: { .row($0) }, extract: { if case .row(let action) = $0 { action } else { nil } })
        let state = AnyCasePath<LawAction, Int>(
            embed: { .state($0) }, extract: { if case .state(let number) = $0 { number } else { nil } })
    }
    static let allCasePaths = AllCasePaths()
}
