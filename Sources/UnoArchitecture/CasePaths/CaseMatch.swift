/// The value of the case that an enum is in, and the path to that case.
///
/// The type that a key path from the enum ends in where a function needs the way back: `\Action.query`, or
/// `\Action.search?.query` for a case inside a case. The enum has to be `@dynamicMemberLookup`.
@dynamicMemberLookup
public struct CaseMatch<Root, Value> {
    public let path: AnyCasePath<Root, Value>
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
