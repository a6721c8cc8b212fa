import AsyncKit
import TestSupport
import Testing
import UnoArchitecture
import UnoTesting

/// What the library promises holds under every schedule that is explored.
@Suite(.timeLimit(.hang))
struct ExploredTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let scenario: @Sendable (Scenario) async throws -> Void

        init(_ name: String, _ scenario: @escaping @Sendable (Scenario) async throws -> Void) {
            testDescription = name
            self.scenario = scenario
        }
    }

    static let table: [Row] = [
        Row("AsyncChannel: delivery", ChannelScenarios.delivery(AsyncChannel<Int>.self)),
        Row("AsyncChannel: fairness", ChannelScenarios.fairness(AsyncChannel<Int>.self)),
        Row("AsyncChannel: finish and cancellation", ChannelScenarios.endings(AsyncChannel<Int>.self)),
        Row("AsyncChannel: early cancellation", ChannelScenarios.cancellation(AsyncChannel<Int>.self)),
        Row("AsyncChannel: waking up", ChannelScenarios.wakeUp(AsyncChannel<Int>.self)),
        Row("AsyncChannel as a stream: demand", PumpScenarios.demand { channel, _ in channel.eraseToStream() }),
        Row("AsyncLock: one at a time", AsyncLockScenarios.alone(AsyncLock.self)),
        Row("Runtime: counting and draining", HostScenarios.counting { RuntimeCounter($0) }),
        Row("Runtime: every state", RuntimeScenarios.everyState),
        Row("Runtime: cancelled anywhere", RuntimeScenarios.cancelledAnywhere),
        Row("Runtime: what an awaited event led to is published", RuntimeScenarios.published),
        Row("Runtime: a cancelled event", RuntimeScenarios.cancelledEvent),
        Row("Debounce: the window", DebounceScenarios.window { RuntimeDebounce($0, handled: $1) }),
        Row("When: order", WhenScenarios.order { RuntimeFamily($0, log: $1) }),
        Row("When: leaving", WhenScenarios.leaving),
        Row("When: abandoned", WhenScenarios.abandoned),
    ]

    /// `UNO_SCHEDULES=20000` runs as many schedules of each scenario, and prints how they went.
    private static let given = Scale.number("UNO_SCHEDULES")
    private static let count = given ?? Scale.chosen(400)

    @Test(arguments: table) func `No schedule breaks what the library promises`(row: Row) {
        let exploration = explore(schedules: Self.count) { try await row.scenario($0) }
        #expect(exploration.schedules == Self.count)
        if Self.given != nil {
            print("\(row.testDescription): \(exploration.schedules) schedules, \(exploration.distinct) different")
        }
    }
}
