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
        Issue.record(Comment(rawValue: message), sourceLocation: location)
        if Test.current == nil, !XCTestLink.receivesIssues {
            XCTestLink.fail?(message, site.filePath, site.line)
        }
    }
}
