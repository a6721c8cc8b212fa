public import Testing
internal import UnoArchitecture

/// Records what a test's features report to `Diagnostics` as issues of the test; see `diagnosticsAreIssues`.
public struct DiagnosticsTrait: TestTrait, SuiteTrait, TestScoping {
    public var isRecursive: Bool { true }

    @concurrent
    public func provideScope(
        for test: Test,
        testCase: Test.Case?,
        performing function: @Sendable @concurrent () async throws -> Void
    ) async throws {
        let hook = Diagnostics { diagnostic in
            let message = "\(diagnostic)"
            guard !Failure.isExpected(message, at: test.sourceLocation) else { return }
            Issue.record(Comment(rawValue: message), sourceLocation: test.sourceLocation)
        }
        try await Diagnostics.$local.withValue(hook) { try await function() }
    }
}

extension Trait where Self == DiagnosticsTrait {
    /// Records each misuse that the features of the test report as an issue, such as a call of a dependency that is not
    /// provided, or an id that two elements of an `IdentifiedArray` share.
    ///
    /// A harness does so by itself. This is for tests that make a `Runtime` or a `ViewModel`, or call code outside a graph.
    public static var diagnosticsAreIssues: Self { DiagnosticsTrait() }
}
