package import Testing

/// A failed expectation of a test, at the call that it belongs to.
package struct Failure: Sendable {
    package let message: String
    package let site: TestSite

    package init(_ message: String, at site: TestSite) { (self.message, self.site) = (message, site) }

    /// Records an issue with Swift Testing; where none of its tests is running, a failure with XCTest, too.
    ///
    /// Outside a test of its own, Swift Testing takes an issue for one of the whole run, which fails; in a process that
    /// runs the tests of XCTest it drops it, unless XCTest has asked for it (proposal ST-0021). XCTest in turn drops a
    /// failure while none of its tests is running.
    ///
    /// - Parameter expectation: the place of the `#expect` that it comes from, in place of its own.
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
