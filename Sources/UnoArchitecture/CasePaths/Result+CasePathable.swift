/// The cases of a result, as in `\.response.success`.
extension Result: CasePathable {
    /// One path for each of the two cases.
    public struct AllCasePaths: Sendable {
        /// The value of a success.
        public var success: AnyCasePath<Result, Success> {
            AnyCasePath(embed: { .success($0) }, extract: { if case .success(let value) = $0 { value } else { nil } })
        }

        /// The error of a failure.
        public var failure: AnyCasePath<Result, Failure> {
            AnyCasePath(embed: { .failure($0) }, extract: { if case .failure(let error) = $0 { error } else { nil } })
        }
    }

    /// The paths of both cases.
    public static var allCasePaths: AllCasePaths { AllCasePaths() }
}
