import TestSupport
import Testing
import UnoArchitecture
import UnoTesting

/// A state that a transformer yields on its own takes a turn. That turn may have to wait for the same transformer.
@Suite("A state that a transformer yields on its own", .timeLimit(.hang))
struct LateStateTests {
    struct Whole: Sendable, Equatable {
        var part = 0
        var heard: [Int] = []
    }

    @CasePathable enum Action: Sendable {
        case part(Int)
        case partState(Int)
    }

    @Test("has a next action that the same transformer takes", arguments: Host.allCases, [1, 3])
    func nextAction(host: Host, count: Int) {
        let executor = ControlledExecutor()
        let speaker = Speaker(executor)
        let parent = Interact<Whole, Action>(initialValue: Whole()) { whole, action, dispatch in
            guard case .partState(let state) = action else { return .state }
            whole.heard.append(state)
            guard state < 10 else { return .state }
            return dispatch.next(.part(state)).then(dispatch.next(.part(state + 1)))
        }
        let feature = parent.when(stateIs: \.part, actionIs: \.part, stateAction: \.partState) { speaker }
        let stage = Stage(feature, in: host, on: executor)
        executor.act { for state in 1...count { speaker.continuation.yield(state) } }
        #expect(Set(stage.last.heard.filter { $0 >= 10 }) == Set((1...(count + 1)).map { $0 * 10 }))
        #expect(stage.last.heard.filter { $0 < 10 } == Array(1...count))
        stage.send(.part(7))
        #expect(stage.last.heard.last == 70)
        stage.finish()
        #expect(stage.hasEnded)
    }

    @Test("comes behind a held action that is due and that the same transformer takes", arguments: Host.allCases)
    func heldAction(host: Host) {
        let executor = ControlledExecutor()
        let (speaker, clock) = (Speaker(executor), TestClock())
        let feature = DebounceInteractor(for: .seconds(1), clock: clock) { speaker }
        let stage = Stage(feature, in: host, on: executor)
        stage.send(5)
        speaker.continuation.yield(1)
        executor.settle(clock.advance(by: .seconds(1)))
        #expect(stage.states == [1, 50])
        executor.settle(speaker.continuation.yield(2))
        #expect(stage.states == [1, 50, 2])
        stage.finish()
        #expect(stage.hasEnded)
    }

    @Test("is dropped with a graph that is cancelled, and holds nothing up", arguments: Host.allCases)
    func cancelled(host: Host) {
        let executor = ControlledExecutor()
        let speaker = Speaker(executor)
        let stage = Stage(Interactors.Merge(Sum.digits(), speaker), in: host, on: executor)
        speaker.continuation.yield(1)
        stage.executor.task { await stage.hosted.cancel() }
        executor.runUntilIdle()
        executor.settle(speaker.continuation.yield(2))
        #expect(stage.hasEnded)
    }
}
