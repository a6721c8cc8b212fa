import TestSupport
import Testing
import UnoArchitecture

@testable import WeatherSearch

@Suite("A lane of handlers", .timeLimit(.hang))
struct HandlerLaneTests {
    private actor Worker {
        nonisolated let unownedExecutor: UnownedSerialExecutor
        private let lane: HandlerLane
        private var isBusy = false

        init(_ lane: HandlerLane) {
            self.lane = lane
            unownedExecutor = lane.asUnownedSerialExecutor()
        }

        /// Whether no other job was running.
        func work() -> Bool {
            defer { isBusy = false }
            if isBusy { return false }
            isBusy = true
            return true
        }
    }

    @Test func `runs every job, one at a time, also those that come while another one runs`() async {
        let worker = Worker(HandlerLane(on: HandlerThreads(count: 2)))
        let isAlone = await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<200 { group.addTask { await worker.work() } }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(isAlone == Array(repeating: true, count: 200))
    }
}
