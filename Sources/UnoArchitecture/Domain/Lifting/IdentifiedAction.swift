/// An action for one row of a collection.
@frozen
public struct IdentifiedAction<ID: Hashable & Sendable, Action: Sendable>: Sendable {
    /// Which row.
    public var id: ID
    /// What the row is to do.
    public var action: Action

    @inlinable
    public init(id: ID, action: Action) {
        self.id = id
        self.action = action
    }
}

extension IdentifiedAction: Equatable where Action: Equatable {}
extension IdentifiedAction: Hashable where Action: Hashable {}
