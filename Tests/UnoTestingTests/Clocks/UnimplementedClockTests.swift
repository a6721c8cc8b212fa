import TestSupport
import Testing
import UnoTesting

@Suite("An unimplemented clock", .timeLimit(.hang))
struct UnimplementedClockTests {
    @Test func `records an issue when it is used, where it was made, and lets the feature go on`() async {
        let found = await failures {
            let clock = UnimplementedClock("The clock of the timer", line: 10)
            try? await clock.sleep(until: TestClock.Instant(offset: .seconds(3)))
            #expect(clock.now.offset == .zero)
        }
        #expect(found.map(\.line) == [10, 10])
        #expect(
            found.map(\.text) == [
                "The clock of the timer was asked to sleep until 3.0 seconds, but is not meant to be used in this test",
                "The clock of the timer was asked for the time, but is not meant to be used in this test",
            ])
    }

    @Test("lets other tasks run in each sleep, and throws if its task is cancelled", arguments: [false, true])
    func sleep(isCancelled: Bool) async {
        let (executor, order) = (ControlledExecutor(), Record<String>())
        defer { executor.runFreely() }
        let found = await failures {
            let clock = UnimplementedClock()
            let sleeper = executor.task {
                do {
                    try await clock.sleep(until: TestClock.Instant())
                    order.append("slept")
                } catch { order.append("\(type(of: error))") }
            }
            executor.task { order.append("other") }
            if isCancelled { sleeper.cancel() }
            executor.runUntilIdle()
        }
        #expect(found.count == 1)
        #expect(order.elements == ["other", isCancelled ? "CancellationError" : "slept"])
    }
}
