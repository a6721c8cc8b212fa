/// How long a debounce waits, how exactly, and on which clock.
struct DebounceParameters<C: Clock>: Sendable {
    let interval: C.Duration
    let tolerance: C.Duration?
    let clock: C
}
