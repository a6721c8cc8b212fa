import AsyncKit
import TestSupport
import Testing
import UnoTesting

@Suite("A bare test clock", .timeLimit(.hang))
struct TestClockTimerTests {
    @Test func `ticks at an interval, and ends with its task`() async {
        let clock = TestClock()
        let (ticks, wakes) = (Record<Duration>(), Record<Duration>())
        let task = Task { for await moment in clock.timer(interval: .seconds(2)) { ticks.append(moment.offset) } }
        // Counts from where the clock stands, so the clock has to stand at each deadline.
        let sleeper = Task {
            while (try? await clock.sleep(for: .seconds(2))) != nil { wakes.append(clock.now.offset) }
        }
        await clock.advanceSettling(by: .seconds(5))
        #expect(ticks.elements == [.seconds(2), .seconds(4)])
        #expect(wakes.elements == [.seconds(2), .seconds(4)])
        task.cancel()
        await task.value
        sleeper.cancel()
        await sleeper.value
        #expect(clock.sleeperCount == 0)
    }

    @Test func `makes up for ticks that came while no task asked`() async {
        let clock = TestClock()
        var iterator = clock.timer(interval: .seconds(1)).makeAsyncIterator()
        clock.advance(by: .seconds(1))
        await #expect(confirmedNext(&iterator, clock) == .seconds(2))
        clock.advance(by: .seconds(9))
        #expect(await iterator.next()?.offset == .seconds(3))
        #expect(await iterator.next()?.offset == .seconds(4))
    }

    private func confirmedNext(_ iterator: inout TestClock.Timer.Iterator, _ clock: TestClock) async -> Duration? {
        async let advance: Void = {
            await clock.waitForSleepers(1)
            clock.advance(by: .seconds(1))
        }()
        let next = await iterator.next()?.offset
        await advance
        return next
    }

    @Test func `says what sleeps on it where nothing should`() async throws {
        let clock = TestClock()
        try clock.checkSuspension()
        let sleeper = Task { try? await clock.sleep(for: .seconds(3)) }
        await clock.waitForSleepers(1)
        let found = await failures {
            #expect(throws: TestClock.SuspensionError.self) { try clock.checkSuspension(line: 10) }
        }
        #expect(found.map(\.line) == [10])
        #expect(found.map(\.text) == ["1 task(s) sleep on the clock, the next until 3.0 seconds; it is 0.0 seconds"])
        sleeper.cancel()
        await sleeper.value
    }

    @Test func `runs until nothing sleeps, and says so if that takes too long`() async {
        let (clock, steps) = (TestClock(), Locked(0))
        let task = Task {
            for _ in 0..<3 {
                try? await clock.sleep(for: .seconds(1))
                steps.withLock { $0 += 1 }
            }
        }
        await clock.run(timeout: .seconds(100_000))
        #expect(steps.withLock { $0 } == 3)
        await task.value
        let ticker = Task { for await _ in clock.timer(interval: .seconds(1)) {} }
        await clock.waitForSleepers(1)
        let found = await failures { await clock.run(timeout: .milliseconds(20), line: 10) }
        #expect(found.map(\.line) == [10])
        #expect(found.first?.text.contains("A task sleeps again and again") == true)
        ticker.cancel()
        await ticker.value
    }

    @Test func `has short names where a clock is asked for`() async throws {
        func wait(on clock: any Clock<Duration>) async throws { try await clock.sleep(for: .seconds(1)) }
        try await wait(on: .immediate)
        let found = await failures { try? await wait(on: .unimplemented("the clock of the search", line: 10)) }
        #expect(found.map(\.line) == [10, 10])
        #expect(found.first?.text.hasPrefix("the clock of the search was asked") == true)
        try await wait(on: .immediate)
    }
}
