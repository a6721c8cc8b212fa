import UnoTesting
import XCTest

/// The harness within a test of XCTest: its failures are the test's, at the place of the call.
final class XCTestFailureTests: XCTestCase {
    #if canImport(Darwin)
        private var failures: [(text: String, file: String, line: Int)] = []

        override func record(_ issue: XCTIssue) {
            let location = issue.sourceCodeContext.location
            failures.append((issue.compactDescription, location?.fileURL.path ?? "", location?.lineNumber ?? 0))
        }
    #else
        private var failures: [(text: String, file: String, line: Int)] = []

        override func recordFailure(
            withDescription description: String, inFile filePath: String, atLine lineNumber: Int, expected: Bool
        ) { failures.append((description, filePath, lineNumber)) }
    #endif

    /// What was recorded; it does not fail the test.
    private func takeFailures() -> [(text: String, file: String, line: Int)] {
        defer { failures = [] }
        return failures
    }

    func testAFailureOfTheHarnessIsAFailureOfTheTest() async {
        let loader = Loader(clock: TestClock())
        let harness = InteractorTestHarness(loader, clock: loader.clock)
        await harness.send(.increment, line: 10)
        await harness.send(.increment, line: 20) { $0.count = 2 }
        await harness.finish()
        let found = takeFailures()
        XCTAssertEqual(found.map(\.line), [10])
        XCTAssertEqual(found.map { $0.file.hasSuffix("XCTestFailureTests.swift") }, [true])
        XCTAssertEqual(
            found.map(\.text),
            [
                """
                failed - After .increment, the state is not what the test says:
                    count
                        expected: 0
                        actual:   1
                """
            ])
        XCTAssertTrue(takeFailures().isEmpty)
    }

    func testAnUnimplementedClockFailsTheTestThatUsesIt() async throws {
        try await UnimplementedClock("the clock of the timer", line: 30).sleep(for: .zero)
        XCTAssertEqual(takeFailures().map(\.line), [30, 30])
    }
}
