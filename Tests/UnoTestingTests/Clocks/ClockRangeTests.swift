import TestSupport
import Testing
import UnoArchitecture
import UnoTesting

/// Durations and instants that no test means, and that must not end the process.
@Suite("The clocks for tests take every duration", .timeLimit(.hang))
struct ClockRangeTests {
    static let hostile: [Duration] = [
        .seconds(Int64.max), .seconds(Int64.min), Duration(attoseconds: .max), Duration(attoseconds: .min), .zero,
        .nanoseconds(-1),
    ]

    @Test("an instant ends at the largest and at the smallest duration", arguments: hostile, hostile)
    func instants(offset: Duration, duration: Duration) {
        let instant = TestClock.Instant(offset: offset)
        let later = instant.advanced(by: duration)
        #expect(duration < .zero ? later <= instant : later >= instant)
        let other = TestClock.Instant(offset: duration)
        #expect((instant.duration(to: other) >= .zero) == (other >= instant))
        #expect(instant.duration(to: instant) == .zero)
    }

    @Test("an erased clock's instant does, too", arguments: hostile, hostile)
    func erased(offset: Duration, duration: Duration) {
        let clock = TestClock()
        let start = AnyClock(clock).now
        let instant = start.advanced(by: offset)
        let later = instant.advanced(by: duration)
        #expect(duration < .zero ? later <= instant : later >= instant)
        #expect((instant.duration(to: start) >= .zero) == (start >= instant))
    }

    @Test func `an immediate clock sleeps for each of them, again and again`() async throws {
        let clock = ImmediateClock()
        for _ in 0..<50 {
            for duration in Self.hostile { try await clock.sleep(for: duration) }
        }
        #expect(clock.now == .never)
    }

    @Test(arguments: hostile) func `an unimplemented clock reports each sleep, and goes on`(duration: Duration) async {
        let found = await failures {
            let clock = UnimplementedClock()
            try? await clock.sleep(until: TestClock.Instant(offset: duration))
        }
        #expect(found.count == 1)
    }

    @Test("a test clock sleeps for the longest one until it is cancelled, and at the end of time, too")
    func never() async throws {
        let (clock, executor) = (TestClock(), ControlledExecutor())
        defer { executor.runFreely() }
        let ends = Record<Bool>()
        let sleeper = executor.task { ends.append((try? await clock.sleep(for: Duration(attoseconds: .max))) != nil) }
        executor.runUntilIdle()
        clock.run()
        #expect(clock.sleeperCount == 1 && clock.nextDeadline == nil && clock.now == TestClock.Instant())
        clock.advance(by: Duration(attoseconds: .max))
        #expect(clock.now == .never)
        let second = executor.task { ends.append((try? await clock.sleep(for: .seconds(1))) != nil) }
        executor.runUntilIdle()
        #expect(clock.sleeperCount == 2 && ends.elements.isEmpty)
        sleeper.cancel()
        second.cancel()
        executor.runUntilIdle()
        #expect(ends.elements == [false, false])
    }

    @Test("a test clock wakes at a far deadline, and what sleeps for a negative one goes on at once")
    func farAndPast() async throws {
        let clock = TestClock()
        let sleeper = Task { try await clock.sleep(for: .seconds(Int64.max)) }
        await clock.waitForSleepers(1)
        clock.advance(by: .seconds(Int64.max))
        try await sleeper.value
        for duration in Self.hostile where duration <= .zero { try await clock.sleep(for: duration) }
        #expect(clock.sleeperCount == 0)
    }

    @Test func `a test clock does not go back, and says so where it was told to`() async {
        let clock = TestClock(now: TestClock.Instant(offset: .seconds(5)))
        let harness = InteractorTestHarness(EmptyInteractor<Int, Int>(), clock: clock)
        let found = await failures {
            clock.advance(by: .seconds(-1), line: 10)
            clock.advance(to: TestClock.Instant(offset: .seconds(4)), line: 20)
            await harness.advance(by: .seconds(Int64.min), line: 30)
            await harness.advance(to: TestClock.Instant(), line: 40)
            // To stand still is not to go back.
            clock.advance(by: .zero, line: 50)
            clock.advance(to: clock.now, line: 60)
        }
        #expect(found.map(\.line) == [10, 20, 30, 40])
        #expect(
            found.map(\.text).prefix(2) == [
                "A test clock cannot go back: it was to be advanced by -1.0 seconds",
                "A test clock cannot go back: it was to be advanced from 5.0 seconds to 4.0 seconds",
            ])
        #expect(clock.now.offset == .seconds(5))
        await harness.finish()
    }

    @Test func `a harness runs to a far deadline and leaves alone what never wakes`() async {
        let harness = numbers(.off) { clock, _, exponent, _ in
            .observe { _, send in
                while (try? await clock.sleep(for: Duration(attoseconds: 1 << exponent))) != nil {
                    await send { $0 += 1 }
                }
            }
        }
        await harness.send(125)
        await harness.run()
        // Three times 2¹²⁵ is the last that an instant can hold: the fourth deadline never comes.
        #expect(await harness.latestState == 3)
        #expect(harness.clock.sleeperCount == 1)
        await harness.finish()
    }

    @Test func `a recorder takes any time-out and draws any time`() async {
        let clock = TestClock()
        let recorder = AsyncStreamRecorder(
            recording: AsyncStream<Int> { states in
                states.yield(1)
                states.finish()
            }, clock: clock)
        await recorder.waitForEmissions(count: 1, timeout: Duration(attoseconds: .max))
        await recorder.waitForFinish(timeout: .seconds(Int64.max))
        #expect(recorder.diagram(step: .seconds(Int64.max)) == "[1|]")
        #expect(recorder.diagram(step: .zero) == "[1|]")
        let late = AsyncStreamRecorder<Int>(clock: TestClock(now: .never))
        late.cancel()
        #expect(late.diagram.count == 10_001)
        let found = await failures { recorder.record(AsyncStream<Int> { $0.finish() }, line: 10) }
        #expect(found.map(\.line) == [10])
        #expect(found.first?.text.hasPrefix("A recorder records one sequence") == true)
    }
}
