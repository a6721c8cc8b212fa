import TestSupport
import Testing
import UnoInspector
import UnoTesting

@Suite(.timeLimit(.hang))
struct InspectorClockTests {
    private let base = TestClock()
    private let clock: InspectorClock
    private let woken = Record<Int>()

    init() { clock = InspectorClock(following: base) }

    /// Sleeps for so many seconds, and records it.
    private func sleep(_ seconds: Int) -> Task<Void, any Error> {
        let deadline = clock.now.advanced(by: .seconds(seconds))
        return Task {
            try await clock.sleep(until: deadline)
            woken.append(seconds)
        }
    }

    @Test func `Its instants are ordered, and as far apart as they were advanced`() {
        let now = clock.now
        let later = now.advanced(by: .seconds(2))
        #expect(now < later && !(later < now) && !(now < now))
        #expect(now.duration(to: later) == .seconds(2))
    }

    @Test func `It follows its base`() async throws {
        let sleep = sleep(2)
        await base.waitForSleepers(1)
        base.advance(by: .seconds(2))
        try await sleep.value
        #expect(clock.now.elapsed == .seconds(2))
        #expect(!clock.isPaused)
        #expect(clock.step() == nil)
    }

    @Test func `Paused, it stands, and those who sleep go on sleeping until it has gone on for the rest`() async throws
    {
        let sleep = sleep(3)
        await base.waitForSleepers(1)
        base.advance(by: .seconds(1))
        clock.pause()
        base.advance(by: .seconds(5))
        await base.waitForNoSleepers()
        #expect(clock.now.elapsed == .seconds(1))
        #expect(woken.elements == [])
        clock.pause()
        clock.resume()
        await base.waitForSleepers(1)
        base.advance(by: .seconds(1))
        #expect(clock.now.elapsed == .seconds(2))
        #expect(woken.elements == [])
        base.advance(by: .seconds(1))
        try await sleep.value
        #expect(clock.now.elapsed == .seconds(3))
    }

    @Test func `Two steps at once go two deadlines on`() async throws {
        let sleeps = [sleep(5), sleep(2)]
        await base.waitForSleepers(2)
        clock.pause()
        #expect(clock.step() == .seconds(2))
        #expect(clock.step() == .seconds(3))
        for sleep in sleeps { try await sleep.value }
        #expect(clock.step() == nil)
    }

    @Test func `A step moves it to the next deadline only`() async throws {
        let sleeps = [sleep(5), sleep(2), sleep(9)]
        await base.waitForSleepers(3)
        clock.pause()
        #expect(clock.step() == .seconds(2))
        await woken.waitFor(1)
        #expect(clock.now.elapsed == .seconds(2))
        try await sleeps[1].value
        #expect(clock.step() == .seconds(3))
        try await sleeps[0].value
        #expect(woken.elements == [2, 5])
        clock.resume()
        await base.waitForSleepers(1)
        base.advance(by: .seconds(4))
        try await sleeps[2].value
        #expect(clock.now.elapsed == .seconds(9))
        clock.pause()
        #expect(clock.step() == nil)
    }

    @Test(arguments: [false, true]) func `A cancelled sleeper throws and is no longer waited for`(isPaused: Bool) async
    {
        let sleep = sleep(1)
        await base.waitForSleepers(1)
        if isPaused { clock.pause() }
        sleep.cancel()
        await #expect(throws: CancellationError.self) { try await sleep.value }
        clock.pause()
        #expect(clock.step() == nil)
    }

    @Test func `A deadline that has come is not waited for, even when the clock is paused`() async throws {
        clock.pause()
        try await clock.sleep(until: clock.now)
        #expect(clock.step() == nil)
    }
}
