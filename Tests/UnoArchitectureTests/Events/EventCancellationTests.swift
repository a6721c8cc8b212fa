import TestSupport
import Testing
import UnoArchitecture
import UnoTesting

/// What a cancelled event leaves undone, whenever its graph finds that it is cancelled.
@Suite(.timeLimit(.hang))
struct EventCancellationTests {
    @Test("An effect that waits its turn never starts once its event is cancelled, in every order of the jobs")
    func waitingEffectOfACancelledEvent() {
        for seed in 0..<UInt64(100) {
            let works = (HeldWork(), HeldWork())
            let own = Record<EventTask>()
            let feature = Interact<Int, Int>(initialValue: 0) { _, _ in
                .merge([
                    .perform(id: 0, policy: .waitTurn) { _, _ in
                        await works.0.run()
                        // The effect may end before the cancellation has found what the event has in flight.
                        own.elements[0].cancel()
                    },
                    .perform(id: 0, policy: .waitTurn) { _, _ in await works.1.run() },
                    .concatenate([.perform(id: 0, policy: .waitTurn) { _, _ in }, .state]),
                ])
            }
            let stage = Stage(feature, seed: seed)
            own.append(stage.runtime.send(1))
            stage.executor.runUntilIdle()
            stage.release(works.0)
            #expect(works.1.starts.count == 0, "seed \(seed)")
            #expect(stage.states == [0, 0] && !own.elements[0].hasEffects)
            // The id is free again.
            stage.send(2)
            #expect(works.0.waitingCount == 1)
        }
    }

    @Test("An effect of a step that has cancelled its own event never starts, in every order of the jobs")
    func effectOfAStepThatCancelsItsEvent() {
        for seed in 0..<UInt64(100) {
            let (work, own) = (HeldWork(), Record<EventTask>())
            let feature = Interact<Int, Int>(initialValue: 0) { _, _ in
                own.elements[0].cancel()
                return .concatenate([.perform { _, _ in await work.run() }, .state])
            }
            let stage = Stage(feature, seed: seed)
            own.append(stage.runtime.send(1))
            stage.executor.runUntilIdle()
            #expect(work.starts.count == 0, "seed \(seed)")
            #expect(stage.states == [0, 0] && own.elements[0].outcome == .effectsCancelled)
            #expect(own.elements[0].isOver)
        }
    }

    @Test("An effect that waits its turn never starts if its event is cancelled while its step waits for a transformer")
    func cancelledWhileItsStepWaits() {
        let (work, gate) = (HeldWork(), HeldWork())
        let stage = Stage(
            Interactors.Merge(
                HeldTransformer<Int>(work: gate, begun: Record()) { $0 },
                Interact<Int, Int>(initialValue: 0) { _, _ in
                    .perform(id: "x", policy: .waitTurn) { _, _ in await work.run() }
                })
        )
        let first = stage.executor.settle(stage.runtime.send(1))
        stage.release(gate)
        let second = stage.executor.settle(stage.runtime.send(2))
        stage.executor.settle(second.cancel())
        stage.release(gate)
        #expect(second.isOver && work.starts.count == 1)
        stage.executor.settle(first.cancel())
    }

    @Test("An action whose event was cancelled in the middle of its step is not held when the step has ended")
    func cancelledBeforeItIsHeld() {
        let (own, heldCount, held) = (Record<EventTask>(), Record<@Sendable () -> Int?>(), Record<Int?>())
        let cancelling = Interact<Int, Int>(initialValue: 0) { _, number in
            if number == 1 { own.elements[0].cancel() } else { held.append(heldCount.elements[0]()) }
            return .none
        }
        let stage = Stage(
            Interactors.Merge(
                cancelling, DebounceInteractor(for: .seconds(1), clock: TestClock()) { Sum.digits() })
        )
        heldCount.append { [weak runtime = stage.runtime] in runtime?.snapshot().heldActions }
        own.append(stage.runtime.send(1))
        stage.executor.settle(stage.runtime.send(2))
        #expect(held.elements == [0] && own.elements[0].outcome == .effectsCancelled)
    }
}
