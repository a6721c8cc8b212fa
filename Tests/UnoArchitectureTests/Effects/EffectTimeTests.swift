import TestSupport
import Testing
import UnoArchitecture
import UnoTesting

/// Emissions that are debounced or throttled by an id.
@Suite("An emission in time", .timeLimit(.hang))
struct EffectTimeTests {
    let clock = TestClock()

    struct Search: Interactor {
        struct State: Sendable, Equatable {
            var text = ""
            var found: [String] = []
        }
        @CasePathable enum Action: Sendable, Equatable {
            case typed(String)
            case found(String)
            case stop
            case notify(String)
        }

        let clock: any Clock<Duration>
        var latest = true
        var duration = Duration.zero

        var body: some Interactor<State, Action> {
            Interact(initialValue: State()) { state, action, dispatch in
                switch action {
                case .typed(let text):
                    state.text = text
                    return dispatch.run(\.found) {
                        try? await clock.sleep(for: duration)
                        return text
                    }
                    .debounce(id: "search", for: .seconds(1), clock: clock)
                case .notify(let text):
                    return dispatch.next(.found(text)).throttle(
                        id: "note", for: .seconds(1), latest: latest, clock: clock)
                case .found(let text):
                    state.found.append(text)
                    return .state
                case .stop: return .merge([.cancel(id: "search"), .cancel(id: "note")])
                }
            }
        }
    }

    @Test(
        "that is debounced does not begin when another, or a cancellation, has come before its turn",
        arguments: Host.allCases)
    func supersededAtItsTime(host: Host) {
        let feature = Interact<[String], String>(initialValue: []) { _, text in
            // The time of the one that waits is over in the step of the one that takes its place.
            if text == "b" || text == "stop" { clock.advance(by: .seconds(1)) }
            if text == "stop" { return .cancel(id: "search") }
            return .perform { _, send in await send { $0.append(text) } }
                .debounce(id: "search", for: .seconds(1), clock: clock)
        }
        let stage = Stage(feature, in: host)
        stage.send("a")
        #expect(stage.send("b").last == [])
        #expect(stage.advance(clock, by: .seconds(1)).last == ["b"])
        stage.send("c")
        #expect(stage.send("stop").last == ["b"])
        #expect(stage.finish().hasEnded)
    }

    @Test(
        "that is debounced begins when no other has come; one that runs is cancelled by the next",
        arguments: Host.allCases)
    func debounce(host: Host) {
        let stage = Stage(Search(clock: clock, duration: .milliseconds(500)), in: host)
        #expect(stage.send(.typed("a")).last.text == "a")
        stage.advance(clock, by: .milliseconds(900))
        stage.send(.typed("b"))
        #expect(stage.advance(clock, by: .seconds(1)).last.found == [])
        // Its effect runs.
        stage.advance(clock, by: .milliseconds(400))
        stage.send(.typed("c"))
        stage.advance(clock, by: .seconds(1))
        #expect(stage.advance(clock, by: .milliseconds(500)).last.found == ["c"])
        stage.send(.typed("d"), .stop)
        #expect(stage.advance(clock, by: .seconds(5)).last.found == ["c"])
        #expect(clock.sleeperCount == 0)
        #expect(stage.finish().hasEnded)
    }

    @Test(
        "that is debounced keeps an effect's own id and gives its id to the others, which run side by side",
        arguments: Host.allCases)
    func ownIDs(host: Host) {
        let works = (0..<4).map { _ in HeldWork() }
        @Sendable func work(_ index: Int, id: String? = nil) -> Emission<[Int]> {
            .perform(id: id) { _, send in if await works[index].run() == .released { await send { $0.append(index) } } }
        }
        let feature = Interact<[Int], String>(initialValue: []) { _, action in
            guard action == "begin" else { return .cancel(id: action) }
            return .merge([work(0, id: "own"), work(1), .concatenate([work(2), work(3)])])
                .debounce(id: "typed", for: .seconds(1), clock: clock)
        }
        let stage = Stage(feature, in: host)
        stage.send("begin")
        stage.advance(clock, by: .seconds(1))
        #expect(works.map(\.starts.count) == [1, 1, 1, 0])
        stage.release(works[2])
        #expect(works.map(\.starts.count) == [1, 1, 1, 1])
        #expect(works.map(\.endings.elements) == [[], [], [.released], []])
        stage.send("typed")
        #expect(works.map(\.endings.elements) == [[], [.cancelled], [.released], [.cancelled]])
        stage.send("own")
        #expect(works[0].endings.elements == [.cancelled])
        stage.send("begin")
        stage.advance(clock, by: .seconds(1))
        // A newer one leaves the effect with an id of its own alone.
        stage.send("begin")
        #expect(works.map(\.endings.elements.count) == [1, 2, 2, 1])
        #expect(stage.release(works[0]).last == [2, 0])
    }

