import Foundation
import Synchronization
import TestSupport
import Testing
import UnoArchitecture
import UnoDistributed

@testable import WeatherSearch

/// A search of another version, which knows one action only.
private struct OtherSearch: Interactor {
    var body: some Interactor<SearchState, OtherAction> {
        Interact(initialValue: SearchState.idle) { _, _ in .state }
    }
}

enum OtherAction: Sendable, Codable { case left }

@Suite("A search in another process", .timeLimit(.hang))
struct RemoteSearchTests {
    /// A host in this process, and its address.
    private final class Hosting<Action: Sendable & Codable>: Sendable {
        let host: RuntimeHost<SearchState, Action>
        let address = ServerAddress.path(NSTemporaryDirectory() + "ws-\(UUID().uuidString.prefix(8))")
        private let runtime: Runtime<SearchState, Action>
        private let listener: Socket
        private let system = SocketSystem { _ in }
        private let accepting: Task<Void, any Error>

        init(_ runtime: Runtime<SearchState, Action>) throws {
            self.runtime = runtime
            host = RuntimeHost(runtime, limits: HostLimits(lease: .seconds(600), wait: .seconds(1), sessions: 1))
            listener = try address.listen()
            _ = RemoteRuntime(host, actorSystem: system)
            accepting = Task { [system, listener] in try await system.acceptCalls(from: listener) }
        }

        func end() async throws {
            host.end()
            listener.stopReading()
            try await accepting.value
            system.end()
            await runtime.shutdown(.cancel)
            if case .path(let path) = address { unlink(path) }
        }
    }

    @Test("lets the host go when it ends, so that the next one need not wait for the lease")
    func ends() async throws {
        let hosting = try Hosting(
            Runtime(
                SearchInteractor(
                    search: IndexedCitySearch(index: CityIndex(cities: []), limit: 1),
                    weather: SolarWeatherService(time: .system),
                    debounce: .zero,
                    clock: ContinuousClock()
                )))
        for _ in 1...2 {
            let search = try RemoteSearch(at: hosting.address) { _ in }
            let answer = try await search.answer(to: "nowhere", formatter: ReportFormatter())
            #expect(answer.status == .noMatch)
            await search.end()
            #expect(hosting.host.sessionCount == 0)
        }
        #expect(hosting.host.counters.opened == 2)
        try await hosting.end()
    }

    @Test("tells at once that the host does not understand an action")
    func refused() async throws {
        let hosting = try Hosting(Runtime(OtherSearch()))
        let search = try RemoteSearch(at: hosting.address) { _ in }
        let error = await #expect(throws: RemoteSearch.ActionRefused.self) {
            try await search.answer(to: "nowhere", formatter: ReportFormatter())
        }
        #expect(error.map { "\($0)" }?.contains("does not understand the action “search") == true)
        #expect(error.map { ExitStatus(of: $0) } == .unavailable)
        await search.end()
        try await hosting.end()
    }
}
