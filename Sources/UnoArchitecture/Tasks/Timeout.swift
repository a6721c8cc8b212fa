internal import AsyncKit

/// What ``withTimeout(_:clock:_:)`` throws when the time is over.
public struct TimeoutError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The time that the operation had.
    public let limit: Duration

    /// Creates the error of an operation that had `limit`.
    public init(limit: Duration) {
        self.limit = limit
    }

    /// The time that the operation had, as text.
    public var description: String { "The operation took longer than \(limit)" }
}

/// Returns the value of `operation`, or throws a ``TimeoutError`` if it takes longer than `limit` on `clock`.
///
/// ```swift
/// case .load: return dispatch.run(\.loaded) { try await withTimeout(.seconds(5), clock: clock) { try await api.items() } }
/// ```
///
/// - *Cancellation*: the operation is cancelled when the time is over, and with the task that waits. As every child task
///   it is awaited: an operation that ignores its cancellation delays the error.
/// - *Errors*: what `operation` throws within its time is thrown unchanged.
///
/// - Parameters:
///   - limit: the time for the operation; if it is zero or less, the operation has only the time that it runs without
///     waiting. More than a century counts as a century.
///   - clock: measures the time; one that fails to sleep is reported, and the system's takes its place.
///   - operation: the work, in a child task.
public func withTimeout<Value: Sendable>(
    _ limit: Duration,
    clock: any Clock<Duration> = ContinuousClock(),
    _ operation: @escaping @Sendable () async throws -> Value
) async throws -> Value {
    try await withThrowingTaskGroup(of: Value?.self) { group in
        group.addTask { try await operation() }
        group.addTask {
            // Cancelled with the waiting task: the operation decides what its end is.
            guard await GraphClock(clock).sleep(for: limit) else { return nil }
            throw TimeoutError(limit: limit)
        }
        defer { group.cancelAll() }
        while let result = try await group.next() {
            if let value = result { return value }
        }
        throw CancellationError()
    }
}
