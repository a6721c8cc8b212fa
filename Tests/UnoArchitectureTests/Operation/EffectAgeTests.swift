import TestSupport
import Testing
import UnoTesting

@testable import UnoArchitecture

@Suite("What is shown of effects", .timeLimit(.hang))
struct EffectAgeTests {
    private struct Ages: RuntimeObserver {
        let ages = Record<Duration>()
        func runtime(_ runtime: RuntimeIdentity, effect: EffectRecord, _ change: EffectRecord.Change) {
            ages.append(effect.age)
        }
    }

    @Test("An observer learns how old an effect is, by the runtime's clock")
    func age() {
        let (observer, clock, executor, work) = (Ages(), TestClock(), ControlledExecutor(), HeldWork())
        let runtime = Runtime(Sum.working(on: work), executor: .on(executor), clock: clock, observer: observer)
        clock.advance(by: .seconds(1))
        executor.settle(runtime.send(1))
        clock.advance(by: .seconds(4))
        executor.settle(work.release())
        #expect(observer.ages.elements == [.zero, .zero, .seconds(4)])
        executor.end(cancelling: runtime)
    }

    @Test("A snapshot tells of one held action")
    func held() {
        let (clock, executor) = (TestClock(), ControlledExecutor())
        defer { executor.runFreely() }
        let feature = DebounceInteractor(for: .seconds(1), clock: clock) {
            Interact<Int, Int>(initialValue: 0) { _, _ in .state }
        }
        let runtime = Runtime(feature, executor: .on(executor), clock: clock)
        executor.settle(runtime.send(1))
        let snapshot = runtime.snapshot()
        #expect(snapshot.heldActions == 1 && "\(snapshot)".contains("  held actions 1"))
        #expect(!snapshot.isIdle)
        executor.begin { await runtime.shutdown(.cancel) }
        #expect(!"\(runtime.snapshot())".contains("held"))
    }

    @Test("A runtime is not idle while an action waits, nor while a transformer runs")
    func idle() {
        let (clock, executor) = (TestClock(), ControlledExecutor())
        defer { executor.runFreely() }
        let plain = Runtime(Sum.digits(), executor: .on(executor), clock: clock)
        let transformer = Runtime(EndingTransformer(count: 1), executor: .on(executor), clock: clock)
        executor.runUntilIdle()
        clock.advance(by: .seconds(3))
        #expect(plain.snapshot().isIdle && plain.snapshot().mailbox.oldestAge == .zero)
        #expect(!transformer.snapshot().isIdle && transformer.snapshot().transformers.map(\.isRunning) == [true])
        for runtime in [plain, transformer] { runtime.send(1) }
        let waiting = plain.snapshot()
        #expect(!waiting.isIdle && waiting.mailbox.depth == 1)
        executor.runUntilIdle()
        #expect(plain.snapshot().isIdle && transformer.snapshot().isIdle)
        #expect(transformer.snapshot().transformers.map(\.isRunning) == [false])
        for runtime in [plain, transformer] { executor.task { await runtime.shutdown(.cancel) } }
        executor.runUntilIdle()
    }

    @Test("A snapshot tells how far an effect has come; one that is registered while it is taken has no age")
    func stages() {
        func shown(_ stage: GraphStatus.EffectNote.Stage, isCancelled: Bool, at now: Int64) -> RuntimeSnapshot.Effect {
            let note = GraphStatus.EffectNote(
                number: 1, name: nil, eventID: nil, kind: .perform, site: nil, registered: 5, stage: stage,
                isCancelled: isCancelled)
            return RuntimeSnapshot.Effect(note, at: now)
        }
        let effects = [GraphStatus.EffectNote.Stage.waiting, .running, .ending].map { stage in
            [shown(stage, isCancelled: false, at: 3), shown(stage, isCancelled: true, at: 8)]
        }
        #expect(
            effects.map { $0.map(\.status) } == [[.waiting, .waiting], [.running, .cancelled], [.ending, .ending]])
        #expect(effects.map { $0.map(\.age) } == Array(repeating: [.zero, .nanoseconds(3)], count: 3))
    }

    @Test("A step without a sender has no action and no place")
    func withoutPlace() {
        let executor = ControlledExecutor()
        let (states, source) = AsyncStream<Int>.makeStream()
        let runtime = Runtime(Source(states: states), executor: .on(executor), clock: TestClock())
        // It has room for the first state.
        let slow = runtime.states(.bounded(1))
        executor.act { for state in 1...2 { source.yield(state) } }
        let step = runtime.snapshot().step
        #expect(step != nil && step?.place == nil && step?.action == nil)
        executor.end(cancelling: runtime)
        withExtendedLifetime(slow) {}
    }

    private let note = GraphStatus.EffectNote(
        number: 1, name: nil, eventID: nil, kind: .perform, site: nil, registered: 0, stage: .running,
        isCancelled: false)

    @Test(
        "The places of effects that have all ended are kept, the last one for the next effect, unless they are many",
        arguments: [3, 1_024, 1_025])
    func placesOfAll(count: Int) {
        let status = GraphStatus()
        var places: [Int32] = []
        for _ in 0..<count { places.append(status.add(note)) }
        for place in places { status.remove(from: place) }
        #expect(status.present.effects.isEmpty)
        #expect(status.add(note) == (count > 1_024 ? places.first : places.last))
    }

    @Test("The place of an effect that has ended is used again")
    func places() {
        let status = GraphStatus()
        let first = status.add(note)
        let second = status.add(note)
        #expect(first != second)
        status.remove(from: first)
        #expect(status.present.effects.count == 1 && status.add(note) == first)
        status.change(second, to: .ending, isCancelled: true)
        #expect(status.present.effects.map(\.stage) == [.running, .ending])
        #expect(status.present.effects.map(\.isCancelled) == [false, true])
    }
}
