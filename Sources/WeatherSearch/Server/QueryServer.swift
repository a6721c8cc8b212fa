import Synchronization
import UnoArchitecture
import UnoOperation

/// Answers the lines of many connections, each with a runtime of its own out of a group.
///
/// Behavior, for each connection:
/// 1. A line is read when the answer to the one before it has been written. So a client that does not read stops its own
///    connection, and nobody else's.
/// 2. Its query goes to the connection's runtime, which is made with the first query and passivated when the connection has
///    been quiet.
/// 3. The answer, or a line that begins with `!` and says why there is none, is written, followed by a line with a dot.
///
/// *Limits*: connections, bytes of a line, time of an answer, time for which a client may not read.
final class QueryServer: Sendable {
    struct Limits: Sendable {
        var connections = 2_000
        var answerTime = Duration.seconds(10)
        /// How long a client may let an answer wait.
        var writeTime = Duration.seconds(30)
        var idleTime = Duration.seconds(60)
    }

    /// The line that is answered with the status.
    static let statusRequest = ":status"
    /// The line that ends an answer.
    static let endOfAnswer = "."

    private struct State {
        var open: [Int: Socket] = [:]
        var accepted = 0
        var tallies = ServerStatus.Tallies()
        var isStopped = false
    }

    private let group: RuntimeGroup<Int, SearchState, SearchAction>
    private let formatter: ReportFormatter
    private let limits: Limits
    private let clock: any Clock<Duration>
    private let state = Mutex(State())

    init(
        limits: Limits = Limits(),
        clock: any Clock<Duration> = ContinuousClock(),
        formatter: ReportFormatter = ReportFormatter(),
        makeRuntime: @escaping @Sendable (Int) -> Runtime<SearchState, SearchAction>
    ) {
        self.limits = limits
        self.clock = clock
        self.formatter = formatter
        group = RuntimeGroup(passivateAfter: limits.idleTime, clock: clock, make: makeRuntime)
    }

    /// Accepts connections from `listener` until `stop` returns, and then drains.
    ///
    /// Draining: no connection is accepted, lines that have arrived are answered, connections are closed, and all runtimes
    /// are shut down; after four fifths of `limit` whatever is left is cancelled.
    func run(
        on listener: Socket,
        drainingWithin limit: Duration,
        stop: @escaping @Sendable () async -> Void
    ) async throws -> RuntimeGroupReport<Int> {
        let stopping = Task { await stop() }
        let serving = Task {
            // Accepting may fail before the server is told to stop.
            defer { stopping.cancel() }
            try await acceptConnections(from: listener)
        }
        await withTaskCancellationHandler {
            await stopping.value
        } onCancel: {
            stopping.cancel()
        }
        listener.stopReading()
        stopConnections()
        let deadline = Task { [clock] in
            try await clock.sleep(for: limit * 4 / 5)
            serving.cancel()
        }
        let result = await serving.result
        deadline.cancel()
        let report = await group.shutdown(.drain, within: limit / 5)
        try result.get()
        return report
    }

    // MARK: Connections

    private func acceptConnections(from listener: Socket) async throws {
        try await withThrowingDiscardingTaskGroup { connections in
            while let socket = try await listener.accept() {
                if let number = admit(socket) {
                    connections.addTask { await self.serve(socket, number) }
                } else {
                    connections.addTask { try? await self.refuse(socket) }
                }
            }
        }
    }

    /// A number for the connection; nil if there are too many.
    private func admit(_ socket: Socket) -> Int? {
        state.withLock { state in
            guard state.open.count < limits.connections, !state.isStopped else {
                state.tallies.refusedConnections += 1
                return nil
            }
            state.accepted += 1
            state.open[state.accepted] = socket
            return state.accepted
        }
    }

    private func refuse(_ socket: Socket) async throws {
        try await write("! too many connections\n", to: socket)
    }

    private func stopConnections() {
        let sockets = state.withLock { state in
            state.isStopped = true
            return Array(state.open.values)
        }
        for socket in sockets { socket.stopReading() }
    }

    private func serve(_ socket: Socket, _ number: Int) async {
        var lines = LineBuffer()
        do {
            while let bytes = await socket.read() {
                for line in lines.append(bytes) {
                    if let answer = await answer(to: line, of: number) { try await write(answer, to: socket) }
                }
            }
        } catch {
            // The client has gone, does not read, or the server ends: there is nobody to tell.
            state.withLock { $0.tallies.brokenConnections += 1 }
        }
        state.withLock { _ = $0.open.removeValue(forKey: number) }
        await group.end(number, .cancel)
    }

    private func write(_ answer: String, to socket: Socket) async throws {
        let text = answer + Self.endOfAnswer + "\n"
        if try socket.writeNow(text) { return }
        try await withinTime(limits.writeTime, on: clock) { try await socket.write() }
    }

    // MARK: Answers

    /// Nil for a blank line.
    private func answer(to line: InputLine, of number: Int) async -> String? {
        switch line {
        case .tooLong: return "! the line is longer than \(LineBuffer.limit) bytes\n"
        case .text(Self.statusRequest): return await status().description
        case .text(let query): return query.allSatisfy(\.isWhitespace) ? nil : await answer(to: query, of: number)
        }
    }

    private func answer(to query: String, of number: Int) async -> String {
        do {
            let answer = try await withinTime(limits.answerTime, on: clock) { [group, formatter] in
                try await QueryAnswer(to: query, from: GroupMember(group: group, key: number), formatter: formatter)
            }
            state.withLock { $0.tallies.answers += 1 }
            return answer.output + (answer.complaint.map { "! \($0)\n" } ?? "")
        } catch is TimeIsUp {
            state.withLock { $0.tallies.lateAnswers += 1 }
            return "! no answer within \(limits.answerTime)\n"
        } catch {
            state.withLock { $0.tallies.failedAnswers += 1 }
            return error is CancellationError ? "! the server ends\n" : "! \(error)\n"
        }
    }

    func status() async -> ServerStatus {
        let (open, tallies) = state.withLock { ($0.open.count, $0.tallies) }
        return ServerStatus(
            connections: open,
            limit: limits.connections,
            tallies: tallies,
            runtimes: group.snapshots()
        )
    }
}
