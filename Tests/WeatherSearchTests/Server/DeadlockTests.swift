import Foundation
import TestSupport
import Testing
import UnoArchitecture
import UnoOperation
import UnoTesting

@testable import WeatherSearch

/// The search of a handler that never returns, until the test ends.
private struct DeadlockedSearch: Interactor {
    let blockade: Blockade

    var body: some Interactor<SearchState, SearchAction> {
        Interact(initialValue: SearchState.idle) { [blockade] _, action in
            if case .search = action { blockade.block() }
            return .none
        }
    }
}

@Suite("A server with handlers that never return", .timeLimit(.hang))
struct DeadlockTests {
    @Test("tells the operator which action, since when and from where, goes on, and ends in time", .misuse)
    func deadlock() async throws {
        let (blockade, clock) = (Blockade(), TestClock())
        // As many as there are threads for tasks, so that a handler on one of these would stop the server.
        let count = ProcessInfo.processInfo.activeProcessorCount + 1
        let threads = HandlerThreads(count: count)
        let served = try ServedQueries(clock: clock) { number in
            Runtime(
                DeadlockedSearch(blockade: blockade),
                executor: threads.forRuntime(),
                clock: clock,
                name: "connection \(number)"
            )
        }
        var clients: [ServedClient] = []
        for _ in 0..<count {
            clients.append(try ServedClient(served.address))
            try await clients[clients.count - 1].send("reykj\n")
            await blockade.arrivals.waitFor(clients.count)
        }
        // The times of slow clients, of idle runtimes, and of each answer.
        await clock.waitForSleepers(2 + count)
        clock.advance(by: .seconds(8))

        var operating = try ServedClient(served.address)
        try await operating.send(QueryServer.statusRequest + "\n")
        let status = try #require(await operating.answer())
        #expect(status.contains("runtimes     \(count), \(count) of them busy"))
        let first = try #require(status.firstIndex { $0.hasPrefix("connection 1#") })
        #expect(status[first].hasSuffix(": running"))
        let step = try #require(status[first...].first { $0.hasPrefix("  handles") })
        #expect(step.contains("handles      search of WeatherSearch/QueryHost.swift:"))
        #expect(step.hasSuffix(", for 8s"))

        // The clients are told, however often they ask.
        clock.advance(by: .seconds(2))
        for index in clients.indices {
            #expect(await clients[index].answer() == ["! no answer within 10.0 seconds"])
        }
        try await clients[0].send("reykj\n")
        let again = await clock.passing { await clients[0].answer() }
        #expect(again == ["! no answer within 10.0 seconds"])

        served.stop()
        // Nothing keeps the connections: each waits for its next line. Their runtimes are cut at the limit.
        let report = try await clock.passing { try await served.report() }
        #expect(!report.isComplete)
        #expect(report.reports.values.contains { $0.cut?.step?.action == "search" })
        for _ in 0..<count { blockade.openOnce() }
        blockade.open()
    }
}
