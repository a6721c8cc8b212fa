import TestSupport
import Testing
import UnoArchitecture
import UnoTesting

/// Timers and time limits on a clock.
@Suite("A timer", .timeLimit(.hang))
struct TimerTests {
    private let executor = ControlledExecutor()
    private let clock = TestClock()

    /// Reads ticks on a controlled executor, as long as `work` lets it.
    private func ticks(
        of clock: some Clock<Duration>, every interval: Duration = .seconds(1), on executor: ControlledExecutor,
        _ work: @escaping @Sendable (Int) async -> Void = { _ in }
    ) -> (Record<Int>, Task<Void, Never>) {
        let record = Record<Int>()
        let task = executor.task {
            for await tick in clock.timer(interval: interval) {
                record.append(tick)
                await work(tick)
            }
            record.append(-1)
        }
        executor.runUntilIdle()
        return (record, task)
    }

    @Test("ticks after each interval, and ends with its task") func ticks() {
        let (record, task) = ticks(of: clock, on: executor)
        for _ in 1...3 {
            executor.settle(clock.advance(by: .milliseconds(999)))
            executor.settle(clock.advance(by: .milliseconds(1)))
        }
        #expect(record.elements == [1, 2, 3])
        executor.settle(task.cancel())
        #expect(record.elements == [1, 2, 3, -1] && clock.sleeperCount == 0)
        executor.runFreely()
    }

    @Test("whose next tick would be beyond the end of time ends, which is reported", arguments: [1, 37, 86_400])
    func endOfTime(seconds: Int) {
        let diagnostics = DiagnosticsRecorder()
        let (record, task) = diagnostics { ticks(of: clock, every: .seconds(seconds), on: executor) { _ in } }
        executor.runUntilIdle()
        diagnostics { executor.settle(clock.advance(by: Duration(attoseconds: .max))) }
        #expect(record.elements.last == -1 && diagnostics.kinds == [.negativeDuration])
        task.cancel()
        executor.runFreely()
    }

    @Test("with more ticks than an integer counts ends, which is reported") func uncountable() {
        let diagnostics = DiagnosticsRecorder()
        let attosecond = Duration(secondsComponent: 0, attosecondsComponent: 1)
        let (record, task) = diagnostics {
            ticks(of: clock, every: attosecond, on: executor) { _ in try? await clock.sleep(for: .seconds(5)) }
        }
        executor.settle(clock.advance(by: attosecond))
        diagnostics { executor.settle(clock.advance(by: .seconds(5))) }
        #expect(record.elements == [1, -1] && diagnostics.kinds == [.negativeDuration])
        task.cancel()
        executor.runFreely()
    }

    @Test("does not drift with a reader that takes its time, and skips what the reader has missed") func drift() {
        let times = Record<Duration>()
        let start = clock.now
        let (record, task) = ticks(of: clock, on: executor) { tick in
            times.append(start.duration(to: clock.now))
            try? await clock.sleep(for: tick == 3 ? .milliseconds(2_500) : .milliseconds(400))
        }
        for _ in 0..<80 { executor.settle(clock.advance(by: .milliseconds(100))) }
        // The third takes until 5.5 seconds: the fifth comes at once, the fourth does not come.
        #expect(record.elements == [1, 2, 3, 5, 6, 7, 8])
        #expect(times.elements == [1_000, 2_000, 3_000, 5_500, 6_000, 7_000, 8_000].map { .milliseconds($0) })
        executor.settle(task.cancel())
        executor.runFreely()
    }

    @Test("whose clock wakes it late gives the tick of that time, and not those before it") func late() {
        let (record, task) = ticks(of: clock, on: executor)
        for seconds in [3.0, 2.5, 0.5] { executor.settle(clock.advance(by: .seconds(seconds))) }
        #expect(record.elements == [3, 5, 6])
        executor.settle(task.cancel())
        executor.runFreely()
    }

    @Test(
        "whose clock wakes it early sleeps again until it is time, but not again and again",
        arguments: [(0, 8), (500, 2), (999, 2), (1_000, 1)])
    func early(milliseconds: Int, sleeps: Int) {
        let executor = ControlledExecutor()
        let clock = ManualClock { clock, _ in clock.advance(by: .milliseconds(milliseconds)) }
        let (record, task) = ticks(of: clock, on: executor) { _ in await HeldWork().run() }
        #expect(record.elements == [1])
        #expect(clock.sleeps.elements.count == sleeps)
        executor.settle(task.cancel())
        executor.runFreely()
    }

    @Test("does not sleep in a task that was cancelled before, on a clock that does not notice that, either")
    func cancelledBefore() {
        let (executor, ticks) = (ControlledExecutor(), Record<Int>())
        let clock = ManualClock { clock, _ in clock.advance(by: .seconds(1)) }
        executor.task { for await tick in clock.timer(interval: .seconds(1)) { ticks.append(tick) } }.cancel()
        executor.runUntilIdle()
        #expect(ticks.elements == [] && clock.sleeps.elements == [])
        executor.runFreely()
    }

