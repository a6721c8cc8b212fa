/// Thrown by `withinTime` instead of the result.
struct TimeIsUp: Error {}

/// Returns the result of `operation`, or cancels it after `limit` and throws `TimeIsUp` when it has ended.
func withinTime<Result: Sendable>(
    _ limit: Duration,
    on clock: any Clock<Duration>,
    _ operation: @escaping @Sendable () async throws -> Result
) async throws -> Result {
    try await withThrowingTaskGroup(of: Result.self) { tasks in
        tasks.addTask { try await operation() }
        tasks.addTask {
            try await clock.sleep(for: limit)
            throw TimeIsUp()
        }
        defer { tasks.cancelAll() }
        guard let first = try await tasks.next() else { throw TimeIsUp() }
        return first
    }
}
