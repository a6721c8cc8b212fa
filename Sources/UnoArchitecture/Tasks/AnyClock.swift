internal import AsyncKit

/// A clock whose type is not part of its user's type.
///
/// `any Clock<Duration>` serves where only durations count. `AnyClock` also has instants, so generic code can compute
/// deadlines. They are relative to its creation: compare only instants of the same `AnyClock`.
public struct AnyClock<Duration: DurationProtocol & Hashable>: Clock {
    /// A moment of the erased clock: the time since the erased clock was made. Sums of `Swift.Duration` saturate.
    public struct Instant: InstantProtocol {
        let offset: Duration

        /// The moment after `duration`.
        public func advanced(by duration: Duration) -> Instant {
            guard let left = offset as? Swift.Duration, let right = duration as? Swift.Duration else {
                return Instant(offset: offset + duration)
            }
            return Instant(offset: left.adding(saturated: right) as! Duration)
        }
        /// The time from this moment to `other`.
        public func duration(to other: Instant) -> Duration {
            guard let left = other.offset as? Swift.Duration, let right = offset as? Swift.Duration else {
                return other.offset - offset
            }
            return left.subtracting(saturated: right) as! Duration
        }
        /// Whether `left` is earlier.
        public static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
    }

    private let sinceStart: @Sendable () -> Duration
    private let sleepUntil: @Sendable (Duration, Duration?) async throws -> Void
    private let baseMoment: @Sendable (Duration) -> ClockMoment
    /// The resolution of the underlying clock.
    public let minimumResolution: Duration

    /// Erases `base`.
    public init(_ base: some Clock<Duration>) {
        let start = base.now
        sinceStart = { start.duration(to: base.now) }
        sleepUntil = { try await base.sleep(until: start.advanced(by: $0), tolerance: $1) }
        baseMoment = { ClockMoment(start.advanced(by: $0), on: base) }
        minimumResolution = base.minimumResolution
    }

    /// The current moment.
    public var now: Instant { Instant(offset: sinceStart()) }

    /// Sleeps on the underlying clock; throws if the task is cancelled.
    public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
        try await sleepUntil(deadline.offset, tolerance)
    }
}

extension AnyClock: ErasedClock {
    func moment(_ instant: any InstantProtocol) -> ClockMoment? { (instant as? Instant).map { baseMoment($0.offset) } }
}
