import TestSupport
import Testing
import UnoArchitecture
import UnoStateMachines
import UnoStateMachinesTesting
import UnoTesting

/// Loads twice in a row, beside a part that may leave the phase before the machine looks.
private struct DoubleLoad: StateMachine {
    enum State: Sendable, Equatable {
        case idle
        case loading
        case shown([Int])
    }

    enum Input: Sendable, Equatable { case go, goOnWithTwo, goInTwo, goInTwoTwice, stay }
    enum IOEffect: Sendable, Equatable { case first, second, third, fourth }
    typealias IOResult = Int
    typealias Effects = ComposableEffect<IOEffect>
    typealias Action = StateMachineEvent<Input, Int>

    let initialValue = State.idle
    var leaves: @Sendable (Action) -> Bool = { _ in false }
    var window: (duration: Duration, clock: TestClock)?

    var body: some Interactor<State, Action> {
        Interact<State, Action> { state, action in
            guard leaves(action) else { return .none }
            state = .idle
            return .state
        }
        if let window {
            DebounceInteractor(for: window.duration, clock: window.clock) { transitions }
        } else {
            transitions
        }
    }

    func runIOEffect(_ effect: IOEffect) -> IOResultStream { .empty }

    static func reduceInput(_ state: State, _ input: Input) -> Transition {
        switch input {
        case .go: transition(.loading, effect: .concatenate([.just(.first), .just(.second)]))
        case .goOnWithTwo:
            transition(.loading, effect: .concatenate([.just(.first), .merge([.just(.second), .just(.third)])]))
        case .goInTwo:
            transition(.loading, effect: .merge([.concatenate([.just(.first), .just(.second)]), .just(.third)]))
        case .goInTwoTwice:
            transition(
                .loading,
                effect: .concatenate([
                    .merge([.just(.first), .just(.fourth)]), .merge([.just(.second), .just(.third)]),
                ]))
        case .stay: nextState(state)
        }
    }

    static func reduceIOResult(_ state: State, _ result: Int) -> Transition {
        switch state {
        case .idle: undefined
        case .loading: nextState(.shown([result]))
        case .shown(let results): nextState(.shown(results + [result]))
        }
    }
}

@Suite("A phase that is left in the step of a machine's event", .timeLimit(.hang))
struct PhaseInStepTests {
    @Test(
        "by another part, ends all of its effects: the result that came with it is none of the next phase's",
        arguments: Host.allCases)
    fileprivate func leftBefore(host: Host) {
        let effects = MockEffects(of: DoubleLoad.self)
        let recorder = DiagnosticsRecorder()
        let stage = recorder { effects.during { Stage(DoubleLoad(leaves: { $0 == .ioResult(1) }), in: host) } }
        stage.send(.input(.go))
        effects.yield(1, to: .first)
        stage.executor.runUntilIdle()
        #expect(stage.last == .idle)
        #expect(effects.cancelled == [.first])
        #expect(effects.running == [])
        #expect(recorder.kinds == [])
    }

    @Test("by a result that was held, keeps the effect that follows the result's own", arguments: Host.allCases)
    fileprivate func heldResult(host: Host) {
        let clock = TestClock()
        let effects = MockEffects(of: DoubleLoad.self)
        let stage = effects.during { Stage(DoubleLoad(window: (.seconds(1), clock)), in: host) }
        stage.send(.input(.go))
        stage.advance(clock, by: .seconds(1))
        effects.answer(.first, with: 1)
        stage.executor.runUntilIdle()
        #expect(effects.running == [.second])
        stage.advance(clock, by: .seconds(1))
        #expect(stage.last == .shown([1]))
        #expect(effects.running == [.second])
        effects.answer(.second, with: 2)
        stage.executor.runUntilIdle()
        stage.advance(clock, by: .seconds(1))
        #expect(stage.last == .shown([1, 2]))
    }

    @Test(
        "by a result that was held, keeps what has begun after the result's effect, and nothing beside it",
        arguments: Host.allCases)
    fileprivate func heldResultBeforeMerge(host: Host) {
        let rows: [(DoubleLoad.Input, kept: [DoubleLoad.IOEffect], cancelled: [DoubleLoad.IOEffect])] = [
            (.goOnWithTwo, [.second, .third], []), (.goInTwo, [.second], [.third]),
            (.goInTwoTwice, [.second, .third], []),
        ]
        for (input, kept, cancelled) in rows {
            let clock = TestClock()
            let effects = MockEffects(of: DoubleLoad.self)
            let stage = effects.during { Stage(DoubleLoad(window: (.seconds(1), clock)), in: host) }
            stage.send(.input(input))
            stage.advance(clock, by: .seconds(1))
            if input == .goInTwoTwice { effects.answer(.fourth) }
            effects.answer(.first, with: 1)
            stage.executor.runUntilIdle()
            #expect(Set(effects.running) == [.second, .third])
            stage.advance(clock, by: .seconds(1))
            #expect(stage.last == .shown([1]))
            #expect(Set(effects.running) == Set(kept))
            #expect(effects.cancelled == cancelled)
            effects.answer(.second, with: 2)
            stage.executor.runUntilIdle()
            stage.advance(clock, by: .seconds(1))
            #expect(stage.last == .shown([1, 2]))
        }
    }
}
