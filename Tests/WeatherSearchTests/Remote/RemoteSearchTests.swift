import Foundation
import SocketKit
import TestSupport
import Testing
import UnoArchitecture
import UnoDistributed

@testable import WeatherSearch

@Suite("A search in another process", .timeLimit(.hang))
struct RemoteSearchTests {
    /// A host in this process, and its address.
    private final class Hosting: Sendable {
        let host: RuntimeHost<SearchState, SearchAction>
        let address = unusedAddress()
        private let runtime: Runtime<SearchState, SearchAction>
        private let stop = HeldWork()
        let reports = Record<String>()
        private let system: SocketSystem
        private let accepting: Task<Void, any Error>

        init() throws {
            let search = SearchInteractor(
                search: IndexedCitySearch(index: CityIndex(cities: []), limit: 1),
                weather: SolarWeatherService(time: .system), debounce: .zero, clock: ContinuousClock())
            runtime = Runtime(search)
            host = RuntimeHost(runtime, limits: HostLimits(lease: .seconds(600), wait: .seconds(1), sessions: 1))
            let listener = try address.listen()
            system = SocketSystem { [reports] in reports.append($0) }
            _ = RemoteSearch.Remote(host, actorSystem: system)
            accepting = Task { [system, stop] in try await system.acceptCalls(from: listener) { await stop.run() } }
        }

        func end() async throws {
            host.end()
            stop.release()
            try await accepting.value
            system.end()
            await runtime.shutdown(.cancel)
        }
    }

    /// A call takes as long as the machine needs: all tests run at once.
    private static var options: SessionOptions {
        var options = RemoteSearch.options
        options.call = .seconds(600)
        return options
    }

    private static func unusedAddress() -> ServerAddress {
        .path(NSTemporaryDirectory() + "ws-\(UUID().uuidString.prefix(8))")
    }

    @Test("lets the host go when it ends, so that the next one need not wait for the lease, and reports nothing")
    func ends() async throws {
        let hosting = try Hosting()
        for _ in 1...2 {
            let reports = Record<String>()
            let search = try RemoteSearch(at: hosting.address, options: Self.options) { reports.append($0) }
            let answer = try await search.answer(to: "nowhere", formatter: ReportFormatter())
            #expect(answer.status == .noMatch)
            await search.end()
            #expect(reports.elements.isEmpty)
            #expect(hosting.host.sessionCount == 0)
        }
        #expect(hosting.host.counters.opened == 2)
        try await hosting.end()
    }

    @Test func `tells a caller that is cancelled from one whose host has gone`() async throws {
        let hosting = try Hosting()
        let search = try RemoteSearch(at: hosting.address, options: Self.options) { _ in }
        await search.end()
        await #expect(throws: QueryAnswer.Interrupted.self) { try await search.currentState() }
        await #expect(throws: ServerUnavailable.self) { try await search.perform(.left) }
        let callers = [
            Task {
                withUnsafeCurrentTask { $0?.cancel() }
                _ = try await search.currentState()
            },
            Task {
                withUnsafeCurrentTask { $0?.cancel() }
                try await search.perform(.left)
            },
        ]
        for caller in callers { await #expect(throws: CancellationError.self) { try await caller.value } }
        try await hosting.end()
    }

    /// Passes one client's calls on to `host`, with `name` as the name of the action.
    private static func pass(
        from listener: Listener, to host: ServerAddress, search name: String = "search"
    ) async throws {
        guard let socket = try await listener.accept(on: ContinuousClock(), shortage: { _ in }) else { return }
        let (client, server) = (FrameConnection(socket), FrameConnection(try host.connect()))
        let replies = Task { try await server.run { (reply: ReplyMessage) in try client.send(reply) } }
        try await client.run { (call: CallMessage) in
            let arguments = call.arguments.map {
                Data(String(decoding: $0, as: UTF8.self).replacing("\"search\"", with: "\"\(name)\"").utf8)
            }
            try server.send(
                CallMessage(
                    number: call.number, actor: call.actor, target: call.target, generics: call.generics,
                    arguments: arguments))
        }
        replies.cancel()
        _ = await replies.result
    }

    @Test func `asks the next host at the address when the one before has gone, and reports both`() async throws {
        let (first, second, address) = (try Hosting(), try Hosting(), Self.unusedAddress())
        let listener = try address.listen()
        let reports = Record<String>()
        var passing = Task { try await Self.pass(from: listener, to: first.address) }
        let search = try RemoteSearch(at: address, options: Self.options) { reports.append($0) }
        var answer = try await search.answer(to: "nowhere", formatter: ReportFormatter())
        #expect(answer.status == .noMatch)
        passing.cancel()
        _ = await passing.result
        passing = Task { try await Self.pass(from: listener, to: second.address) }
        answer = try await search.answer(to: "nowhere", formatter: ReportFormatter())
        #expect(answer.status == .noMatch)
        await search.end()
        passing.cancel()
        _ = await passing.result
        if case .path(let path) = address { unlink(path) }
        #expect(first.host.counters.opened == 1 && second.host.counters.opened == 1)
        // Beside them, a call may fail with the first connection.
        let tidings = reports.elements.filter { $0.contains("the host at \(address)") }
        #expect(
            tidings == [
                "the host at \(address) has gone; waiting for another one", "connected to the host at \(address)",
            ])
        for hosting in [first, second] { try await hosting.end() }
    }

    @Test func `tells at once that the host does not understand an action`() async throws {
        let (hosting, address) = (try Hosting(), Self.unusedAddress())
        let listener = try address.listen()
        let passing = Task { try await Self.pass(from: listener, to: hosting.address, search: "hunt") }
        let search = try RemoteSearch(at: address, options: Self.options) { _ in }
        let error = await #expect(throws: RemoteSearch.ActionRefused.self) {
            try await search.answer(to: "nowhere", formatter: ReportFormatter())
        }
        #expect(error.map { "\($0)" }?.contains("does not understand the action “search") == true)
        #expect(error.map { ExitStatus(of: $0) } == .unavailable)
        await search.end()
        passing.cancel()
        _ = await passing.result
        if case .path(let path) = address { unlink(path) }
        #expect(hosting.reports.elements.count == 1)
        #expect(hosting.reports.elements.first?.hasPrefix("argument 0 is not a ActionBatch<SearchAction>") == true)
        try await hosting.end()
    }
}
