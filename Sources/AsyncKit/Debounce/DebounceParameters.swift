/// How long a debounce waits, how exactly, and on which clock.
@usableFromInline
struct DebounceParameters<C: Clock>: Sendable {
    @usableFromInline let interval: C.Duration
    @usableFromInline let tolerance: C.Duration?
    @usableFromInline let clock: C

    @inlinable
    init(interval: C.Duration, tolerance: C.Duration?, clock: C) {
        self.interval = interval
        self.tolerance = tolerance
        self.clock = clock
    }
}
