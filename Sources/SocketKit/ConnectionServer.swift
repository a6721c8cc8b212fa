/// Accepts connections, limits their number and their time, and ends them within a limit when it is told to stop.
///
/// Behavior:
/// - *Limits*: those of `ConnectionTable`. One timer serves all of them, so a time-out comes up to half a second late. Time in
///   which the process is stopped does not count.
/// - *Guests*: a connection beyond the limit is served as a guest.
/// - *Finish*: `run` stops reading; after three quarters of its limit it cancels the tasks of the connections, which does
///   not cut what is being written; at the limit it aborts the sockets and returns, even if a task has not ended.
package final class ConnectionServer: Sendable {
    package typealias Table = ConnectionTable<Connection>

    /// How often the server looks for connections whose time is over.
    private static let interval = Duration.milliseconds(500)
    /// The most that one look counts: what passes while the process is stopped is no silence of its clients.
    private static let longestInterval = interval * 4

    private let clock: any Clock<Duration>
    private let report: @Sendable (String) -> Void
    private let counting: @Sendable (Int) -> Void
    private let table: Guarded<Table>
    /// An element whenever a connection has been removed; for the task that accepts.
    private let departures = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))

    /// - Parameters:
    ///   - report: is told of a lack of descriptors.
    ///   - counting: is told the number of connections after each change.
    package init(
        limits: Table.Limits,
        clock: any Clock<Duration>,
        report: @escaping @Sendable (String) -> Void,
        counting: @escaping @Sendable (Int) -> Void = { _ in }
    ) {
        self.clock = clock
        self.report = report
        self.counting = counting
        table = Guarded(Table(limits: limits))
    }

    /// Connections, without guests.
    package var connectionCount: Int { table.withLock { $0.connectionCount } }
    package var isFull: Bool { table.withLock { $0.isFull } }
    package var isStopped: Bool { table.withLock { $0.isStopped } }

    /// Accepts connections from `listener` until `stop` returns, and ends them within `limit` after that.
    ///
    /// - Parameter serve: serves a connection. It has to close the connection before what takes longer. The connection counts
    ///   until `serve` returns.
    package func run(
        on listener: Listener,
        endingWithin limit: Duration,
        until stop: @escaping @Sendable () async -> Void,
        serve: @escaping @Sendable (Connection) async -> Void
    ) async throws {
        let stopping = Task { await stop() }
        let serving = Task {
            // Accepting may fail before the server is told to stop.
            defer { stopping.cancel() }
            try await accept(from: listener, serve)
        }
        let watching = Task { await watchTimes() }
        defer { watching.cancel() }
        await withTaskCancellationHandler {
            await stopping.value
        } onCancel: {
            stopping.cancel()
        }
        listener.stop()
        for connection in table.withLock({ $0.stop() }) { connection.end(.stopped) }
        if !(await hasEnded(serving, within: limit * 3 / 4, on: clock)) {
            serving.cancel()
            if !(await hasEnded(serving, within: limit / 4, on: clock)) { return abort() }
        }
        try await serving.value
    }

    private func abort() {
        for connection in table.withLock({ $0.handles }) { connection.socket.abort() }
    }

    // MARK: Accepting

    private func accept(from listener: Listener, _ serve: @escaping @Sendable (Connection) async -> Void) async throws {
        try await withThrowingDiscardingTaskGroup { [clock, report] connections in
            // Before the connections have ended: a client that comes now is to find the next server, or none.
            defer { listener.close() }
            while let socket = try await listener.accept(on: clock, shortage: { report("\($0); waiting") }) {
                guard let connection = await admit(socket) else { return }
                connections.addTask {
                    await serve(connection)
                    self.remove(connection)
                }
            }
        }
    }

    /// Waits until there is room for a guest at least; nil when the task is cancelled.
    private func admit(_ socket: Socket) async -> Connection? {
        var departed = departures.stream.makeAsyncIterator()
        while !Task.isCancelled {
            let admission = table.withLock { table in
                table.admit { number, isGuest in
                    Connection(socket, number: number, isGuest: isGuest) { [weak self] phase in
                        self?.table.withLock { $0.note(phase, of: number) }
                    }
                }
            }
            switch admission {
            case .admitted(let connection):
                // One that came too late for `stop()` to find it.
                if isStopped { connection.end(.stopped) }
                if !connection.isGuest { counting(connectionCount) }
                return connection
            case .full(let first):
                first?.end(.displaced)
                _ = await departed.next()
            }
        }
        return nil
    }

    private func remove(_ connection: Connection) {
        // Closed by `serve`, unless it forgot.
        connection.socket.close()
        table.withLock { $0.remove(connection.number) }
        if !connection.isGuest { counting(connectionCount) }
        departures.continuation.yield()
    }

    // MARK: Time

    /// Ends connections whose time is over, until the task is cancelled.
    private func watchTimes() async {
        while !Task.isCancelled {
            let elapsed = await clock.measure { try? await clock.sleep(for: Self.interval) }
            let passed = min(elapsed, Self.longestInterval)
            for overdue in table.withLock({ $0.advance(by: passed) }) {
                switch overdue {
                case .slow(let connection, let phase): connection.end(.slow(phase))
                case .stuck(let connection): connection.socket.abort()
                }
            }
        }
    }
}

/// Whether `task` ends within `limit`; false, too, when the task that waits is cancelled.
private func hasEnded(
    _ task: Task<some Sendable, some Error>,
    within limit: Duration,
    on clock: any Clock<Duration>
) async -> Bool {
    let (ends, end) = AsyncStream.makeStream(of: Bool.self, bufferingPolicy: .bufferingOldest(1))
    // Lasts as long as the task, which is not cancelled here.
    Task {
        _ = await task.result
        end.yield(true)
    }
    let timing = Task {
        if (try? await clock.sleep(for: limit)) != nil { end.yield(false) }
    }
    defer { timing.cancel() }
    for await hasEnded in ends { return hasEnded }
    return false
}
