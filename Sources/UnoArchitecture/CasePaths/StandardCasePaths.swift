/// A type whose values are in one of several cases, and that key paths to cases can start from: a ``CasePathable`` enum, an
/// optional or a result.
///
/// Optionals and results do not conform to ``CasePathable``: the compiler crashes at a key path that needs the conformance of
/// a result of `Void`.
public protocol CasePathRoot {}

extension Optional: CasePathRoot {}
extension Result: CasePathRoot {}

/// The case paths of a `Result`, as in `\.response.success`.
public struct ResultCasePaths<Success, Failure: Error>: Sendable {
    /// The value of a success.
    public var success: AnyCasePath<Result<Success, Failure>, Success> {
        AnyCasePath(embed: { .success($0) }, extract: { if case .success(let value) = $0 { value } else { nil } })
    }

    /// The error of a failure.
    public var failure: AnyCasePath<Result<Success, Failure>, Failure> {
        AnyCasePath(embed: { .failure($0) }, extract: { if case .failure(let error) = $0 { error } else { nil } })
    }
}

/// The case paths of an optional, as in `\.selection.some`.
public struct OptionalCasePaths<Wrapped>: Sendable {
    /// No value.
    public var none: AnyCasePath<Wrapped?, Void> {
        AnyCasePath(embed: { nil }, extract: { if case .none = $0 { () } else { nil } })
    }

    /// The wrapped value.
    public var some: AnyCasePath<Wrapped?, Wrapped> { AnyCasePath(embed: { $0 }, extract: { $0 }) }
}

extension Case {
    /// A case of a result.
    public subscript<Success, Failure: Error, Next>(
        dynamicMember keyPath: KeyPath<ResultCasePaths<Success, Failure>, AnyCasePath<Result<Success, Failure>, Next>>
    ) -> Case<Next> where Value == Result<Success, Failure> {
        Case<Next>(path: casePathSoFar.appended(ResultCasePaths<Success, Failure>()[keyPath: keyPath]))
    }

    /// A case of an optional.
    public subscript<Wrapped, Next>(
        dynamicMember keyPath: KeyPath<OptionalCasePaths<Wrapped>, AnyCasePath<Wrapped?, Next>>
    ) -> Case<Next> where Value == Wrapped? {
        Case<Next>(path: casePathSoFar.appended(OptionalCasePaths<Wrapped>()[keyPath: keyPath]))
    }
}
