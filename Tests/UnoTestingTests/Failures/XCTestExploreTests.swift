import UnoTesting
import XCTest

/// Exploring within a test of XCTest, in a file that does not import Swift Testing.
final class XCTestExploreTests: XCTestCase {
    func testAFailingExplorationFailsTheTest() {
        let line = UInt(#line + 2)
        let (_, failures) = recording {
            explore(schedules: 10) { scenario in scenario.fail("wrong") }
        }
        XCTAssertEqual(failures.map(\.line), [Int(line)])
        XCTAssertTrue(failures.first?.text.contains("expectation: wrong") ?? false)
    }

    private var failures: [(text: String, line: Int)] = []

    private func recording<Result>(_ body: () -> Result) -> (Result, [(text: String, line: Int)]) {
        failures = []
        let result = body()
        defer { failures = [] }
        return (result, failures)
    }

    #if canImport(Darwin)
        override func record(_ issue: XCTIssue) {
            failures.append((issue.compactDescription, issue.sourceCodeContext.location?.lineNumber ?? 0))
        }
    #else
        override func recordFailure(
            withDescription description: String, inFile filePath: String, atLine lineNumber: Int, expected: Bool
        ) { failures.append((description, lineNumber)) }
    #endif
}
