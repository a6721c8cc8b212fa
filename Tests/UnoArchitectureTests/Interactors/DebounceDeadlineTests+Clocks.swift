import TestSupport
import Testing
import UnoArchitecture
import UnoTesting

extension DebounceDeadlineTests {
    @Test(
        "Where the instants of two clocks do not compare, the one that has waited longest comes first",
        arguments: Host.allCases)
    func differentClocks(host: Host) {
        for other in [ManualClock.stalled() as any Clock<Duration>, SuspendingClock()] {
            let clock = ManualClock.stalled()
            let feature = Interactors.Merge(
                DebounceInteractor(for: .seconds(10), clock: clock) { Sum.digits() },
                // Of the same type, by what is known of it.
                DebounceInteractor(for: .seconds(9), clock: other) { Sum.constant(7) }
            )
            let stage = Stage(feature, in: host)
            stage.send(1)
            clock.advance(by: .seconds(100))
            (other as? ManualClock)?.advance(by: .seconds(100))
            #expect(stage.finish().states == [0, 1, 17])
        }
    }

    @Test(
        "The deadlines of one clock compare, whatever stands for it and whenever that was made",
        arguments: Host.allCases)
    func erasedClocks(host: Host) {
        let early = AnyClock(clock)
        clock.advance(by: .seconds(100))
        let late = AnyClock(AnyClock(clock))
        let feature = Interactors.Merge(
            DebounceInteractor(for: .seconds(10), clock: clock) { Sum.constant(3) },
            Interactors.Merge(
                DebounceInteractor(for: .seconds(9), clock: late) { Sum.constant(2) },
                DebounceInteractor(for: .seconds(8), clock: early) { Sum.constant(1) }
            )
        )
        let stage = Stage(feature, in: host)
        stage.send(0)
        clock.advance(by: .seconds(50))
        #expect(stage.send(0).states == [0, 1, 12, 123])
    }

    private class BaseClock: Clock, @unchecked Sendable {
        let base: ManualClock
        init(_ base: ManualClock) { self.base = base }
        var now: ManualClock.Instant { base.now }
        var minimumResolution: Duration { .zero }
        func sleep(until deadline: ManualClock.Instant, tolerance: Duration?) async throws {
            try await base.sleep(until: deadline, tolerance: tolerance)
        }
    }

    private final class NamedClock: BaseClock, @unchecked Sendable {}

    @Test("A clock that is known by its class and by its superclass is one clock", arguments: Host.allCases)
    func superclass(host: Host) {
        let named = NamedClock(clock)
        let feature = Interactors.Merge(
            DebounceInteractor(for: .seconds(10), clock: named) { Sum.constant(2) },
            DebounceInteractor(for: .seconds(9), clock: named as BaseClock) { Sum.constant(1) }
        )
        let stage = Stage(feature, in: host)
        stage.send(0)
        clock.advance(by: .seconds(50))
        #expect(stage.send(0).states == [0, 1, 12])
    }

    @Test("Of two windows on one clock, the one that began last may end first", arguments: Host.allCases)
    func earlierDeadline(host: Host) {
        let feature = Interactors.Merge(
            Sum.digits(),
            Interactors.Merge(
                DebounceInteractor(for: .seconds(10), clock: clock) { Sum.constant(8) },
                DebounceInteractor(for: .seconds(5), clock: clock) { Sum.constant(7) }
            )
        )
        let stage = Stage(feature, in: host)
        stage.send(1)
        clock.advance(by: .seconds(5))
        #expect(stage.send(2).states == [0, 1, 17, 172])
    }
}
