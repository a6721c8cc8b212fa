/// The case paths of a `Result`, as in `\.response.success`.
///
/// A `Result` does not conform to ``CasePathable``: the compiler crashes at a key path that needs the conformance of a result
/// of `Void`.
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

extension Case {
    /// A case of a result.
    public subscript<Success, Failure: Error, Next>(
        dynamicMember keyPath: KeyPath<ResultCasePaths<Success, Failure>, AnyCasePath<Result<Success, Failure>, Next>>
    ) -> Case<Next> where Value == Result<Success, Failure> {
        Case<Next>(path: path.appended(ResultCasePaths<Success, Failure>()[keyPath: keyPath]))
    }
}
