import AsyncKit
import TestSupport
import Testing
import UnoArchitecture
import UnoTesting

/// Debouncing on unreliable clocks, and for longer than a clock can sleep.
@Suite(.timeLimit(.hang))
struct DebounceClockTests {
    let diagnostics = DiagnosticsRecorder()

    private struct Broken: Error {}

    private func stage(on clock: some Clock<Duration>, in host: Host = .runtime) -> Stage<Int, Int> {
        diagnostics { Stage(DebounceInteractor(for: .seconds(10), clock: clock) { Sum.digits() }, in: host) }
    }

    @Test("After an early wake-up the sleeper sleeps again, and nothing is handled before the deadline") func early() {
        let work = HeldWork()
        let clock = ManualClock { _, _ in await work.run() }
        let stage = stage(on: clock)
        stage.send(1)
        for _ in 1...3 {
            clock.advance(by: .seconds(3))
            #expect(stage.release(work).states == [0])
        }
        #expect(clock.sleeps.elements.map(\.offset) == Array(repeating: .seconds(10), count: 4))
        clock.advance(by: .seconds(1))
        #expect(stage.release(work).states == [0, 1] && diagnostics.kinds == [])
    }

    /// Shows an earlier time for a number of looks, as if time passed between them.
    private final class LateClock: Clock, Sendable {
        let base: ManualClock
        private let earlier = Locked<(looks: Int, now: ManualClock.Instant)>((0, ManualClock.Instant()))

        init(_ base: ManualClock) { self.base = base }

        var now: ManualClock.Instant {
            let present = base.now
            return earlier.withLock { earlier in
                guard earlier.looks > 0 else { return present }
                earlier.looks -= 1
                return earlier.now
            }
        }

        var minimumResolution: Duration { .zero }

        func sleep(until deadline: ManualClock.Instant, tolerance: Duration?) async throws {
            try await base.sleep(until: deadline, tolerance: tolerance)
        }

        func advance(by duration: Duration, seenAfter looks: Int) {
            let present = base.now
            base.advance(by: duration)
            earlier.withLock { $0 = (looks, present) }
        }
    }

    @Test("An action that becomes due in the turn of its sleeper, after its beginning, is handled", arguments: 0...4)
    func dueWithinTheTurn(looks: Int) {
        let work = HeldWork()
        let clock = LateClock(ManualClock { _, _ in await work.run() })
        let stage = stage(on: clock)
        for (action, expected) in [(1, [0, 1]), (2, [0, 1, 12])] {
            stage.send(action)
            clock.advance(by: .seconds(10), seenAfter: looks)
            // A sleeper that finds the earlier time sleeps again.
            for _ in 0..<5 where stage.states != expected { stage.release(work) }
            #expect(stage.states == expected)
        }
        #expect(stage.finish().hasEnded && stage.runtime.tasks.liveCount == 0)
        #expect(diagnostics.kinds == [])
    }

    @Test("A burst can move the deadline any number of times: waking at an old deadline does not count as early")
    func moved() {
        let work = HeldWork()
        let clock = ManualClock { _, _ in await work.run() }
        let stage = stage(on: clock)
        stage.send(1)
        clock.advance(by: .seconds(1))
        for _ in 1...50 {
            clock.advance(by: .seconds(8))
            stage.send(2)
            clock.advance(by: .seconds(1))
            stage.release(work)
        }
        #expect(stage.states == [0] && diagnostics.kinds == [])
        clock.advance(by: .seconds(9))
        #expect(stage.release(work).states == [0, 2])
    }

    @Test("A deadline that is over costs no look at the clock: each burst costs as many as the first one")
    func looks() {
        let work = HeldWork()
        let clock = ManualClock { _, _ in await work.run() }
        let stage = Stage(DebounceInteractor(for: .seconds(10), clock: clock) { Sum.digits() })
        var costs: [Int] = []
        for _ in 1...3 {
            stage.send(1)
            let before = clock.looks
            stage.send(2)
            costs.append(clock.looks - before)
            clock.advance(by: .seconds(10))
            stage.release(work)
        }
        #expect(stage.states == [0, 2, 22, 222])
        #expect(Set(costs).count == 1, "\(costs)")
    }

    @Test("Early wake-ups are counted for each window: those of handled actions make no clock unreliable")
    func severalWindows() {
        let work = HeldWork()
        let clock = ManualClock { _, _ in await work.run() }
        let stage = stage(on: clock)
        for action in 1...4 {
            stage.send(action)
            for _ in 1...7 { stage.release(work) }
            #expect(stage.states.count == action)
            clock.advance(by: .seconds(10))
            #expect(stage.release(work).states.count == action + 1)
        }
        #expect(diagnostics.kinds == [])
    }

    @Test("A clock that never sleeps is reported once, with the call site, and does not spin", arguments: Host.allCases)
    func spinning(host: Host) {
        let clock = ManualClock { _, _ in }
        let line: UInt = #line + 1
        let feature = DebounceInteractor(for: .seconds(10), clock: clock) { Sum.digits() }
        let stage = diagnostics { Stage(feature, in: host) }
        #expect(stage.send(1, 2, 3).states == [0, 1, 12, 123] && clock.sleeps.elements.count == 24)
        let reports = diagnostics.reports.elements
        #expect(reports.map(\.kind) == [.unreliableClock])
        #expect(reports.first?.fileID == #fileID)
        #expect(reports.first?.line == line)
        #expect(reports.first?.message.contains("woke 8 times in a row before the deadline") == true)
        #expect(stage.finish().hasEnded)
    }

    @Test("A clock that throws is reported, and the action is handled", arguments: Host.allCases)
    func failing(host: Host) {
        let clock = ManualClock { _, _ in throw Broken() }
        let stage = stage(on: clock, in: host)
        #expect(stage.send(1, 2).states == [0, 1, 12] && clock.sleeps.elements.count == 2)
        #expect(diagnostics.kinds == [.unreliableClock])
        #expect(diagnostics.reports.elements.first?.message.contains("did not sleep") == true)
    }

    @Test("An event whose action an unreliable clock delivers early ends with its step") func event() {
        let clock = ManualClock { _, _ in throw Broken() }
        let stage = stage(on: clock)
        let event = stage.runtime.send(1)
        let ended = stage.run { await event.finish() }
        #expect(ended.count == 1 && stage.runtime.tasks.liveCount == 0)
    }

    static let durations: [Duration] = [.seconds(Int64.max), .seconds(100 * 366 * 86_400), .seconds(Int64.max) * 10]

    @Test(
        "A debounce of more than a century is reported, and its actions wait for the finish",
        arguments: durations,
        Host.allCases)
    func endless(duration: Duration, host: Host) {
        let line: UInt = #line + 1
        let feature = DebounceInteractor(for: duration) { Sum.digits() }
        let stage = diagnostics { Stage(feature, in: host) }
        #expect(stage.send(1, 2).states == [0])
        #expect(stage.finish().states == [0, 2] && stage.hasEnded)
        #expect(diagnostics.kinds == [.endlessDuration])
        #expect(diagnostics.reports.elements.first?.line == line)
    }

    @Test("A debounce of a century is not reported") func century() {
        let clock = TestClock()
        let century = Duration.seconds(100 * 31_557_600)
        let stage = diagnostics { Stage(DebounceInteractor(for: century, clock: clock) { Sum.digits() }) }
        stage.send(1)
        #expect(stage.advance(clock, by: century - .nanoseconds(1)).states == [0])
        #expect(stage.advance(clock, by: .nanoseconds(1)).states == [0, 1])
        #expect(diagnostics.kinds == [])
    }
}
