package import Testing
import UnoArchitecture

/// Takes what the features of a test report to `Diagnostics`, so that nothing is printed; see `misuse`.
package struct MisuseTrait: TestTrait, SuiteTrait, TestScoping {
    package var isRecursive: Bool { true }

    @concurrent
    package func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable @concurrent () async throws -> Void
    ) async throws { try await Diagnostics.$local.withValue(Diagnostics { _ in }) { try await function() } }
}

extension Trait where Self == MisuseTrait {
    /// The test misuses the library, and looks at what follows, not at the report. What other tests report is printed, and
    /// fails the gate.
    package static var misuse: Self { MisuseTrait() }
}