    @Test("that is debounced has its turn among the effects with its own id only", arguments: Host.allCases)
    func turnOfOtherIDs(host: Host) {
        let works = (0..<3).map { _ in HeldWork() }
        @Sendable func work(_ index: Int, policy: EffectPolicy = .runBoth) -> Emission<Int> {
            .perform(id: "own", policy: policy) { _, _ in _ = await works[index].run() }
        }
        let feature = Interact<Int, Int>(initialValue: 0) { _, index in
            guard index == 0 else { return work(index) }
            return work(0, policy: .waitTurn).debounce(id: "typed", for: .seconds(1), clock: clock)
        }
        let stage = Stage(feature, in: host)
        stage.send(0, 1)
        stage.advance(clock, by: .seconds(1))
        stage.send(2)
        stage.release(works[2])
        // The first effect runs still, and was there before the debounced one began.
        #expect(works.map(\.starts.count) == [0, 1, 1])
        stage.release(works[1])
        #expect(works.map(\.starts.count) == [1, 1, 1])
        stage.release(works[0])
        #expect(stage.finish().hasEnded)
    }

    @Test(
        "that is debounced comes before the effects with its id that came while it waited",
        arguments: Host.allCases, [nil, .waitTurn] as [EffectPolicy?]
    )
    func turnOfItsID(host: Host, policy: EffectPolicy?) {
        let works = (0..<2).map { _ in HeldWork() }
        let feature = Interact<Int, Int>(initialValue: 0) { _, index in
            guard index == 0 else { return .perform(id: "typed", policy: .waitTurn) { _, _ in await works[1].run() } }
            let work = policy.map { policy in
                Emission<Int>.perform(id: "typed", policy: policy) { _, _ in await works[0].run() }
            }
            return (work ?? .perform { _, _ in await works[0].run() })
                .debounce(id: "typed", for: .seconds(1), clock: clock)
        }
        let stage = Stage(feature, in: host)
        stage.send(0, 1, 1)
        #expect(works.map(\.starts.count) == [0, 0])
        stage.advance(clock, by: .seconds(1))
        #expect(works.map(\.starts.count) == [1, 0])
        stage.release(works[0])
        #expect(works.map(\.starts.count) == [1, 1])
        for _ in 0..<2 { stage.release(works[1]) }
        #expect(works.map(\.starts.count) == [1, 2])
        #expect(stage.finish().hasEnded)
    }

    @Test("that is debounced is received at its time by a harness, and its event ends when it is superseded")
    func harness() async {
        let harness = InteractorTestHarness { Search(clock: $0) }
        let first = await harness.send(.typed("a")) { $0.text = "a" }
        await harness.advance(by: .milliseconds(900))
        await harness.send(.typed("b")) { $0.text = "b" }
        #expect(!first.isUnderWay)
        await harness.advance(by: .seconds(1))
        await harness.receive(.found("b"), at: .milliseconds(1_900)) { $0.found = ["b"] }
        await harness.finish()
    }

    @Test("that is throttled begins at once, and the latest of the window when it ends", arguments: Host.allCases)
    func throttleLatest(host: Host) {
        let stage = Stage(Search(clock: clock), in: host)
        #expect(stage.send(.notify("a"), .notify("b"), .notify("c")).last.found == ["a"])
        #expect(stage.advance(clock, by: .seconds(1)).last.found == ["a", "c"])
        #expect(stage.send(.notify("d")).last.found == ["a", "c"])
        #expect(stage.advance(clock, by: .seconds(1)).last.found == ["a", "c", "d"])
        stage.advance(clock, by: .seconds(1))
        #expect(stage.send(.notify("e")).last.found.last == "e")
        #expect(stage.send(.notify("f"), .stop, .notify("g")).last.found == ["a", "c", "d", "e", "g"])
        stage.send(.notify("h"))
        #expect(stage.finish().last.found == ["a", "c", "d", "e", "g", "h"])
        #expect(stage.hasEnded && clock.sleeperCount == 0)
    }

    @Test("that is throttled begins once in each window, also when a burst arrives before the first has begun")
    func throttleBurst() {
        let (executor, clock) = (ControlledExecutor(), TestClock())
        for latest in [true, false] {
            let runtime = Runtime(Search(clock: clock, latest: latest), executor: .on(executor))
            for text in ["a", "b", "c"] { runtime.send(.notify(text)) }
            executor.runUntilIdle()
            #expect(runtime.stateAtOnce?.found == ["a"])
            for window in 1...3 {
                executor.settle(clock.advance(by: .seconds(1)))
                let later = latest ? ["a", "c", "d", "e"].prefix(1 + window) : ["a"]
                #expect(runtime.stateAtOnce?.found == Array(later))
                // Arrives in the new window.
                if latest, window < 3 { runtime.send(.notify(window == 1 ? "d" : "e")) }
                executor.runUntilIdle()
                #expect(runtime.stateAtOnce?.found == Array(later))
            }
            executor.settle(executor.task { await runtime.shutdown(.drain) })
        }
        #expect(clock.sleeperCount == 0)
        executor.runFreely()
    }

