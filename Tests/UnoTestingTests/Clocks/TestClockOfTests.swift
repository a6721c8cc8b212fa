import AsyncKit
import TestSupport
import Testing
import UnoArchitecture
import UnoTesting

/// Clocks whose durations are not `Duration`, and clocks whose type is erased.
@Suite("Clocks of other durations", .timeLimit(.hang))
struct TestClockOfTests {
    /// A length of film.
    struct Frames: DurationProtocol, Hashable {
        var count: Int

        static let zero = Frames(count: 0)

        static func + (left: Self, right: Self) -> Self { Frames(count: left.count + right.count) }
        static func - (left: Self, right: Self) -> Self { Frames(count: left.count - right.count) }
        static func / (left: Self, right: Int) -> Self { Frames(count: left.count / right) }
        static func * (left: Self, right: Int) -> Self { Frames(count: left.count * right) }
        static func / (left: Self, right: Self) -> Double { Double(left.count) / Double(right.count) }
        static func < (left: Self, right: Self) -> Bool { left.count < right.count }
    }

    /// Notes each of its moments, `interval` apart.
    static func tick<C: Clock>(_ clock: C, every interval: C.Duration, times: Int, _ ticks: Record<Int>) async throws {
        var moment = clock.now
        for tick in 0..<times {
            moment = moment.advanced(by: interval)
            try await clock.sleep(until: moment, tolerance: nil)
            ticks.append(tick)
        }
    }

    @Test func `move deadline by deadline`() async throws {
        let (clock, ticks) = (TestClockOf<Frames>(), Record<Int>())
        let ticker = Task { try await Self.tick(clock, every: Frames(count: 24), times: 4, ticks) }
        await clock.advanceSettling(by: Frames(count: 50))
        #expect(ticks.elements == [0, 1])
        #expect(clock.now.offset.count == 50)
        #expect(clock.nextDeadline?.offset.count == 72)
        #expect(throws: TestClock.SuspensionError.self) { try clock.checkSuspension() }
        #expect(await clock.run(timeout: .seconds(100_000)))
        #expect(ticks.elements == [0, 1, 2, 3])
        try await ticker.value
        try clock.checkSuspension()
    }

    @Test func `do not go back, and wake nothing too early`() async {
        let clock = TestClockOf<Frames>(now: .init(offset: Frames(count: 10)))
        let sleeper = Task { try? await clock.sleep(for: Frames(count: 5)) }
        await clock.waitForSleepers(1)
        clock.advance(by: Frames(count: -3))
        #expect(clock.now.offset.count == 10)
        clock.advance(to: .init(offset: Frames(count: 14)))
        #expect(clock.sleeperCount == 1)
        clock.run()
        await clock.waitForNoSleepers()
        #expect(clock.now.offset.count == 15)
        await sleeper.value
    }

    @Test func `stop to run with the task that runs them, and say that a task sleeps`() async {
        let clock = TestClockOf<Frames>()
        let sleeper = Task { try await clock.sleep(for: Frames(count: 5)) }
        await clock.waitForSleepers(1)
        let run = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return await clock.run(timeout: .seconds(100_000))
        }
        #expect(await !run.value)
        #expect(clock.now.offset.count == 0)
        sleeper.cancel()
        _ = await sleeper.result
    }

    @Test func `throw in a cancelled task, and no longer count it`() async {
        let clock = TestClockOf<Frames>()
        let sleeper = Task { try await clock.sleep(for: Frames(count: 5)) }
        await clock.waitForSleepers(1)
        sleeper.cancel()
        await #expect(throws: CancellationError.self) { try await sleeper.value }
        #expect(clock.sleeperCount == 0)
    }

    @Test func `keep their instants when their type is erased`() async throws {
        let clock = TestClockOf<Frames>()
        let erased: AnyClock<Frames> = AnyClock(clock)
        let begin = erased.now
        let ticks = Record<Int>()
        let ticker = Task { try await Self.tick(erased, every: Frames(count: 2), times: 3, ticks) }
        await clock.advanceSettling(by: Frames(count: 4))
        #expect(ticks.elements == [0, 1])
        #expect(begin.duration(to: erased.now).count == 4)
        #expect(begin < erased.now && !(begin < begin))
        #expect(begin.advanced(by: Frames(count: 4)) == erased.now)
        clock.advance(by: Frames(count: 2))
        try await ticker.value
        #expect(AnyClock(ImmediateClock()).minimumResolution == .zero)
    }
}
