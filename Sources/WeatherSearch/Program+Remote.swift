import Distributed
import UnoArchitecture
import UnoDistributed

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

extension Program {
    /// Another client waits until the first one has left, or has been silent for the time of the lease: a query takes three
    /// actions, and those of two clients would mix.
    private static func limits(lease: Duration) -> HostLimits {
        HostLimits(lease: lease, wait: .seconds(1), sessions: 1)
    }

    @Sendable
    private static func report(_ text: String) {
        try? TextOutput.error.write("weather-search: \(text.withoutControlCharacters)\n")
    }

    /// Lets another process use a runtime of this one, until the process is told to stop.
    func host(at address: ServerAddress, lease: Duration) async throws -> ExitStatus {
        let listener = try address.listen()
        let runtime = makeRuntime(debounce: .zero, name: "hosted")
        let host = RuntimeHost(runtime, limits: Self.limits(lease: lease))
        let system = SocketSystem(report: Self.report)
        _ = RemoteSearch.Remote(host, actorSystem: system)
        let stopping = Task {
            for await _ in SignalSource.arrivals(of: [SIGTERM, SIGINT]) { break }
            host.end()
            listener.stopReading()
        }
        defer { stopping.cancel() }
        let place = if case .port = address { ServerAddress.port(ServerAddress.port(of: listener)) } else { address }
        Self.report("hosting at \(place)")
        try await system.acceptCalls(from: listener)
        system.end()
        await runtime.shutdown(.cancel)
        if case .path(let path) = address { unlink(path) }
        return .success
    }

    /// Answers `query`, or else the lines of standard input, with the runtime of the process at `address`.
    static func ask(_ query: String?, of address: ServerAddress) async throws -> ExitStatus {
        let search = try RemoteSearch(at: address, report: report)
        let result: Result<ExitStatus, any Error>
        do {
            let status = try await answer(query) { try await search.answer(to: $0, formatter: ReportFormatter()) }
            result = .success(status)
        } catch {
            result = .failure(error)
        }
        await search.end()
        return try result.get()
    }
}
