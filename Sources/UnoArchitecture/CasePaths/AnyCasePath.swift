/// Extracts the value of one case of an enum and embeds a value in it: two closures and the name of the case.
///
/// Complexity: extracting and embedding are one closure call each; no key path is involved.
@frozen
public struct AnyCasePath<Root, Value>: Sendable {
    @usableFromInline package let embedValue: @Sendable (Value) -> Root
    @usableFromInline package let extractValue: @Sendable (Root) -> Value?
    /// The name of the case, for messages; for a path of several steps, their names joined by dots.
    public let name: String

    /// Creates a case path from two closures.
    ///
    /// - Parameters:
    ///   - embed: returns the case with a value.
    ///   - extract: returns the value of the case, or nil in another case.
    ///   - name: the name of the case; by default that of the computed property that creates the path.
    ///     The initial value of a stored property has to state it: there, the default is the name of the type.
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

    /// Creates the case path that `keyPath` names.
    ///
    /// Complexity: a key-path look-up of some microseconds; do it when a graph is made, not per action.
    public init(_ keyPath: CaseKeyPath<Root, Value>) {
        let path = Case<Root>()[keyPath: keyPath].casePathSoFar
        // The cast cannot fail: a path is built from its root, and the key path's type is that of its end.
        self = ((path as? CasePathStart<Root>)?.identity as Any? ?? path) as! Self
    }

    /// Returns the case with `value` in it.
    @inlinable
    public func embed(_ value: Value) -> Root { embedValue(value) }

    /// Returns the value of the case, or nil if `root` is in another case.
    @inlinable
    public func extract(from root: Root) -> Value? { extractValue(root) }

    /// Returns the path through this case to a case of its value.
    public func appending<Next>(_ next: AnyCasePath<Value, Next>) -> AnyCasePath<Root, Next> {
        AnyCasePath<Root, Next>(
            embed: { embed(next.embed($0)) },
            extract: { extract(from: $0).flatMap(next.extract(from:)) },
            // The step to a row is written with a subscript.
            name: next.name.hasPrefix("[") ? "\(name)\(next.name)" : "\(name).\(next.name)"
        )
    }
}

// MARK: Key paths to cases

/// The root and the target of a ``CaseKeyPath``: its members are the cases of `Value`.
@dynamicMemberLookup
public struct Case<Value>: Sendable {
    /// Not `path`, which would hide a case of that name.
    let casePathSoFar: any CasePathEnding<Value>

    init() {
        casePathSoFar = CasePathStart<Value>()
    }

    init(path: any CasePathEnding<Value>) {
        casePathSoFar = path
    }

    /// A case of the value.
    public subscript<Next>(
        dynamicMember keyPath: KeyPath<Value.AllCasePaths, AnyCasePath<Value, Next>>
    ) -> Case<Next> where Value: CasePathable {
        Case<Next>(path: casePathSoFar.appended(Value.allCasePaths[keyPath: keyPath]))
    }
}

/// A case path with its root erased, so that key paths of any root can extend it.
protocol CasePathEnding<Value>: Sendable {
    /// The type of the associated value.
    associatedtype Value
    func appended<Next>(_ next: AnyCasePath<Value, Next>) -> any CasePathEnding<Next>
    /// The value in `root`, which is of the path's root type.
    func erasedValue(in root: Any) -> Any?
    /// The root with `value` in it; nil if the value has another type.
    func erasedRoot(with value: Any) -> Any?
}

extension AnyCasePath: CasePathEnding {
    func appended<Next>(_ next: AnyCasePath<Value, Next>) -> any CasePathEnding<Next> { appending(next) }

    func erasedValue(in root: Any) -> Any? { (root as? Root).flatMap(extract).map { $0 as Any } }

    func erasedRoot(with value: Any) -> Any? { (value as? Value).map(embed) }
}

/// A ``Case`` of any value, as a ``PartialCaseKeyPath`` returns it.
protocol AnyCase {
    var erasedPath: any CasePathEnding { get }
}

extension Case: AnyCase {
    var erasedPath: any CasePathEnding { casePathSoFar }
}

/// The path without steps. The first step replaces it, so that a path of one step calls only that step's closures.
struct CasePathStart<Value>: CasePathEnding {
    /// The path of `\.self`.
    var identity: any CasePathEnding<Value> { AnyCasePath<Value, Value>(embed: { $0 }, extract: { $0 }, name: "self") }

    func appended<Next>(_ next: AnyCasePath<Value, Next>) -> any CasePathEnding<Next> { next }

    func erasedValue(in root: Any) -> Any? { root }

    func erasedRoot(with value: Any) -> Any? { value }
}

// MARK: Matches

/// The value of the case that an enum is in, and the path to that case.
///
/// A key path from a `@dynamicMemberLookup` enum ends in this type where a function must embed as well as extract:
/// `\Action.query`, or `\Action.search?.query` for a case inside a case.
@dynamicMemberLookup
public struct CaseMatch<Root, Value> {
    /// The path from the enum to the case.
    public let path: AnyCasePath<Root, Value>
    /// The value of the case.
    public let value: Value

    /// Nil if `root` is in another case.
    init?(_ root: Root, _ path: AnyCasePath<Root, Value>) {
        guard let value = path.extract(from: root) else { return nil }
        self.init(path: path, value: value)
    }

    private init(path: AnyCasePath<Root, Value>, value: Value) {
        self.path = path
        self.value = value
    }

    /// The match of a case inside the value.
    public subscript<Next>(
        dynamicMember next: KeyPath<Value.AllCasePaths, AnyCasePath<Value, Next>>
    ) -> CaseMatch<Root, Next>? where Value: CasePathable {
        let next = Value.allCasePaths[keyPath: next]
        return next.extract(from: value).map { CaseMatch<Root, Next>(path: path.appending(next), value: $0) }
    }
}
