import Foundation
import Testing
import UnoArchitecture
import UnoInspector
import UnoTesting

/// A feature whose effects feed back, send, delay and are cancelled, with a part and with a clock.
struct Booth: Interactor {
    struct Lamp: Equatable, Sendable { var level = 0.0 }
    struct State: Equatable, Sendable {
        var count = 0
        var notes: [String] = []
        var lamp = Lamp()
        var mood = Mood.calm
    }
    enum Mood: Equatable, Sendable {
        case calm
        case busy(since: Int?)
    }
    @CasePathable
    enum Action: Equatable, Sendable {
        case add(Int)
        case load(String)
        case loaded(Result<[String], Missing>)
        case chain
        case lamp(Double)
        case later(Int)
    }
    struct Missing: Error, Equatable { var name: String }

    let clock: TestClock

    var body: some Interactor<State, Action> {
        Interact<State, Action>(initialValue: State()) { state, action, dispatch in
            switch action {
            case .add(let number):
                state.count += number
                return .state
            case .load(let name):
                state.mood = .busy(since: state.count)
                return .perform(id: "load", policy: .cancelPrevious) { _, send in
                    await send { $0.notes.append("loading \(name)") }
                    await dispatch(.loaded(name == "x" ? .failure(Missing(name: name)) : .success([name, "end"])))
                }
            case .loaded(let result):
                state.mood = .calm
                if case .success(let names) = result { state.notes += names }
                return .state
            case .chain:
                return .merge([.state, dispatch.next(.add(10))])
            case .later(let number):
                return .perform { _, send in await send { $0.count -= number } }
                    .debounce(id: "later", for: .seconds(1), clock: clock)
            case .lamp:
                return .none
            }
        }
        Scope(state: \.lamp, action: \.lamp) {
            Interact<Lamp, Double> { lamp, level in
                .perform { _, send in await send { $0.level = level } }
            }
        }
        ThrottleInteractor(for: .seconds(1), clock: clock) {
            Interact<State, Action> { state, action in
                guard case .add = action else { return .none }
                state.notes.append("throttled")
                return .state
            }
        }
    }
}

/// What `Recording.test()` prints compiles, passes, and says what has happened.
struct RecordedTestWords {
    /// Plays on a runtime; `run` runs what can run.
    private func record(
        keeping extent: Recorder<Booth.State, Booth.Action>.Extent = .whole,
        _ play: (Runtime<Booth.State, Booth.Action>, TestClock, _ run: () -> Void) -> Void
    ) async throws -> String {
        let (clock, executor) = (TestClock(), ControlledExecutor())
        defer { executor.runFreely() }
        let recorder = Recorder<Booth.State, Booth.Action>(keeping: extent, clock: clock)
        let runtime = Runtime(Booth(clock: clock), recording: recorder, executor: .on(executor))
        executor.runUntilIdle()
        play(runtime, clock) { executor.runUntilIdle() }
        let test = try recorder.recording.test()
        executor.runFreely()
        await runtime.shutdown(.cancel)
        return test
    }

