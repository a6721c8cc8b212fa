import TestSupport
import Testing
import UnoArchitecture
import UnoStateMachines
import UnoStateMachinesTesting
import UnoTesting

/// Loads twice in a row, beside a part that may leave the phase before the machine looks.
private struct DoubleLoad: StateMachine {
    enum State: Sendable, Equatable {
        case idle, loading
        case shown([Int])
    }

    enum Input: Sendable, Equatable { case go, goOnWithTwo, goInTwo, goInTwoTwice, goBeside, runThird, stay }
    enum IOEffect: Sendable, Equatable { case first, second, third, fourth, errand }
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
        case .goBeside: transition(.loading, effect: .merge([.just(.first), .just(.errand)]))
        case .runThird: run(.just(.third))
        case .stay: nextState(state)
        }
    }

    static func reduceIOResult(_ state: State, _ result: Int) -> Transition {
        switch (state, result) {
        case (.idle, 5): nextState(.shown([5]))
        case (.idle, 6): run(.just(.fourth))
        case (.idle, 7): identity
        case (.idle, 8): nextState(.loading)
        case (.idle, _): undefined
        case (.loading, _): nextState(.shown([result]))
        case (.shown(let results), _): nextState(.shown(results + [result]))
        }
    }

    static func traits(of effect: IOEffect) -> EffectTraits { effect == .errand ? .outlivesPhase : [] }
}

/// The machine as a child, behind a part that may leave the phase before the machine looks.
private struct NestedLoad: Interactor {
    let leaves: @Sendable (DoubleLoad.Action) -> Bool
    var body: some Interactor<DoubleLoad.State, DoubleLoad.Action> {
        Interact<DoubleLoad.State, DoubleLoad.Action>(initialValue: .idle) { [leaves] state, action in
            guard leaves(action) else { return .none }
            state = .idle
            return .state
        }
        NestedStateMachine(
            state: \DoubleLoad.State.self,
            toChildAction: { (action: DoubleLoad.Action) -> DoubleLoad.Action? in action },
            fromChildAction: { (action: DoubleLoad.Action) -> DoubleLoad.Action? in action }, child: DoubleLoad())
    }
}

@Suite("A phase that is left in the step of a machine's event", .timeLimit(.hang)) struct PhaseInStepTests {
    private static func stage(
        _ isNested: Bool, in host: Host, leaves: @escaping @Sendable (DoubleLoad.Action) -> Bool
    ) -> Stage<DoubleLoad.State, DoubleLoad.Action> {
        isNested ? Stage(NestedLoad(leaves: leaves), in: host) : Stage(DoubleLoad(leaves: leaves), in: host)
    }

    @Test(
        "by another part, ends all of its effects: the result that came with it is none of the next phase's",
        arguments: Host.allCases, [false, true])
    fileprivate func leftBefore(host: Host, isNested: Bool) {
        // Of the next phase, the results are undefined, change the state, start an effect, and do nothing.
        for result in [1, 5, 6, 7] {
            let effects = MockEffects(of: DoubleLoad.self)
            let recorder = DiagnosticsRecorder()
            let stage = recorder { effects.during { Self.stage(isNested, in: host) { $0 == .ioResult(result) } } }
            stage.send(.input(.go))
            effects.yield(result, to: .first)
            stage.executor.runUntilIdle()
            #expect(stage.last == .idle, "\(result)")
            #expect(effects.started == [.first] && effects.cancelled == [.first], "\(result)")
            #expect(recorder.kinds == [], "\(result)")
        }
    }

    @Test(
        "by another part, lets the result of an effect that outlives it arrive",
        arguments: Host.allCases, [false, true])
    fileprivate func leftBeforeAnOutlivingResult(host: Host, isNested: Bool) {
        let effects = MockEffects(of: DoubleLoad.self)
        let stage = effects.during { Self.stage(isNested, in: host) { $0 == .ioResult(5) } }
        stage.send(.input(.goBeside))
        effects.yield(5, to: .errand)
        stage.executor.runUntilIdle()
        #expect(stage.last == .shown([5]))
        #expect(effects.cancelled == [.first] && effects.running == [.errand])
    }

    @Test(arguments: Host.allCases, [false, true])
    fileprivate func `by another part, goes on if the result leads the machine back to it`(host: Host, isNested: Bool) {
        let effects = MockEffects(of: DoubleLoad.self)
        let stage = effects.during { Self.stage(isNested, in: host) { $0 == .ioResult(8) } }
        stage.send(.input(.go))
        effects.yield(8, to: .first)
        stage.executor.runUntilIdle()
        #expect(stage.last == .loading)
        #expect(effects.cancelled == [] && effects.running == [.first])
    }

    @Test(arguments: Host.allCases, [false, true])
    fileprivate func `by another part, has the effect that the event starts belong to the next phase`(
        host: Host, isNested: Bool
    ) {
        let effects = MockEffects(of: DoubleLoad.self)
        let stage = effects.during { Self.stage(isNested, in: host) { $0 == .input(.runThird) } }
        stage.send(.input(.go), .input(.runThird))
        #expect(stage.last == .idle)
        #expect(effects.cancelled == [.first])
        #expect(effects.running == [.third])
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
