internal import AsyncKit

/// The type-erased clock of a graph. A class, so that a host that is given none stores only one word.
package final class GraphClock: Sendable {
    package static let continuous = GraphClock(ContinuousClock())

    private let sleepFor: @Sendable (Duration) async throws -> Void
    private let sinceStart: @Sendable () -> Duration

    package init(_ clock: some Clock<Duration>) {
        let start = clock.now
        sleepFor = { try await clock.sleep(for: $0) }
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

    /// Sleeps for `duration`, or for a century if it is longer; returns false if the task is cancelled or the clock fails.
    package func sleep(for duration: Duration) async -> Bool { (try? await sleepFor(duration.asWindow)) != nil }
}