    /// Whether `test` stands in this file, however it is formatted.
    private func isWritten(_ test: String) throws -> Bool {
        func plain(_ text: some StringProtocol) -> String {
            String(text.filter { !$0.isWhitespace && $0 != "," })
        }
        let module = "\(#fileID.prefix { $0 != "/" })."
        let source = try String(contentsOfFile: #filePath, encoding: .utf8)
        return plain(source).contains(plain(test.replacing(module, with: "")))
    }

    @Test func `A test of effects is printed`() async throws {
        let test = try await record { runtime, clock, run in
            runtime.send(.add(2))
            run()
            runtime.send(.load("a"))
            run()
            let event = runtime.send(.load("x"))
            run()
            runtime.send(.chain)
            run()
            runtime.send(.lamp(0.5))
            run()
            let later = runtime.send(.later(1))
            run()
            later.cancel()
            run()
            runtime.send(.later(3))
            run()
            clock.advance(by: .seconds(2))
            run()
            #expect(event.isOver)
        }
        #expect(try isWritten(test), "\(test)")
    }

    @Test func `The printed test of effects passes`() async {
        let feature = Booth(clock: TestClock())
        let harness = ScriptedHarness(feature)
        await harness.start(with: Booth.State(count: 0, notes: [], lamp: Booth.Lamp(level: 0.0), mood: .calm))
        await harness.send(.add(2), decided: [true]) {
            $0.count = 2
            $0.notes = ["throttled"]
        }
        await harness.send(.load("a"), decided: [false]) { $0.mood = .busy(since: 2) }
        await harness.receive(
            state: Booth.State(
                count: 2, notes: ["throttled", "loading a"], lamp: Booth.Lamp(level: 0.0), mood: .busy(since: 2)),
            from: 1
        ) { $0.notes = ["throttled", "loading a"] }
        await harness.receive(.loaded(.success(["a", "end"])), from: 1, decided: [false]) {
            $0.notes = ["throttled", "loading a", "a", "end"]
            $0.mood = .calm
        }
        await harness.endEffect(1)
        await harness.send(.load("x"), decided: [false]) { $0.mood = .busy(since: 2) }
        await harness.receive(
            state: Booth.State(
                count: 2, notes: ["throttled", "loading a", "a", "end", "loading x"], lamp: Booth.Lamp(level: 0.0),
                mood: .busy(since: 2)), from: 2
        ) { $0.notes = ["throttled", "loading a", "a", "end", "loading x"] }
        await harness.receive(.loaded(.failure(Booth.Missing(name: "x"))), from: 2, decided: [false]) {
            $0.mood = .calm
        }
        await harness.endEffect(2)
        await harness.send(.chain, decided: [false])
        await harness.receiveNext(decided: [false]) { $0.count = 12 }
        await harness.send(.lamp(0.5), decided: [false])
        await harness.receive(state: Booth.Lamp(level: 0.5), from: 3) { $0.lamp.level = 0.5 }
        await harness.endEffect(3)
        await harness.send(.later(1), decided: [false])
        await harness.cancelEvent(6)
        await harness.endEffect(4)
        await harness.send(.later(3), decided: [false])
        await harness.receiveHeld()
        await harness.follow(5, decided: [true])
        await harness.endEffect(5)
        await harness.receive(
            state: Booth.State(
                count: 9, notes: ["throttled", "loading a", "a", "end", "loading x"], lamp: Booth.Lamp(level: 0.5),
                mood: .calm), from: 6
        ) { $0.count = 9 }
        await harness.endEffect(6)
        await harness.end()
    }

    @Test func `A test of a ring begins with its first state, and a test that is cut ends with a cancellation`()
        async throws
    {
        let test = try await record(keeping: .last(2)) { runtime, clock, run in
            for number in 0..<4 {
                runtime.send(.add(number))
                run()
                clock.advance(by: .seconds(2))
            }
            runtime.send(.later(1))
            run()
        }
        #expect(try isWritten(test), "\(test)")
    }

    @Test func `The printed test of a ring passes`() async {
        let feature = Booth(clock: TestClock())
        let harness = ScriptedHarness(
            feature,
            initialState: Booth.State(
                count: 3, notes: ["throttled", "throttled", "throttled"], lamp: Booth.Lamp(level: 0.0), mood: .calm))
        await harness.start(
            with: Booth.State(
                count: 3, notes: ["throttled", "throttled", "throttled"], lamp: Booth.Lamp(level: 0.0), mood: .calm))
        await harness.send(.add(3), decided: [true]) {
            $0.count = 6
            $0.notes = ["throttled", "throttled", "throttled", "throttled"]
        }
        await harness.send(.later(1), decided: [true])
        await harness.end(cancelling: true)
    }
}
