import Foundation
import SocketKit
import TestSupport
import Testing
import UnoArchitecture
import UnoOperation
import UnoTesting

@testable import WeatherSearch

@Suite("The server of queries", .timeLimit(.hang))
struct QueryServerTests {
    let search = IndexedCitySearch(index: CityIndex(cities: [.reykjavik, .tromso]), limit: 5)
    let troms = [
        "Tromsø, Norway  41,915", "! No weather for Tromsø, Norway: the weather service did not answer in time.",
    ]

    @Test func `answers the lines of each connection in order, and says why where there is no answer`() async throws {
        let served = try ServedQueries(search)
        var (one, other) = (try ServedClient(served.address), try ServedClient(served.address))
        try await one.send("troms\n\n  \nzz\n" + String(repeating: "x", count: 5_000) + "\ntroms\r\n")
        try await other.send("zz\n")
        #expect(await one.answer() == troms)
        #expect(await one.answer() == ["! No city matches “zz”."])
        #expect(await one.answer() == ["! the line is longer than 4096 bytes"])
        #expect(await one.answer() == troms)
        #expect(await other.answer() == ["! No city matches “zz”."])
        try await other.send("\(QueryServer.statusRequest)\n")
        let status = await other.answer()
        #expect(
            status?.prefix(3) == [
                "server       serving", "connections  2 of 2000; 0 refused, 0 too slow, 0 broken",
                "queries      4 answered, 0 late, 0 failed",
            ])
        served.stop()
        #expect(await one.answer() == nil)
        #expect(try await served.report().isComplete)
    }

    @Test func `A server that is told to stop answers what has arrived, and closes`() async throws {
        let search = QuestionedCitySearch()
        let served = try ServedQueries(search)
        var client = try await ServedClient(served.address, sending: "a\nb\n")
        let first = try await search.questions.next()
        served.stop()
        first.answer([.tromso])
        #expect(await client.answer() == troms)
        try await search.questions.next().answer([])
        #expect(await client.answer() == ["! No city matches “b”."])
        #expect(await client.answer() == nil)
        #expect(try await served.report().isComplete)
        #expect(throws: Socket.Failure.self) { try served.address.connect() }
    }

    @Test("A server that is told to stop cancels in time what does not end, and begins no other line")
    func deadline() async throws {
        let search = QuestionedCitySearch()
        let served = try ServedQueries(search)
        var client = try await ServedClient(served.address, sending: String(repeating: "a\n", count: 1_000))
        let question = try await search.questions.next()
        served.stop()
        // The watch for slow clients and the one for idle runtimes, the time of the answer, and the time of the drain.
        await served.clock.waitForSleepers(4)
        served.clock.advance(by: .seconds(3))
        await question.waitUntilCancelled()
        question.answer([])
        // The one that was begun, and the one that is not.
        #expect(await client.answer() == ["! the server ends"])
        #expect(served.status().tallies.failedAnswers == 1)
        #expect(await client.answer() == ["! the server ends"])
        #expect(await client.answer() == nil)
        _ = try await served.report()
        #expect(search.questions.subjects.count == 1)
    }

    @Test func `A query without an answer in time is cancelled, and the next is answered`() async throws {
        let search = QuestionedCitySearch()
        let served = try ServedQueries(search)
        var client = try await ServedClient(served.address, sending: "a\nb\n")
        let question = try await search.questions.next()
        await served.clock.waitForSleepers(3)
        served.clock.advance(by: .seconds(10))
        await question.waitUntilCancelled()
        question.answer([.tromso])
        #expect(await client.answer() == ["! no answer within 10.0 seconds"])
        #expect(served.status().tallies.lateAnswers == 1)
        try await search.questions.next().answer([.tromso])
        #expect(await client.answer() == troms)
        #expect(try await served.finish().isComplete)
    }

    @Test func `A client that does not read stops only its own connection`() async throws {
        let served = try ServedQueries(search)
        let count = 4_000
        var silent = try await ServedClient(served.address, sending: String(repeating: "troms\n", count: count))
        var other = try ServedClient(served.address)
        for _ in 0..<10 {
            try await other.send("troms\n")
            #expect(await other.answer() == troms)
        }
        silent.finish()
        var answered = 0
        while let answer = await silent.answer() {
            if answer == troms { answered += 1 }
        }
        #expect(answered == count)
        #expect(try await served.finish().isComplete)
    }

    @Test func `ends with the error of a socket on which nothing can be accepted`() async throws {
        let listener = try Listener(at: .port(0)) { _ in -EBADF }
        let server = QueryServer(clock: TestClock()) { _ in fatalError("there is no query") }
        let stop = AsyncStream.makeStream(of: Never.self)
        await #expect(throws: Socket.Failure.self) {
            _ = try await server.run(on: listener, drainingWithin: .seconds(5)) { for await _ in stop.stream {} }
        }
    }

    @Test func `listens on a port of the loopback interface, too`() async throws {
        let listener = try ServerAddress.port(0).listen()
        let client = try listener.address.connect()
        let accepted = try #require(await listener.accept(on: ContinuousClock()) { _ in })
        #expect(try accepted.writeNow("x"))
        #expect(await client.read() == [UInt8(ascii: "x")])
        listener.stop()
        #expect(try await listener.accept(on: ContinuousClock()) { _ in } == nil)
    }
}
