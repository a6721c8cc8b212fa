import Foundation
import SocketKit
import TestSupport
import UnoArchitecture
import UnoOperation
import UnoTesting

@testable import WeatherSearch

/// A server on a Unix socket of its own, until the test tells it to stop.
final class ServedQueries: Sendable {
    let address = ServerAddress.path(NSTemporaryDirectory() + "ws-\(UUID().uuidString.prefix(8))")
    let clock: TestClock
    /// The numbers of connections, after each change.
    let counts = Record<Int>()
    private let end = HeldWork()
    private let server: QueryServer
    private let running: Task<RuntimeGroupReport<Int>, any Error>

    convenience init(_ search: some CitySearch, limits: QueryServer.Limits = .init()) throws {
        let clock = TestClock()
        try self.init(limits: limits, clock: clock) { _ in
            Runtime(
                SearchInteractor(
                    search: search, weather: FailingWeatherService(error: WeatherServiceError.timedOut),
                    debounce: .zero, clock: clock))
        }
    }

    init(
        limits: QueryServer.Limits = .init(), clock: TestClock,
        makeRuntime: @escaping @Sendable (Int) -> Runtime<SearchState, SearchAction>
    ) throws {
        self.clock = clock
        let server = QueryServer(
            limits: limits, clock: clock, counting: { [counts] in counts.append($0) }, makeRuntime: makeRuntime)
        let (listener, end) = (try address.listen(), end)
        self.server = server
        running = Task { try await server.run(on: listener, drainingWithin: .seconds(5)) { await end.run() } }
    }

    deinit { running.cancel() }

    func status() -> ServerStatus { server.status() }

    /// Tells the server to stop, without waiting for it.
    func stop() { end.release() }

    func report() async throws -> RuntimeGroupReport<Int> { try await running.value }

    /// Tells the server to stop, and waits for it.
    @discardableResult
    func finish() async throws -> RuntimeGroupReport<Int> {
        stop()
        return try await report()
    }
}

/// A client of a server; for one task.
struct ServedClient {
    private let socket: Socket
    private var lines = LineBuffer()
    private var waiting: [String] = []

    init(_ address: ServerAddress) throws { socket = try address.connect() }

    /// Sends `text` at once.
    init(_ address: ServerAddress, sending text: String) async throws {
        try self.init(address)
        try await send(text)
    }

    func send(_ text: String) async throws { if try !socket.writeNow(text) { try await socket.write() } }

    /// No more queries come.
    func finish() { shutdown(socket.descriptor, Int32(SHUT_WR)) }

    /// The lines of the next answer; nil if the server has closed the connection.
    mutating func answer() async -> [String]? {
        var answer: [String] = []
        while let line = await nextLine() {
            if line == QueryServer.endOfAnswer { return answer }
            answer.append(line)
        }
        return nil
    }

    private mutating func nextLine() async -> String? {
        while waiting.isEmpty {
            guard let bytes = await socket.read() else { return nil }
            waiting = lines.append(bytes).map { if case .text(let text) = $0 { text } else { "too long" } }.reversed()
        }
        return waiting.removeLast()
    }
}

extension TestClock {
    /// Lets time pass until `body` has returned.
    func passing<Result>(while body: () async throws -> Result) async rethrows -> Result {
        let passing = Task {
            while !Task.isCancelled {
                await waitForSleepers(1)
                advance(by: .milliseconds(500))
            }
        }
        defer { passing.cancel() }
        return try await body()
    }
}
