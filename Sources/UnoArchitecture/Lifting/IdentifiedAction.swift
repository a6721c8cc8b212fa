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

/// What the case of a ``Interactor/forEach(_:action:fileID:line:row:)`` holds: an ``IdentifiedAction``.
///
/// A protocol, so that the compiler says of another case that what it holds does not conform.
public protocol IdentifiedActionProtocol<ID, Action>: Sendable {
    associatedtype ID: Hashable & Sendable
    associatedtype Action: Sendable

    /// `path` as one to an ``IdentifiedAction``.
    static func path<Root>(_ path: AnyCasePath<Root, Self>) -> AnyCasePath<Root, IdentifiedAction<ID, Action>>
}

extension IdentifiedAction: IdentifiedActionProtocol {
    @inlinable
    public static func path<Root>(_ path: AnyCasePath<Root, Self>) -> AnyCasePath<Root, Self> { path }
}
