import Foundation
import SocketKit
import TestSupport
import Testing
import UnoArchitecture
import UnoOperation
import UnoTesting

@testable import WeatherSearch

@Suite("The limits of the server of queries", .timeLimit(.hang))
struct ServerLimitTests {
    private let search = IndexedCitySearch(index: CityIndex(cities: [.reykjavik, .tromso]), limit: 5)
    private let noMatch = ["! No city matches “zz”."]

    private var unusedAddress: ServerAddress { .path(NSTemporaryDirectory() + "ws-\(UUID().uuidString.prefix(8))") }

    private func limits(connections: Int, guests: Int = 2) -> QueryServer.Limits {
        var limits = QueryServer.Limits()
        (limits.connections.connections, limits.connections.guests) = (connections, guests)
        return limits
    }

    @Test(
        "A client beyond the limit is refused when it speaks, and not reset; one is served again when another has gone")
    func tooMany() async throws {
        let served = try ServedQueries(search, limits: limits(connections: 1))
        var first = try await ServedClient(served.address, sending: "zz\n")
        #expect(await first.answer() == noMatch)
        var second = try await ServedClient(served.address, sending: "zz\nzz\nzz")
        #expect(await second.answer() == ["! too many connections"])
        // The server drops what the client sends meanwhile, and closes when the client does.
        try await second.send(String(repeating: "zz\n", count: 1_000))
        #expect(await second.answer() == nil)
        second.finish()
        first.finish()
        #expect(await first.answer() == nil)
        await served.counts.waitFor(2)
        var third = try await ServedClient(served.address, sending: "zz\n")
        #expect(await third.answer() == noMatch)
        #expect(served.status().tallies.refusedConnections == 1)
        try await served.finish()
    }

    @Test func `The status is told however many clients are silent`() async throws {
        let served = try ServedQueries(search, limits: limits(connections: 2))
        let silent = try (0..<10).map { _ in try ServedClient(served.address) }
        for _ in 0..<3 {
            var operating = try await ServedClient(served.address, sending: QueryServer.statusRequest + "\n")
            let status = await operating.answer()
            #expect(status?.prefix(2).map { $0.prefix(19) } == ["server       full", "connections  2 of 2"])
            operating.finish()
        }
        _ = silent
        try await served.finish()
    }

    @Test func `A silent client is told and let go, so that another one finds room`() async throws {
        let served = try ServedQueries(search, limits: limits(connections: 1))
        var silent = try ServedClient(served.address)
        let told = await served.clock.passing { (await silent.answer(), await silent.answer()) }
        #expect(told.0 == ["! no query within 10.0 seconds"])
        #expect(told.1 == nil)
        silent.finish()
        await served.counts.waitFor(2)
        var next = try await ServedClient(served.address, sending: "zz\n")
        #expect(await next.answer() == noMatch)
        #expect(await served.clock.passing { await next.answer() } == ["! no query within 60.0 seconds"])
        #expect(served.status().tallies.slowConnections == 2)
        try await served.finish()
    }

    @Test func `A client that does not end its line is let go`() async throws {
        let served = try ServedQueries(search)
        var slow = try await ServedClient(served.address, sending: "zz\nz")
        #expect(await slow.answer() == noMatch)
        #expect(await served.clock.passing { await slow.answer() } == ["! the line did not end within 10.0 seconds"])
        #expect(await slow.answer() == nil)
        try await served.finish()
    }

    @Test func `The time of a line begins with its first byte, and does not begin anew with others`() async throws {
        let server = QueryServer { _ in fatalError("there is no query") }
        let (listener, phases) = (try unusedAddress.listen(), Record<ConnectionServer.Table.Phase>())
        let client = try listener.address.connect()
        let socket = try #require(await listener.accept(on: ContinuousClock()) { _ in })
        let connection = Connection(socket, number: 1, isGuest: false) { phases.append($0) }
        let serving = Task { await server.serve(connection) }
        for count in 1...3 {
            #expect(try client.writeNow(" "))
            await phases.waitFor(count)
        }
        #expect(phases.elements == [.begun, .begun, .begun])
        #expect(try client.writeNow("\n"))
        await phases.waitFor(5)
        #expect(phases.elements == [.begun, .begun, .begun, .busy, .quiet])
        client.close()
        await serving.value
    }

