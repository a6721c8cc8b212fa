import Dispatch
import SocketKit
import UnoArchitecture
import UnoOperation

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// No server listens at the address.
struct ServerUnavailable: Error, CustomStringConvertible {
    let address: ServerAddress
    var description: String { "no server answers at \(address)" }
}

extension Program {
    /// How long a server that is told to stop may take: it plans with less, and is ended at the limit.
    private static let (drainTime, drainLimit) = (Duration.milliseconds(4_500), 5)
    /// How long a server may take to tell its status.
    private static let statusTime = Duration.seconds(5)

    /// The signals that tell a server to stop.
    static let stopSignals = [SIGTERM, SIGINT, SIGHUP]

    /// Answers queries at `address` until the process is told to stop.
    func serve(at address: ServerAddress) async throws -> ExitStatus {
        var limits = QueryServer.Limits()
        let budget = DescriptorBudget.raisingLimit()
        (limits.connections.connections, limits.connections.guests) = (budget.connections, budget.guests)
        let stops = await SignalSource.watch(Self.stopSignals)
        let listener = try address.listen()
        let server = QueryServer(limits: limits, formatter: formatter, report: Self.report) {
            makeRuntime(debounce: .zero, name: "connection \($0)")
        }
        Self.report("listening at \(listener.address)")
        let report = try await server.run(on: listener, drainingWithin: Self.drainTime) { await Self.stop(at: stops) }
        if !report.isComplete { TextOutput.error.writeNow("weather-search: \(report)\n") }
        return .success
    }

    /// Returns when one of the signals arrives. From then on the process has five seconds.
    static func stop(at stops: AsyncStream<Int32>) async {
        for await _ in stops { break }
        // Not a task: this has to hold when no task runs any more.
        DispatchQueue(label: "weather-search.end").asyncAfter(deadline: .now() + .seconds(drainLimit)) {
            report("ended after \(drainLimit) seconds, with work that has not ended")
            exit(ExitStatus.internalError.rawValue)
        }
    }

    /// Without waiting: dropped if the reader of the standard error does not keep up.
    @Sendable
    static func report(_ text: String) {
        TextOutput.error.writeNow("weather-search: \(text.withoutControlCharacters)\n")
    }

    /// Prints the status of the server at `address`.
    static func printStatus(
        of address: ServerAddress,
        clock: some Clock<Duration> = ContinuousClock()
    ) async throws -> ExitStatus {
        guard let socket = try? address.connect() else { throw ServerUnavailable(address: address) }
        do {
            let status = try await withinTime(statusTime, on: clock) { try await printStatus(from: socket) }
            if let status { return status }
        } catch is TimeIsUp {}
        throw ServerUnavailable(address: address)
    }

    /// Nil if there is no answer.
    private static func printStatus(from socket: Socket) async throws -> ExitStatus? {
        _ = try socket.writeNow(QueryServer.statusRequest + "\n")
        var lines = LineBuffer()
        var (condition, hasAnswered) = (ServerStatus.Condition?.none, false)
        while let bytes = await socket.read() {
            hasAnswered = true
            for case .text(let line) in lines.append(bytes) {
                if line == QueryServer.endOfAnswer { return condition == .serving ? .success : .temporaryFailure }
                condition = condition ?? ServerStatus.condition(in: line)
                try (condition == nil ? TextOutput.error : .standard).write(line.withoutControlCharacters + "\n")
            }
        }
        try Task.checkCancellation()
        guard hasAnswered else { return nil }
        report("the answer has no end")
        return .protocolError
    }
}
