/// A clock whose type is hidden, so that a feature can be given `any Clock<Duration>`.
///
/// Its instants count from the moment at which it was made; only instants of one `AnyClock` compare.
public struct AnyClock: Clock {
    public struct Instant: InstantProtocol {
        let offset: Duration

        public func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
        public func duration(to other: Instant) -> Duration { other.offset - offset }
        public static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
    }

    private let sinceStart: @Sendable () -> Duration
    private let sleepUntil: @Sendable (Duration, Duration?) async throws -> Void
    public let minimumResolution: Duration

    public init(_ base: some Clock<Duration>) {
        let start = base.now
        sinceStart = { start.duration(to: base.now) }
        sleepUntil = { try await base.sleep(until: start.advanced(by: $0), tolerance: $1) }
        minimumResolution = base.minimumResolution
    }

    public var now: Instant { Instant(offset: sinceStart()) }

    public func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        try await sleepUntil(deadline.offset, tolerance)
    }
}

/// The clock of a graph, its type hidden: one word, so that a host can be given one at no cost to the others.
final class GraphClock: Sendable {
    static let continuous = GraphClock(ContinuousClock())

    private let sleepFor: @Sendable (Duration) async throws -> Void

    init(_ clock: some Clock<Duration>) {
        sleepFor = { try await clock.sleep(for: $0) }
    }

    /// Returns when `duration` is over; false if the task is cancelled, or the clock fails.
    func sleep(for duration: Duration) async -> Bool { (try? await sleepFor(duration)) != nil }
}
