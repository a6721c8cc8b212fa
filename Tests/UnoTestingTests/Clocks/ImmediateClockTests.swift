import TestSupport
import Testing
import UnoTesting

@Suite("An immediate clock", .timeLimit(.hang))
struct ImmediateClockTests {
    let clock = ImmediateClock()

    @Test func `moves to the deadline of each sleep, and never back`() async throws {
        try await clock.sleep(for: .seconds(3))
        #expect(clock.now.offset == .seconds(3))
        try await clock.sleep(until: TestClock.Instant(offset: .seconds(1)))
        #expect(clock.now.offset == .seconds(3))
    }

    @Test func `does not move for a task that is cancelled`() async {
        let sleeper = Task { [clock] in
            withUnsafeCurrentTask { $0?.cancel() }
            try await clock.sleep(for: .seconds(1))
        }
        await #expect(throws: CancellationError.self) { try await sleeper.value }
        #expect(clock.now.offset == .zero)
    }

    @Test func `lets the other tasks of its executor run in each sleep`() {
        let (executor, order) = (ControlledExecutor(), Record<String>())
        defer { executor.runFreely() }
        executor.task { [clock] in
            try? await clock.sleep(for: .seconds(1))
            order.append("slept")
        }
        executor.task { order.append("other") }
        executor.runUntilIdle()
        #expect(order.elements == ["other", "slept"])
    }
}
