/// How long a debounce waits, how exactly, and on which clock.
@usableFromInline
struct DebounceParameters<C: Clock>: Sendable {
    @usableFromInline let interval: C.Duration
    @usableFromInline let tolerance: C.Duration?
    @usableFromInline let clock: C

    @inlinable
    init(interval: C.Duration, tolerance: C.Duration?, clock: C) {
        self.interval = interval.asWindow
        self.tolerance = tolerance
        self.clock = clock
    }
}

extension Duration {
    /// The longest window: a century, which no program outlives.
    ///
    /// A deadline much later than that is more than a clock can compute with. `ContinuousClock` traps where the seconds
    /// exceed 64 bits, others where the nanoseconds do, which is after 292 years.
    @usableFromInline package static let longestWindow = Duration.seconds(100 * 31_557_600 as Int64)
}

extension DurationProtocol {
    /// The duration, but at most ``Swift/Duration/longestWindow``. A duration of another type than `Duration` is not limited.
    @inlinable
    package var asWindow: Self {
        guard let duration = self as? Duration, duration > .longestWindow else { return self }
        return Duration.longestWindow as! Self
    }
}
