/// An action for one row of a collection.
@frozen
public struct IdentifiedAction<ID: Hashable & Sendable, Action: Sendable>: Sendable {
    /// The id of the row.
    public var id: ID
    /// The action for the row.
    public var action: Action

    /// Creates an action for the row with the given id.
    @inlinable
    public init(id: ID, action: Action) {
        self.id = id
        self.action = action
    }
}

extension IdentifiedAction: Equatable where Action: Equatable {}
extension IdentifiedAction: Hashable where Action: Hashable {}

/// The type of the value in the case that ``Interactor/forEach(_:action:fileID:line:row:)`` takes: ``IdentifiedAction``.
///
/// A protocol for the sake of the compiler's message: it says of any other case that its value does not conform.
public protocol IdentifiedActionProtocol<ID, Action>: Sendable {
    /// The id of a row.
    associatedtype ID: Hashable & Sendable
    /// The action of a row.
    associatedtype Action: Sendable

    /// Converts a case path to `Self` into one to an ``IdentifiedAction``.
    static func path<Root>(_ path: AnyCasePath<Root, Self>) -> AnyCasePath<Root, IdentifiedAction<ID, Action>>
}

extension IdentifiedAction: IdentifiedActionProtocol {
    /// The path of the actions of a row, unchanged.
    @inlinable
    public static func path<Root>(_ path: AnyCasePath<Root, Self>) -> AnyCasePath<Root, Self> { path }
}

// MARK: Paths

extension Case {
    /// The actions of one row: `\.rows[id: 3].done`.
    public subscript(id id: Value.ID) -> Case<Value.Action> where Value: IdentifiedActionProtocol {
        let path = AnyCasePath<Value, Value>(embed: { $0 }, extract: { $0 }, name: "")
        return Case<Value.Action>(path: casePathSoFar.appended(Value.path(path).row(id)))
    }

    /// The actions of one row, for a case that holds a tuple.
    public subscript<ID: Hashable & Sendable, Action: Sendable>(id id: ID) -> Case<Action>
    where Value == (id: ID, action: Action) {
        Case<Action>(
            path: casePathSoFar.appended(
                AnyCasePath(
                    embed: { (id: id, action: $0) },
                    extract: { $0.id == id ? $0.action : nil },
                    name: "[id: \(id)]"
                )
            )
        )
    }
}

extension AnyCasePath {
    /// The path to the actions of the row with `id`.
    fileprivate func row<ID, Action>(_ id: ID) -> AnyCasePath<Root, Action>
    where Value == IdentifiedAction<ID, Action> {
        AnyCasePath<Root, Action>(
            embed: { embed(IdentifiedAction(id: id, action: $0)) },
            extract: { root in extract(from: root).flatMap { $0.id == id ? $0.action : nil } },
            name: "[id: \(id)]"
        )
    }
}
