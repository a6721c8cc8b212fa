import TestSupport
import Testing
import UnoArchitecture
import UnoTesting

/// Throttling inside a graph, in virtual time.
@Suite("A throttle", .timeLimit(.hang))
struct ThrottleTests {
    let clock = TestClock()

    /// The contract as a plain interpreter: no tasks, time in ticks.
    struct Reference {
        let window: Int
        let latest: Bool
        private(set) var handled: [Int] = []
        private var now = 0
        private var end: Int?
        private var waiting: Int?

        init(window: Int, latest: Bool) {
            self.window = window
            self.latest = latest
        }

        mutating func tick() {
            now += 1
            if let waiting, now >= end! { handle(waiting) }
        }

        mutating func arrive(_ action: Int) {
            if let end, now < end { if latest { waiting = action } } else { handle(action) }
        }

        mutating func finish() { if let waiting { handle(waiting) } }

        private mutating func handle(_ action: Int) {
            handled.append(action)
            (waiting, end) = (nil, now + window)
        }
    }

    @Test("does what its contract says, for every diagram of seven moves", arguments: Host.allCases, [true, false])
    func exhaustive(host: Host, latest: Bool) {
        for window in 1...3 {
            for diagram in 0..<(1 << 7) {
                let clock = TestClock()
                var reference = Reference(window: window, latest: latest)
                let stage = Stage(
                    ThrottleInteractor(for: .seconds(window), latest: latest, clock: clock) {
                        Interact<[Int], Int>.changing([]) { state, action in state.append(action) }
                    },
                    in: host)
                for move in 0..<7 {
                    if diagram >> move & 1 == 1 {
                        stage.send(move)
                        reference.arrive(move)
                    } else {
                        stage.advance(clock, by: .seconds(1))
                        reference.tick()
                    }
                    #expect(stage.last == reference.handled, "window \(window), diagram \(diagram), move \(move)")
                }
                stage.finish()
                reference.finish()
                #expect(stage.last == reference.handled, "window \(window), diagram \(diagram)")
                #expect(stage.hasEnded && clock.sleeperCount == 0)
            }
        }
    }

    @Test(
        "handles a burst in one turn: the first action at once, the last one when the window ends",
        arguments: Host.allCases)
    func burst(host: Host) {
        let stage = Stage(ThrottleInteractor(for: .seconds(1), clock: clock) { Sum.digits() }, in: host)
        for digit in 1...5 { stage.hosted.send(digit) }
        stage.executor.runUntilIdle()
        #expect(stage.states == [0, 1])
        #expect(clock.sleeperCount == 1)
        #expect(stage.advance(clock, by: .seconds(1)).states == [0, 1, 15])
        // The window that began then.
        #expect(stage.send(6).states == [0, 1, 15])
        #expect(stage.advance(clock, by: .seconds(1)).states == [0, 1, 15, 156])
    }

    @Test("handles what waits before an action that arrives when the window is over, although the sleeper is late")
    func lateTurn() {
        let stage = Stage(ThrottleInteractor(for: .seconds(1), clock: clock) { Sum.digits() })
        stage.send(1, 2)
        clock.advance(by: .seconds(1))
        #expect(stage.send(3).last == 12)
        #expect(stage.advance(clock, by: .seconds(1)).last == 123)
    }

    @Test("drops what waits with its event, whose end does not wait for it then") func cancelledEvent() {
        let stage = Stage(ThrottleInteractor(for: .seconds(1), clock: clock) { Sum.digits() })
        stage.send(1)
        let event = stage.settle(stage.runtime.send(2))
        #expect(event.isUnderWay)
        stage.settle(event.cancel())
        #expect(stage.advance(clock, by: .seconds(2)).last == 1)
        #expect(stage.send(3).last == 13)
    }

    @Test("runs on a clock of other durations, on an erased clock, and lets everything through without a duration")
    func clocks() {
        let erased = TestClock()
        let own = TestClockOf<Duration>()
        let stages = [
            Stage(ThrottleInteractor(for: .seconds(1), clock: erased as any Clock<Duration>) { Sum.digits() }),
            Stage(ThrottleInteractor(for: .seconds(1), clock: own) { Sum.digits() }),
        ]
        for stage in stages { stage.send(1, 2) }
        erased.advance(by: .seconds(1))
        own.advance(by: .seconds(1))
        for stage in stages {
            stage.executor.runUntilIdle()
            #expect(stage.states == [0, 1, 12])
        }
        let recorder = DiagnosticsRecorder()
        recorder {
            for duration in [Duration.zero, .seconds(-1)] {
                let stage = Stage(ThrottleInteractor(for: duration, clock: erased) { Sum.digits() })
                #expect(stage.send(1, 2).states == [0, 1, 12])
            }
        }
        #expect(recorder.kinds == [.negativeDuration])
    }

    @Test("of a child ends with the child, and begins anew with the next one") func child() {
        let stage = Stage(ThrottledChild(clock: clock))
        #expect(stage.send(.child(1), .child(2)).last.child == 1)
        #expect(stage.send(.toggle, .toggle).last.child == 0)
        #expect(stage.send(.child(3)).last.child == 3)
        #expect(stage.advance(clock, by: .seconds(2)).last.child == 3)
    }

    @Test("that gets an action of a child that has ended in the step does not begin a window for the next child")
    func childThatEndsInItsStep() {
        let feature = LeavingGuest.house {
            LeavingGuest.leaver
            ThrottleInteractor(for: .seconds(1), clock: clock) { LeavingGuest.counter }
        }
        let stage = Stage(feature)
        #expect(stage.send(.guest(.leave), .enter, .guest(.count)).last == .guest(LeavingGuest.Guest(count: 1)))
        stage.finish()
    }

    struct ThrottledChild: Interactor {
        struct State: Sendable, Equatable { var child: Int? = 0 }
        @CasePathable enum Action: Sendable {
            case child(Int)
            case toggle
        }

        let clock: TestClock

        var body: some Interactor<State, Action> {
            Interact<State, Action>.changing(State(), for: \.toggle) { state, _ in
                state.child = state.child == nil ? 0 : nil
            }
            .ifLet(\.child, action: \.child) {
                ThrottleInteractor(for: .seconds(1), clock: clock) {
                    Interact<Int, Int>.changing { sum, digit in sum = Sum.appending(digit, to: sum) }
                }
            }
        }
    }
}
