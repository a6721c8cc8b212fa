internal import AsyncKit

/// A clock whose type is not part of its user's type.
///
/// `any Clock<Duration>` serves where only durations count. `AnyClock` also has instants, so generic code can compute
/// deadlines. They are relative to its creation: compare only instants of the same `AnyClock`.
public struct AnyClock<Duration: DurationProtocol & Hashable>: Clock {
    /// A moment of the erased clock: the time since the erased clock was made.
    public struct Instant: InstantProtocol {
        let offset: Duration

        /// The moment after `duration`.
        public func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
        /// The time from this moment to `other`.
        public func duration(to other: Instant) -> Duration { other.offset - offset }
        /// Whether `left` is earlier.
        public static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
    }

    private let sinceStart: @Sendable () -> Duration
    private let sleepUntil: @Sendable (Duration, Duration?) async throws -> Void
    /// The resolution of the underlying clock.
    public let minimumResolution: Duration

    /// Erases `base`.
    public init(_ base: some Clock<Duration>) {
        let start = base.now
        sinceStart = { start.duration(to: base.now) }
        sleepUntil = { try await base.sleep(until: start.advanced(by: $0), tolerance: $1) }
        minimumResolution = base.minimumResolution
    }

    /// The current moment.
    public var now: Instant { Instant(offset: sinceStart()) }

    /// Sleeps on the underlying clock; throws if the task is cancelled.
    public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
        try await sleepUntil(deadline.offset, tolerance)
    }
}

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
