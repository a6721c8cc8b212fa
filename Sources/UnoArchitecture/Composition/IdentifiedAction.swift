/// An action for one row of a collection: `case row(.element(let id, .toggle))` in a `switch`.
@frozen
public enum IdentifiedAction<ID: Hashable & Sendable, Action: Sendable>: Sendable {
    /// An action of the row with the given id.
    case element(id: ID, action: Action)

    /// Creates an action of the row with the given id, where a type's name reads better than the case.
    @inlinable
    public init(id: ID, action: Action) { self = .element(id: id, action: action) }

    /// The id of the row.
    @inlinable
    public var id: ID {
        switch self {
        case .element(let id, _): id
        }
    }

    /// The action for the row.
    @inlinable
    public var action: Action {
        switch self {
        case .element(_, let action): action
        }
    }
}

extension IdentifiedAction: Equatable where Action: Equatable {}
extension IdentifiedAction: Hashable where Action: Hashable {}
extension IdentifiedAction: Codable where ID: Codable, Action: Codable {}

/// The type of the value in the case that ``Interactor/forEach(_:action:fileID:line:row:)`` takes: ``IdentifiedAction``, or the
/// actions of a navigation stack.
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
}

extension AnyCasePath {
    /// The path to the actions of the row with `id`.
    fileprivate func row<ID, Action>(_ id: ID) -> AnyCasePath<Root, Action>
    where Value == IdentifiedAction<ID, Action> {
        AnyCasePath<Root, Action>(
            embed: { embed(.element(id: id, action: $0)) },
            extract: { root in extract(from: root).flatMap { $0.id == id ? $0.action : nil } },
            name: "[id: \(id)]"
        )
    }
}
