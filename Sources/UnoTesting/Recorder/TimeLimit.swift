internal import AsyncKit

/// A time limit on the system's clock.
///
/// The time passes in a hundred slices. Each counts with its nominal length, however late the waiting task resumes, so
/// the limit grows with the load of the machine.
package struct TimeLimit {
    package let timeout: Duration
    private let left: Locked<Duration>
    private let slice: Duration

    package init(_ timeout: Duration) {
        let timeout = min(max(timeout, .zero), .longestTimeout)
        self.timeout = timeout
        left = Locked(timeout)
        slice = max(timeout / 100, .milliseconds(1))
    }

    /// Waits for `operation` within the limit; returns false if the limit has passed.
    ///
    /// `operation` must return when it is cancelled.
    package func isKept(by operation: @escaping @Sendable () async -> Bool) async -> Bool {
        guard left.withLock({ $0 > .zero }) else { return false }
        return await withTaskGroup(of: Bool.self) { [left, slice] race in
            race.addTask { await operation() }
            race.addTask {
                let clock = ContinuousClock()
                while left.withLock({ $0 > .zero }), !Task.isCancelled {
                    let start = clock.now
                    try? await clock.sleep(for: slice)
                    // An operation that returns sooner takes less than a slice.
                    let passed = min(slice, clock.now - start)
                    left.withLock { $0 -= passed }
                }
                return false
            }
            defer { race.cancelAll() }
            return await race.next() ?? false
        }
    }
}

/// Waits for `operation` at most for `duration` on `clock`; returns false if that time has passed.
///
/// `operation` must return when it is cancelled.
package func isDone<C: Clock<Duration>>(
    within duration: Duration,
    on clock: C,
    _ operation: @escaping @Sendable () async -> Bool
) async -> Bool {
    guard duration > .zero else { return false }
    if clock is ContinuousClock { return await TimeLimit(duration).isKept(by: operation) }
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
    /// 34 years. The system's clocks trap if a deadline does not fit into their nanoseconds.
    package static var longestTimeout: Duration { .seconds(1 << 30) }
}