    @Test("counts exactly, whatever the interval") func exact() {
        for nanoseconds in [1, 3, 7, 333_333_333, 100_000_001] {
            let (executor, clock) = (ControlledExecutor(), TestClock())
            let interval = Duration.nanoseconds(nanoseconds)
            let erased: any Clock<Duration> = clock
            let (record, task) = ticks(of: erased, every: interval, on: executor)
            for tick in [1, 2, 10, 999_999, 1_000_000, 123_456_789] {
                let time = interval * tick
                executor.settle(clock.advance(by: time - TestClock.Instant().duration(to: clock.now) - .nanoseconds(1)))
                #expect(record.elements.last != tick)
                executor.settle(clock.advance(by: .nanoseconds(1)))
                #expect(record.elements.last == tick)
            }
            executor.settle(task.cancel())
            executor.runFreely()
        }
    }

    @Test("without an interval is reported with the place of the call, and has no ticks") func noInterval() async {
        let recorder = DiagnosticsRecorder()
        await recorder.during {
            for await _ in TestClock().timer(interval: .zero, fileID: "Module/File.swift", line: 3) {
                Issue.record("It has ticked")
            }
        }
        #expect(recorder.kinds == [.negativeDuration])
        #expect(recorder.reports.elements.first?.line == 3)
    }

    @Test("of a clock that fails ends") func failingClock() async {
        struct Failing: Clock {
            var now: ContinuousClock.Instant { .now }
            var minimumResolution: Duration { .zero }
            func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {
                throw CancellationError()
            }
        }
        for await _ in Failing().timer(interval: .seconds(100)) { Issue.record("It has ticked") }
    }

    // MARK: As an effect

    enum Action: Sendable, Hashable {
        case start, startActions, stop
        case ticked(Int)
    }

    static func feature(_ clock: TestClock) -> Interact<Int, Action> {
        Interact(initialValue: 0) { count, action, dispatch in
            switch action {
            case .start: return .timer(every: .seconds(1), clock: clock, id: "timer") { $0 += 1 }
            case .startActions: return dispatch.timer(every: .seconds(1), clock: clock, id: "timer") { .ticked($0) }
            case .stop: return .cancel(id: "timer")
            case .ticked(let number):
                count = number
                return .state
            }
        }
    }

    @Test("as an effect changes the state or dispatches an action, until it is cancelled; a new one takes its place")
    func effect() async {
        let harness = InteractorTestHarness { Self.feature($0) }
        await harness.send(.start)
        await harness.advance(by: .seconds(2))
        await harness.receive(at: .seconds(1)) { $0 = 1 }
        await harness.receive(at: .seconds(2)) { $0 = 2 }
        await harness.send(.startActions)
        await harness.advance(by: .seconds(1))
        await harness.receive(.ticked(1), at: .seconds(3)) { $0 = 1 }
        await harness.send(.stop)
        await harness.advance(by: .seconds(5), wakingNothing: true)
        await harness.finish()
    }

    @Test("as an effect ends with its graph", arguments: Host.allCases) func finish(host: Host) {
        let clock = TestClock()
        let stage = Stage(Self.feature(clock), in: host)
        stage.send(.start)
        #expect(stage.advance(clock, by: .seconds(1)).last == 1)
        #expect(stage.finish().hasEnded && clock.sleeperCount == 0)
    }

    // MARK: Time limits

    @Test("A time limit gives the value in time, throws the error of the operation, and else its own error")
    func timeout() {
        let results = Record<String>()
        @Sendable func run(_ operation: @escaping @Sendable () async throws -> Int) {
            executor.task {
                do { results.append("\(try await withTimeout(.seconds(2), clock: clock, operation))") } catch {
                    results.append("\(error)")
                }
            }
            executor.runUntilIdle()
        }
        run { 1 }
        struct Refusal: Error {}
        run { throw Refusal() }
        run {
            try await clock.sleep(for: .seconds(1))
            return 2
        }
        executor.settle(clock.advance(by: .seconds(1)))
        run {
            try await clock.sleep(for: .seconds(3))
            return 3
        }
        executor.settle(clock.advance(by: .seconds(2)))
        #expect(results.elements == ["1", "Refusal()", "2", "The operation took longer than 2.0 seconds"])
        #expect(clock.sleeperCount == 0)
        executor.runFreely()
    }

    @Test("A time limit ends with its task") func cancelledTimeout() {
        let results = Record<Bool>()
        let task = executor.task {
            do { try await withTimeout(.seconds(2), clock: clock) { try await clock.sleep(for: .seconds(9)) } } catch {
                results.append(error is CancellationError)
            }
        }
        executor.runUntilIdle()
        executor.settle(task.cancel())
        #expect(results.elements == [true] && clock.sleeperCount == 0)
        executor.runFreely()
    }
}
