/// A clock that must not be used: reading it or sleeping on it records an issue.
///
/// For a feature that should not use time in a test. *Behavior*: `now` does not move; a sleep lets other tasks run and
/// returns. The issue is recorded at the place where the clock was made.
public struct UnimplementedClock: Clock, Sendable {
    /// The instants of a ``TestClock``.
    public typealias Instant = TestClock.Instant

    private let name: String
    private let site: TestSite

    /// - Parameter name: the name of the clock in the issue.
    public init(
        _ name: String = "UnimplementedClock",
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) {
        self.name = name
        self.site = TestSite(fileID, filePath, line, column)
    }

    /// Records an issue, and returns the first instant.
    public var now: Instant {
        Failure("\(name) was asked for the time, but is not meant to be used in this test", at: site).record()
        return Instant()
    }

    /// Zero.
    public var minimumResolution: Duration { .zero }

    /// Records an issue, lets other tasks run and returns; throws only in a cancelled task.
    public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
        Failure(
            "\(name) was asked to sleep until \(deadline), but is not meant to be used in this test",
            at: site
        ).record()
        await giveWay()
        try Task.checkCancellation()
    }
}