    @Test("that is throttled is dropped within the window if not the latest counts", arguments: Host.allCases)
    func throttleFirst(host: Host) {
        let stage = Stage(Search(clock: clock, latest: false), in: host)
        stage.send(.notify("a"), .notify("b"))
        stage.advance(clock, by: .seconds(1))
        #expect(stage.send(.notify("c"), .notify("d")).last.found == ["a", "c"])
        #expect(stage.finish().last.found == ["a", "c"])
        #expect(stage.hasEnded)
    }

    @Test("that is throttled is followed when its own effects have ended, not its window", arguments: Host.allCases)
    func throttleFollowed(host: Host) {
        let feature = Interact<[Int], Int>(initialValue: []) { _, action in
            .concatenate([
                .perform { _, send in await send { $0.append(action) } }
                    .throttle(id: "x", for: .seconds(1), clock: clock),
                .perform { _, send in await send { $0.append(-action) } },
            ])
        }
        let stage = Stage(feature, in: host)
        #expect(stage.send(1, 2).last == [1, -1])
        // The emission that waits makes way, and what follows it begins.
        #expect(stage.send(3).last == [1, -1, -2])
        #expect(stage.advance(clock, by: .seconds(1)).last == [1, -1, -2, 3, -3])
        #expect(stage.finish().hasEnded)
    }

    @Test("that is throttled has a window that no event waits for, or ends when it is cancelled")
    func windowOfNoEvent() {
        let (clock, executor) = (TestClock(), ControlledExecutor())
        let feature = Interact<[Int], Int>(initialValue: []) { _, action in
            .perform { _, send in await send { $0.append(action) } }
                .throttle(id: "x", for: .seconds(2), clock: clock)
        }
        let runtime = Runtime(feature, executor: .on(executor), clock: clock)
        let states = Record<[Int]?>()
        func look(after time: Duration) {
            executor.settle(clock.advance(by: time))
            executor.settle(executor.task { states.append(await runtime.state) })
        }
        let first = runtime.send(1)
        look(after: .zero)
        #expect(first.isOver)
        runtime.send(2)
        first.cancel()
        look(after: .seconds(1))
        look(after: .seconds(1))
        #expect(states.elements == [[1], [1], [1, 2]])
        executor.runFreely()
    }

    @Test("can be composed, mapped and returned again", arguments: Host.allCases) func composition(host: Host) {
        struct Whole: Sendable, Equatable { var digits = 0 }
        let parts = Emission<Int>.perform { _, send in await send { $0 = Sum.appending(1, to: $0) } }
            .then(.perform { _, send in await send { $0 = Sum.appending(2, to: $0) } })
            .debounce(id: "x", for: .seconds(1), clock: clock)
            .then(.perform { _, send in await send { $0 = Sum.appending(3, to: $0) } })
        let emission = parts.map(\Whole.digits)
        let stage = Stage(Interact<Whole, Int>(initialValue: Whole()) { _, _ in emission }, in: host)
        for round in 1...2 {
            #expect(stage.send(0).last.digits == (round == 1 ? 0 : 123))
            #expect(stage.advance(clock, by: .seconds(1)).last.digits == (round == 1 ? 123 : 123_123))
        }
        #expect(stage.finish().hasEnded)
    }

    @Test("that is debounced by a clock that fails begins at once, which is reported", arguments: Host.allCases)
    func failingClock(host: Host) {
        struct Failure: Error {}
        let recorder = DiagnosticsRecorder()
        let stage = recorder { Stage(Search(clock: ManualDurations { throw Failure() }), in: host) }
        #expect(stage.send(.typed("a")).last.found == ["a"])
        #expect(recorder.kinds == [.unreliableClock])
        #expect(recorder.reports.elements.first?.fileID?.hasSuffix("EffectTimeTests.swift") == true)
    }

    @Test("that is throttled by a window of no length is never dropped", arguments: [Duration.zero, .seconds(-1)])
    func noWindow(duration: Duration) {
        for latest in [true, false] {
            let feature = Interact<[Int], Int>(initialValue: []) { numbers, action, dispatch in
                numbers.append(action)
                guard action < 10 else { return .state }
                return dispatch.next(action + 10).throttle(id: "x", for: duration, latest: latest, clock: TestClock())
            }
            let stage = Stage(feature)
            // In a burst: no window has time to end.
            for number in 1...3 { stage.hosted.send(number) }
            stage.executor.runUntilIdle()
            #expect(stage.last.sorted() == [1, 2, 3, 11, 12, 13])
        }
    }
}

/// A clock whose sleep the test provides.
private struct ManualDurations: Clock {
    let sleep: @Sendable () async throws -> Void

    init(sleep: @escaping @Sendable () async throws -> Void) { self.sleep = sleep }

    var now: ContinuousClock.Instant { .now }
    var minimumResolution: Duration { .zero }

    func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws { try await sleep() }
}
