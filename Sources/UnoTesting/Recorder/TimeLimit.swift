/// Waits for `operation`, but not longer than `duration` on `clock`; false if the time is up.
///
/// `operation` has to answer when it is cancelled.
func isDone<C: Clock<Duration>>(
    within duration: Duration,
    on clock: C,
    _ operation: @escaping @Sendable () async -> Bool
) async -> Bool {
    guard duration > .zero else { return false }
    return await withTaskGroup(of: Bool.self) { race in
        race.addTask { await operation() }
        race.addTask {
            try? await clock.sleep(for: duration)
            return false
        }
        defer { race.cancelAll() }
        return await race.next() ?? false
    }
}
