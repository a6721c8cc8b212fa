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
    @Test func `tells the operator which action, since when and from where, goes on, and ends in time`() async throws {
        let (blockade, clock, reports) = (Blockade(), TestClock(), Record<Diagnostic>())
        // Of the runtimes alone: how long a cancelled one is waited for does not depend on the server's times.
        let runtimeClock = TestClock()
        // As many as there are threads for tasks, so that a handler on one of these would stop the server.
        let count = ProcessInfo.processInfo.activeProcessorCount + 1
        let threads = HandlerThreads(count: count)
        let served = try Diagnostics.$local.withValue(Diagnostics { reports.append($0) }) {
            try ServedQueries(clock: clock) { number in
                Runtime(
                    DeadlockedSearch(blockade: blockade),
                    executor: threads.forRuntime(), clock: runtimeClock, name: "connection \(number)")
            }
        }
        var clients: [ServedClient] = []
        for _ in 0..<count {
            clients.append(try ServedClient(served.address))
            try await clients[clients.count - 1].send("reykj\n")
            await blockade.arrivals.waitFor(clients.count)
        }
        // The times of slow clients, of idle runtimes, and of each answer.
        await clock.waitForSleepers(2 + count)
        for clock in [clock, runtimeClock] { clock.advance(by: .seconds(8)) }

        var operating = try await ServedClient(served.address, sending: QueryServer.statusRequest + "\n")
        let status = try #require(await operating.answer())
        #expect(status.contains("runtimes     \(count), \(count) of them busy"))
        let first = try #require(status.firstIndex { $0.hasPrefix("connection 1#") })
        #expect(status[first].hasSuffix(": running"))
        let step = try #require(status[first...].first { $0.hasPrefix("  handles") })
        #expect(step.contains("handles      search of WeatherSearch/QueryHost.swift:"))
        #expect(step.hasSuffix(", for 8s"))

        // The clients are told, however often they ask.
        clock.advance(by: .seconds(2))
        for index in clients.indices { #expect(await clients[index].answer() == ["! no answer within 10.0 seconds"]) }
        try await clients[0].send("reykj\n")
        await clock.waitForSleepers(3)
        clock.advance(by: .seconds(10))
        #expect(await clients[0].answer() == ["! no answer within 10.0 seconds"])

        // The runtime of a client that goes is cancelled and waited for, and what it leaves behind is reported once.
        clients[count - 1].finish()
        await runtimeClock.waitForSleepers(1)
        runtimeClock.advance(by: .seconds(5))
        // All that have come, the operator included, and the one that has gone.
        await served.counts.waitFor(count + 2)
        #expect(reports.elements.map(\.kind) == [.tasksOutliveCancellation])
        #expect(reports.elements.first?.runtime?.hasPrefix("connection \(count)#") == true)

        served.stop()
        // Nothing keeps the connections: each waits for its next line. Their runtimes are cut at the limit.
        let report = try await clock.passing { try await served.report() }
        #expect(!report.isComplete)
        #expect(report.reports.count == count - 1)
        #expect(report.reports.values.allSatisfy { $0.cut?.step?.action == "search" })
        #expect(reports.elements.count == 1, "The report of the shutdown names the others")
        for _ in 0..<count { blockade.openOnce() }
        blockade.open()
    }
}
