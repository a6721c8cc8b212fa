internal import AsyncKit

/// Checks the bounds that a program gives to something that belongs to no graph. A bound that cannot be used is reported to the
/// current hook, and the nearest usable value takes its place.
package struct Bounds: Sendable {
    /// Where a bound was given.
    package typealias Place = (fileID: StaticString, line: UInt)

    /// What the bounds are called in reports, and whose they are.
    private let (kind, owner): (String, String)

    /// - Parameters:
    ///   - kind: as in `limit`.
    ///   - owner: as in `a host`.
    package init(_ kind: String, of owner: String) { (self.kind, self.owner) = (kind, owner) }

    /// Returns `capacity`; if it is below 1, reports that and returns 1.
    package func usable(_ capacity: Int, _ name: StaticString, at place: Place? = nil) -> Int {
        guard capacity < 1 else { return capacity }
        report(.invalidCapacity, name, "is \(capacity), which is below 1; 1 is used", place)
        return 1
    }

    /// Returns `duration`, of which more than a century counts as a century; if it is not positive, reports that and returns a
    /// millisecond.
    package func usable(_ duration: Duration, _ name: StaticString, at place: Place? = nil) -> Duration {
        guard duration <= .zero else { return duration.asWindow }
        // Shorter times would make whoever waits for them busy.
        let least = Duration.milliseconds(1)
        report(.negativeDuration, name, "is \(duration), which is not positive; \(least) is used", place)
        return least
    }

    private func report(_ kind: Diagnostic.Kind, _ name: StaticString, _ problem: String, _ place: Place?) {
        let message = "The \(self.kind) \(name) of \(owner) \(problem)"
        Diagnostics.current.report(Diagnostic(kind, message, at: place.map { CallSite($0.fileID, $0.line) }))
    }
}
