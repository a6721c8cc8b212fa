internal import AsyncKit
internal import Synchronization

/// The type-erased clock of a graph, a group or a session; its moments are durations since it was made. A class, so that a host that
/// is given none stores only one word.
package final class GraphClock: Sendable {
    /// Without the hook of the task that asks for it first: it would be kept for good, and a clock of the system does not fail.
    package static let continuous = Diagnostics.$local.withValue(nil) { GraphClock(ContinuousClock()) }

    /// Until the moment at which `now` is this.
    private let sleepUntil: @Sendable (Duration) async throws -> Void
    private let sinceStart: @Sendable () -> Duration
    /// Whether the clock has failed to sleep; from then on the substitute sleeps.
    private let hasFailed = Atomic(false)
    private let substitute: any Clock<Duration>
    private let diagnostics = Diagnostics.current
    private let site: CallSite?

    /// - Parameters:
    ///   - site: where the clock was given.
    ///   - substitute: takes the place of one that fails; that of a test is one that the test moves.
    package init(
        _ clock: some Clock<Duration>,
        at site: CallSite? = nil,
        substitute: any Clock<Duration> = ContinuousClock()
    ) {
        (self.site, self.substitute) = (site, substitute)
        let start = clock.now
        sleepUntil = { try await clock.sleep(until: start.advanced(by: $0), tolerance: nil) }
        sinceStart = { start.duration(to: clock.now) }
    }

    /// The time since this object was made.
    package var now: Duration { sinceStart() }

    /// The nanoseconds since this object was made; for a clock that has moved further than fits, as many as fit.
    var nanoseconds: Int64 {
        let now = now
        if now >= .nanoseconds(Int64.max) { return .max }
        if now <= .nanoseconds(Int64.min) { return .min }
        let (seconds, attoseconds) = now.components
        return seconds &* 1_000_000_000 &+ attoseconds / 1_000_000_000
    }

    /// Sleeps for `duration`, or for a century if it is longer; returns false if the task is cancelled.
    ///
    /// A clock that fails to sleep is reported once, and the system's takes its place: a limit that is never reached would be
    /// waited for in silence.
    package func sleep(for duration: Duration) async -> Bool {
        await sleep(until: now.adding(saturated: duration.asWindow), duration)
    }

    /// As ``sleep(for:)``, until `now` is `moment`.
    package func sleep(until moment: Duration) async -> Bool {
        let now = now
        let duration = moment.subtracting(saturated: now).asWindow
        return await sleep(until: now.adding(saturated: duration), duration)
    }

    /// - Parameter duration: how long the substitute sleeps.
    private func sleep(until moment: Duration, _ duration: Duration) async -> Bool {
        if !hasFailed.load(ordering: .relaxed) {
            do {
                try await sleepUntil(moment)
                return true
            } catch {
                if Task.isCancelled { return false }
                if !hasFailed.exchange(true, ordering: .relaxed) {
                    let message = "A clock did not sleep: \(error); the system's takes its place"
                    diagnostics.report(Diagnostic(.unreliableClock, message, at: site))
                }
            }
        }
        return (try? await substitute.sleep(for: duration.asWindow)) != nil
    }
}
