/// A moment on the system's clock after which a test waits no longer.
struct TimeLimit {
    private let end: ContinuousClock.Instant

    init(_ timeout: Duration) {
        end = ContinuousClock.now.advanced(by: min(timeout, .longestTimeout))
    }

    /// Waits for `operation`, but not beyond this moment; false if it has passed.
    ///
    /// `operation` has to return when it is cancelled.
    func isKept(by operation: @escaping @Sendable () async -> Bool) async -> Bool {
        await isDone(within: ContinuousClock.now.duration(to: end), on: ContinuousClock(), operation)
    }
}

/// Waits for `operation`, but not longer than `duration` on `clock`; false if the time is up.
///
/// `operation` has to return when it is cancelled.
func isDone<C: Clock<Duration>>(
    within duration: Duration,
    on clock: C,
    _ operation: @escaping @Sendable () async -> Bool
) async -> Bool {
    guard duration > .zero else { return false }
    return await withTaskGroup(of: Bool.self) { race in
        race.addTask { await operation() }
        race.addTask {
            try? await clock.sleep(for: min(duration, .longestTimeout))
            return false
        }
        defer { race.cancelAll() }
        return await race.next() ?? false
    }
}

extension Duration {
    /// 34 years. The clocks of the system trap where a deadline does not fit into their nanoseconds.
    static var longestTimeout: Duration { .seconds(1 << 30) }
}
