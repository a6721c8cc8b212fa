/// A way to a case of an enum and back: two stored closures, and a name.
///
/// Complexity: extracting and embedding are one closure call each, with no key path involved.
@frozen
public struct AnyCasePath<Root, Value>: Sendable {
    @usableFromInline let embedValue: @Sendable (Value) -> Root
    @usableFromInline let extractValue: @Sendable (Root) -> Value?
    /// The name of the case, for messages; of a path of several steps, their names with dots between them.
    public let name: String

    /// - Parameter name: the name of the case; by default that of the property that makes the path.
    @inlinable
    public init(
        embed: @escaping @Sendable (Value) -> Root,
        extract: @escaping @Sendable (Root) -> Value?,
        name: String = #function
    ) {
        self.embedValue = embed
        self.extractValue = extract
        self.name = name
    }

    /// The closures that `keyPath` leads to, found once.
    ///
    /// Complexity: a key-path look-up of some microseconds; do it when a graph is made, not per action.
    public init(_ keyPath: CaseKeyPath<Root, Value>) where Root: CasePathable {
        let path = Case<Root>()[keyPath: keyPath].path
        // The cast holds: a path is built from its root, and its end is its type.
        self = ((path as? CasePathStart<Root>)?.identity as Any? ?? path) as! Self
    }

    /// `value` in its case.
    @inlinable
    public func embed(_ value: Value) -> Root { embedValue(value) }

    /// The value of the case, or nil if `root` is in another one.
    @inlinable
    public func extract(from root: Root) -> Value? { extractValue(root) }

    /// The path that goes on from this one's value.
    public func appending<Next>(_ next: AnyCasePath<Value, Next>) -> AnyCasePath<Root, Next> {
        AnyCasePath<Root, Next>(
            embed: { embed(next.embed($0)) },
            extract: { extract(from: $0).flatMap(next.extract(from:)) },
            name: "\(name).\(next.name)"
        )
    }
}
