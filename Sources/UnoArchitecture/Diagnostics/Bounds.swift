// Bounds that belong to no graph. Each value that cannot be used is reported, to the current hook.

extension Diagnostics {
    /// Where a bound was given.
    package typealias Place = (fileID: StaticString, line: UInt)

    /// Returns `capacity`; if it is below 1, reports that and returns 1.
    ///
    /// - Parameter name: of the bound; the beginning of the message.
    package static func usable(_ capacity: Int, for name: @autoclosure () -> String, at place: Place?) -> Int {
        guard capacity < 1 else { return capacity }
        report(.invalidCapacity, "\(name()) is \(capacity), which is below 1; 1 is used", place)
        return 1
    }

    /// Returns `duration`; if it is not positive, reports that and returns a millisecond.
    ///
    /// - Parameter name: of the bound; the beginning of the message.
    package static func usable(
        _ duration: Duration,
        for name: @autoclosure () -> String,
        at place: Place?
    ) -> Duration {
        guard duration <= .zero else { return duration }
        // Shorter times would make whoever waits for them busy.
        let least = Duration.milliseconds(1)
        report(.negativeDuration, "\(name()) is \(duration), which is not positive; \(least) is used", place)
        return least
    }

    private static func report(_ kind: Diagnostic.Kind, _ message: String, _ place: Place?) {
        current.report(Diagnostic(kind, message, at: place.map { CallSite($0.fileID, $0.line) }))
    }
}
