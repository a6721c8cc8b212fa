/// A clock whose type is not part of its user's type.
///
/// `any Clock<Duration>` serves where only durations count. `AnyClock` also has instants, so generic code can compute
/// deadlines and call `sleep(until:tolerance:)`.
///
/// *Behavior*: that of the clock that it was made of. Instants of different clocks must not be compared: that traps.
public struct AnyClock<Duration: DurationProtocol & Hashable>: Clock, Sendable {
    /// A moment on the erased clock.
    public struct Instant: InstantProtocol {
        fileprivate let base: any InstantProtocol<Duration>

        public func advanced(by duration: Duration) -> Instant {
            func advance(_ base: some InstantProtocol<Duration>) -> Instant {
                Instant(base: base.advanced(by: duration))
            }
            return advance(base)
        }

        public func duration(to other: Instant) -> Duration {
            func duration<Base: InstantProtocol<Duration>>(_ base: Base) -> Duration {
                base.duration(to: other.instant(like: base))
            }
            return duration(base)
        }

        public static func == (left: Instant, right: Instant) -> Bool {
            left.duration(to: right) == .zero
        }

        public static func < (left: Instant, right: Instant) -> Bool {
            left.duration(to: right) > .zero
        }

        public func hash(into hasher: inout Hasher) { base.hash(into: &hasher) }

        fileprivate func instant<Base: InstantProtocol>(like _: Base) -> Base {
            guard let base = base as? Base else {
                fatalError("An instant of \(type(of: base)) is used with a clock whose instants are \(Base.self)")
            }
            return base
        }
    }

    private let currentInstant: @Sendable () -> Instant
    private let resolution: @Sendable () -> Duration
    private let sleepUntil: @Sendable (Instant, Duration?) async throws -> Void

    public init<Base: Clock>(_ clock: Base) where Base.Duration == Duration {
        currentInstant = { Instant(base: clock.now) }
        resolution = { clock.minimumResolution }
        sleepUntil = { deadline, tolerance in
            try await clock.sleep(until: deadline.instant(like: clock.now), tolerance: tolerance)
        }
    }

    public var now: Instant { currentInstant() }

    public var minimumResolution: Duration { resolution() }

    public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
        try await sleepUntil(deadline, tolerance)
    }
}
