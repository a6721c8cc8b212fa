import Distributed
import SocketKit
import UnoArchitecture
import UnoDistributed

extension Program {
    /// Another client waits until the first one has left, or has been silent for the time of the lease: a query takes three
    /// actions, and those of two clients would mix.
    private static func limits(lease: Duration) -> HostLimits {
        HostLimits(lease: lease, wait: .seconds(1), sessions: 1)
    }

    /// A client calls as often as its lease asks it to.
    static func systemLimits(lease: Duration) -> SocketSystem.Limits {
        var limits = SocketSystem.Limits()
        limits.connections.idleTime = max(limits.connections.idleTime, lease * 2)
        return limits
    }

    /// Lets another process use a runtime of this one, until the process is told to stop.
    func host(at address: ServerAddress, lease: Duration) async throws -> ExitStatus {
        let stops = await SignalSource.watch(Self.stopSignals)
        let listener = try address.listen()
        let runtime = makeRuntime(debounce: .zero, name: "hosted")
        let host = RuntimeHost(runtime, limits: Self.limits(lease: lease))
        let system = SocketSystem(limits: Self.systemLimits(lease: lease), report: Self.report)
        _ = RemoteSearch.Remote(host, actorSystem: system)
        Self.report("hosting at \(listener.address)")
        try await system.acceptCalls(from: listener) {
            await Self.stop(at: stops)
            host.end()
        }
        system.end()
        let report = await runtime.shutdown(.cancel, within: .milliseconds(500))
        if !report.isComplete { TextOutput.error.writeNow("weather-search: \(report)\n") }
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