    @Test func `The time of a guest begins anew with its first byte`() async throws {
        let server = QueryServer { _ in fatalError("there is no query") }
        let ((socket, client), phases) = (try Socket.pair(), Record<ConnectionServer.Table.Phase>())
        let connection = Connection(socket, number: 1, isGuest: true) { phases.append($0) }
        let serving = Task { await server.serve(connection) }
        #expect(try client.writeNow(" "))
        await phases.waitFor(1)
        client.close()
        await serving.value
        #expect(phases.elements == [.begun])
    }

    @Test func `A client that does not read is let go`() async throws {
        let address = unusedAddress
        let (clock, stop, ends) = (TestClock(), HeldWork(), Record<Bool>())
        let server = ConnectionServer(limits: .init(), clock: clock, report: { _ in })
        let listener = try address.listen()
        let running = Task {
            try await server.run(on: listener, endingWithin: .seconds(4), until: { await stop.run() }) { connection in
                let text = String(repeating: "x", count: 16 << 20)
                ends.append((try? await connection.write(text)) == nil)
            }
        }
        let client = try address.connect()
        #expect(await clock.passing { await ends.waitFor(1) } == [true])
        #expect(await client.read() != nil)
        stop.release()
        try await running.value
    }

    @Test(
        "The last line of a client that has finished is answered, whether it has an end or not", arguments: ["\n", ""])
    func lastLine(end: String) async throws {
        let served = try ServedQueries(search)
        var client = try await ServedClient(served.address, sending: "zz\nzz" + end)
        client.finish()
        #expect(await client.answer() == noMatch)
        #expect(await client.answer() == noMatch)
        #expect(await client.answer() == nil)
        #expect(try await served.finish().isComplete)
    }

    @Test func `The time in which the server's process is stopped is no silence of its clients`() async throws {
        let served = try ServedQueries(search, limits: limits(connections: 1))
        var client = try ServedClient(served.address)
        await served.counts.waitFor(1)
        for _ in 0..<3 {
            await served.clock.waitForSleepers(1)
            served.clock.advance(by: .seconds(60))
        }
        await served.clock.waitForSleepers(1)
        try await client.send("zz\n")
        #expect(await client.answer() == noMatch)
        try await served.finish()
    }

    @Test func `A connection whose client has gone before the answer counts as broken`() async throws {
        let search = QuestionedCitySearch()
        let served = try ServedQueries(search)
        var client: ServedClient? = try ServedClient(served.address)
        try await client?.send("a\n")
        let question = try await search.questions.next()
        client = nil
        question.answer([])
        await served.counts.waitFor(2)
        #expect(served.status().tallies.brokenConnections == 1)
        try await served.finish()
    }

    @Test("A connection's descriptor is closed before its runtime has ended, and the connection counts until then")
    func descriptorFirst() async throws {
        let search = QuestionedCitySearch()
        let served = try ServedQueries(search)
        var client = try await ServedClient(served.address, sending: "a\n")
        let question = try await search.questions.next()
        // The answer's time is over, and the search goes on.
        await served.clock.waitForSleepers(3)
        served.clock.advance(by: .seconds(10))
        await question.waitUntilCancelled()
        #expect(await client.answer() == ["! no answer within 10.0 seconds"])
        client.finish()
        #expect(await client.answer() == nil)
        #expect(served.status().connections == 1)
        question.answer([])
        await served.counts.waitFor(2)
        #expect(served.counts.elements == [1, 0])
        try await served.finish()
    }
}
