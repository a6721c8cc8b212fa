package import Testing

/// A failure of a test, and the place of the call that it belongs to.
package struct Failure: Sendable {
    package let message: String
    package let site: TestSite

    /// The number of characters after which a message is cut.
    private static let limit = 50_000

    package init(_ message: String, at site: TestSite) {
        let rest = message.count - Self.limit
        self.message = rest > 0 ? "\(message.prefix(Self.limit))\n… \(rest) more characters" : message
        self.site = site
    }

    /// Records an issue with Swift Testing, and a failure with XCTest if no test of Swift Testing is running.
    ///
    /// Outside its own tests, Swift Testing attributes an issue to the whole run, which fails. In a process that runs
    /// the tests of XCTest it drops the issue, unless XCTest has registered for issues (proposal ST-0021). XCTest in
    /// turn drops a failure while none of its own tests is running.
    ///
    /// - Parameter expectation: the place of the `#expect` that failed, which replaces `site`.
    package func record(at expectation: SourceLocation? = nil) {
        let location =
            expectation
            ?? SourceLocation(
                fileID: "\(site.fileID)",
                filePath: "\(site.filePath)",
                line: Int(site.line),
                column: Int(site.column)
            )
        guard !Self.isExpected(message, at: location) else { return }
        Issue.record(Comment(rawValue: message), sourceLocation: location)
        if Test.current == nil, !XCTestLink.receivesIssues {
            XCTestLink.fail?(message, site.filePath, site.line)
        }
    }
}

extension Failure {
    /// Takes what is recorded in the current task, in place of an issue: for a property test, which tells it of the
    /// shortest sequence, and for this library's own tests. These make features fail and look at what is said; a known
    /// issue would stand in the summary of their run.
    @TaskLocal package static var expectation: (@Sendable (_ message: String, _ location: SourceLocation) -> Void)?

    /// Whether the current task takes failures, and has taken this one. Failures within an explored scenario are not its own.
    static func isExpected(_ message: String, at location: SourceLocation) -> Bool {
        guard Scenario.current == nil, let expectation else { return false }
        expectation(message, location)
        return true
    }
}
