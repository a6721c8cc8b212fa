import SocketKit
import UnoArchitecture
import UnoOperation

/// Answers the lines of many connections, each with a runtime of its own out of a group.
///
/// Behavior, for each connection:
/// 1. A line is read when the answer to the one before it has been written. So a client that does not read stops its own
///    connection only.
/// 2. Its query goes to the connection's runtime, which is made with the first query and passivated when the connection has
///    been quiet.
/// 3. The answer, or a line that begins with `!` and says why there is none, is written, followed by a line with a dot.
///
/// *Limits*: connections, bytes of a line, time of an answer, and the times of `ConnectionTable`. A connection beyond their
/// number may ask for the status, so that the operator is never locked out; it is refused otherwise.
final class QueryServer: Sendable {
    struct Limits: Sendable {
        var connections = ConnectionServer.Table.Limits()
        var answerTime = Duration.seconds(10)
    }

    /// The line that is answered with the status.
    static let statusRequest = ":status"
    /// The line that ends an answer.
    static let endOfAnswer = "."

    private let group: RuntimeGroup<Int, SearchState, SearchAction>
    private let server: ConnectionServer
    private let formatter: ReportFormatter
    private let limits: Limits
    private let clock: any Clock<Duration>
    private let tallies = Guarded(ServerStatus.Tallies())

    /// - Parameters:
    ///   - report: is told of a lack of descriptors.
    ///   - counting: is told the number of connections after each change.
    ///   - makeRuntime: makes the runtime of a connection. Its handlers should run on `HandlerThreads`.
    init(
        limits: Limits = Limits(),
        clock: any Clock<Duration> = ContinuousClock(),
        formatter: ReportFormatter = ReportFormatter(),
        report: @escaping @Sendable (String) -> Void = { _ in },
        counting: @escaping @Sendable (Int) -> Void = { _ in },
        makeRuntime: @escaping @Sendable (Int) -> Runtime<SearchState, SearchAction>
    ) {
        self.limits = limits
        self.clock = clock
        self.formatter = formatter
        server = ConnectionServer(limits: limits.connections, clock: clock, report: report, counting: counting)
        group = RuntimeGroup(passivateAfter: limits.connections.idleTime, clock: clock, make: makeRuntime)
    }

    /// Accepts connections from `listener` until `stop` returns, and then drains.
    ///
    /// Draining: no connection is accepted and lines that have arrived are answered; after three fifths of `limit` no other
    /// line is begun and no answer is waited for, but those that are being written are; after four fifths, connections are
    /// closed and all runtimes are shut down. This returns within `limit`, even if a handler never does.
    func run(
        on listener: Listener,
        drainingWithin limit: Duration,
        stop: @escaping @Sendable () async -> Void
    ) async throws -> RuntimeGroupReport<Int> {
        let served: Result<Void, any Error>
        do {
            try await server.run(on: listener, endingWithin: limit * 4 / 5, until: stop, serve: serve)
            served = .success(())
        } catch {
            served = .failure(error)
        }
        let report = await group.shutdown(.drain, within: limit / 5)
        try served.get()
        return report
    }

    // MARK: Connections

    @Sendable
    func serve(_ connection: Connection) async {
        do {
            try await connection.isGuest ? refuse(connection) : converse(with: connection)
        } catch {
            // The client has gone, does not read, or the server ends: no client is left to be told.
            tallies.withLock { $0.brokenConnections += 1 }
        }
        await connection.close()
        if !connection.isGuest { await group.end(connection.number, .cancel) }
    }

    private func converse(with connection: Connection) async throws {
        var lines = LineBuffer()
        while let bytes = await connection.read() {
            guard try await answer(lines.append(bytes), of: connection) else { return }
            connection.note(lines.isWithinLine ? .begun : .quiet)
        }
        if connection.socket.hasEnded, let last = lines.finish() { _ = try await answer([last], of: connection) }
        if let reason = limits.reason(for: connection.ending) {
            tallies.withLock { $0.slowConnections += 1 }
            try await connection.write("! \(reason)\n\(Self.endOfAnswer)\n")
        }
    }

    /// False if the server does not begin another line.
    private func answer(_ lines: [InputLine], of connection: Connection) async throws -> Bool {
        for line in lines {
            // Not for a part of a line: its time would begin anew.
            connection.note(.busy)
            guard !Task.isCancelled else {
                try await connection.write("! the server ends\n\(Self.endOfAnswer)\n")
                return false
            }
            guard let answer = await answer(to: line, of: connection.number) else { continue }
            try await connection.write(answer + Self.endOfAnswer + "\n")
        }
        return true
    }

    /// Answers a guest that asks for the status; tells any other, as soon as it has sent a line, that there is no room.
    private func refuse(_ connection: Connection) async throws {
        var (lines, first) = (LineBuffer(), InputLine?.none)
        while first == nil, let bytes = await connection.read() {
            first = lines.append(bytes).first
            connection.note(.begun)
        }
        let text: String
        if first == .text(Self.statusRequest) {
            text = status().description
        } else {
            tallies.withLock { $0.refusedConnections += 1 }
            text = server.isStopped ? "! the server ends\n" : "! too many connections\n"
        }
        try await connection.write(text + Self.endOfAnswer + "\n")
    }

    // MARK: Answers

    /// Nil for a blank line.
    private func answer(to line: InputLine, of number: Int) async -> String? {
        switch line {
        case .tooLong: return "! the line is longer than \(LineBuffer.limit) bytes\n"
        case .text(Self.statusRequest): return status().description
        case .text(let query): return query.allSatisfy(\.isWhitespace) ? nil : await answer(to: query, of: number)
        }
    }

    private func answer(to query: String, of number: Int) async -> String {
        do {
            let answer = try await withinTime(limits.answerTime, on: clock) { [group, formatter] in
                try await QueryAnswer(to: query, from: GroupMember(group: group, key: number), formatter: formatter)
            }
            tallies.withLock { $0.answers += 1 }
            return answer.output + (answer.complaint.map { "! \($0)\n" } ?? "")
        } catch is TimeIsUp {
            tallies.withLock { $0.lateAnswers += 1 }
            return "! no answer within \(limits.answerTime)\n"
        } catch {
            tallies.withLock { $0.failedAnswers += 1 }
            return error is CancellationError ? "! the server ends\n" : "! \(error)\n"
        }
    }

    func status() -> ServerStatus {
        ServerStatus(
            condition: server.isFull ? .full : .serving,
            connections: server.connectionCount,
            limit: limits.connections.connections,
            tallies: tallies.withLock { $0 },
            runtimes: group.snapshots()
        )
    }
}

extension QueryServer.Limits {
    /// What a client is told whose connection the server ends.
    fileprivate func reason(for ending: Connection.Ending?) -> String? {
        switch ending {
        case .slow(.begun): "the line did not end within \(connections.lineTime)"
        case .slow(.silent): "no query within \(connections.silentTime)"
        case .slow: "no query within \(connections.idleTime)"
        case .displaced, .stopped, nil: nil
        }
    }
}
