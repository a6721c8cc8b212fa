import AsyncKit
import TestSupport
import Testing
import UnoArchitecture
import UnoPresentation
import UnoTesting

/// What happens to effects that share an id.
@Suite(.timeLimit(.hang))
struct EffectPolicyTests {
    enum Action: Sendable {
        case start(Int, EffectPolicy)
        case cancel
    }

    /// Four effects, each of which the test releases; each appends its number when it ends.
    struct Effects: Interactor {
        let works = (0..<4).map { _ in HeldWork() }

        var body: some Interactor<[Int], Action> {
            Interact(initialValue: []) { [works] _, action in
                switch action {
                case .cancel: return .cancel(id: "id")
                case .start(let number, let policy):
                    return .perform(id: "id", policy: policy) { _, send in
                        await works[number].run()
                        await send { $0.append(number) }
                    }
                }
            }
        }

        static func staged(in host: Host = .runtime) -> (Effects, Stage<[Int], Action>) {
            let effects = Effects()
            return (effects, Stage(effects, in: host))
        }

        var started: [Int] { works.map(\.starts.count) }
        var endings: [[HeldWork.Ending]] { works.map(\.endings.elements) }
    }

    @Test("Policies are equal if all of them is, and describe themselves as they are written") func values() {
        let policies: [EffectPolicy] = [
            .runBoth, .cancelPrevious, .dropNew, .waitTurn, .waitTurn(atMost: 2, then: .dropNew),
            .waitTurn(atMost: 2, then: .dropOldest), .waitTurn(atMost: 3, then: .dropOldest),
        ]
        #expect(Set(policies).count == policies.count)
        #expect(
            policies.map(\.description) == [
                "runBoth", "cancelPrevious", "dropNew", "waitTurn", "waitTurn(atMost: 2, then: dropNew)",
                "waitTurn(atMost: 2, then: dropOldest)", "waitTurn(atMost: 3, then: dropOldest)",
            ]
        )
    }

    @Test("runBoth runs both, and their states arrive in the order in which they end", arguments: Host.allCases)
    func runBoth(host: Host) {
        let (effects, stage) = Effects.staged(in: host)
        stage.send(.start(0, .runBoth), .start(1, .runBoth))
        #expect(effects.started == [1, 1, 0, 0])
        stage.release(effects.works[1])
        #expect(stage.release(effects.works[0]).states == [[], [], [], [1], [1, 0]])
    }

    @Test("cancelPrevious cancels the running one, whose state does not arrive", arguments: Host.allCases)
    func cancelPrevious(host: Host) {
        let (effects, stage) = Effects.staged(in: host)
        stage.send(.start(0, .runBoth), .start(1, .cancelPrevious))
        #expect(effects.endings == [[.cancelled], [], [], []])
        #expect(stage.release(effects.works[1]).last == [1])
    }

    @Test("cancelPrevious cancels the waiting effects, which never start", arguments: Host.allCases)
    func cancelPreviousWaiting(host: Host) {
        let (effects, stage) = Effects.staged(in: host)
        stage.send(.start(0, .runBoth), .start(1, .waitTurn), .start(2, .waitTurn), .start(3, .cancelPrevious))
        #expect(effects.started == [1, 0, 0, 1])
        #expect(stage.release(effects.works[3]).last == [3])
    }

    @Test("dropNew drops the new one while the old one runs, and only then", arguments: Host.allCases)
    func dropNew(host: Host) {
        let (effects, stage) = Effects.staged(in: host)
        stage.send(.start(0, .dropNew), .start(1, .dropNew))
        #expect(effects.started == [1, 0, 0, 0])
        stage.release(effects.works[0])
        stage.send(.start(2, .dropNew))
        #expect(effects.started == [1, 0, 1, 0])
    }

    @Test("dropNew does not drop an effect for a cancelled one that has not ended", arguments: Host.allCases)
    func dropNewBesideCancelled(host: Host) {
        let (deaf, begun) = (DeafWork(), Record<Int>())
        let feature = Interact<Int, Int>(initialValue: 0) { _, number in
            if number == 1 { return .cancel(id: "x") }
            return .perform(id: "x", policy: .dropNew) { _, _ in
                begun.append(number)
                if number == 0 { await deaf.run() }
            }
        }
        let stage = Stage(feature, in: host)
        stage.send(0, 2, 1, 3)
        #expect(begun.elements == [0, 3])
        stage.settle(deaf.release())
    }

    @MainActor
    @Test(
        "An effect does not count whose event was cancelled in the same turn: neither a running one nor one that waits",
        arguments: [EffectPolicy.dropNew, .waitTurn(atMost: 1, then: .dropNew)]
    )
    func besideACancelledEvent(policy: EffectPolicy) async {
        let work = HeldWork()
        let model = DirectViewModel(
            Interact<Int, Int>(initialValue: 0) { _, _ in
                .perform(id: "x", policy: policy) { _, _ in await work.run() }
            },
            instances: .many)
        let running = policy == .dropNew ? nil : model.sendViewEvent(1)
        let cancelled = model.sendViewEvent(2)
        cancelled.cancel()
        let last = model.sendViewEvent(3)
        #expect(last.hasEffects)
        for event in [running, cancelled, last] { event?.cancel() }
        for event in [running, cancelled, last] { await event?.finish() }
    }

    @MainActor
    @Test("An effect whose event was cancelled in the same turn is not the one that a newer one displaces")
    func displacedBesideACancelledEvent() async {
        let (work, begun) = (HeldWork(), Record<Int>())
        let model = DirectViewModel(
            Interact<Int, Int>(initialValue: 0) { _, number in
                .perform(id: "x", policy: .waitTurn(atMost: 1, then: .dropOldest)) { _, _ in
                    begun.append(number)
                    await work.run()
                }
            },
            instances: .many)
        let running = model.sendViewEvent(1)
        let cancelled = model.sendViewEvent(2)
        cancelled.cancel()
        let third = model.sendViewEvent(3)
        let fourth = model.sendViewEvent(4)
        #expect(third.hasEffects == false && fourth.hasEffects)
        await begun.waitFor(1)
        work.release()
        await running.finish()
        await begun.waitFor(2)
        work.release()
        for event in [cancelled, third, fourth] { await event.finish() }
        #expect(begun.elements == [1, 4])
    }

    @MainActor
    @Test("A full line stays full when the event of another effect is cancelled in the same turn", arguments: [0, 1])
    func fullLineBesideACancelledEvent(limit: Int) async {
        let work = HeldWork()
        let model = DirectViewModel(
            Interact<Int, Int>(initialValue: 0) { _, number in
                .perform(id: min(number, 1), policy: .waitTurn(atMost: limit, then: .dropNew)) { _, _ in
                    await work.run()
                }
            },
            instances: .many)
        let cancelled = model.sendViewEvent(0)
        let running = model.sendViewEvent(1)
        let waiting = model.sendViewEvent(2)
        cancelled.cancel()
        let last = model.sendViewEvent(3)
        #expect(running.hasEffects && waiting.hasEffects == (limit == 1) && !last.hasEffects)
        for event in [running, waiting, last] { event.cancel() }
        for event in [cancelled, running, waiting, last] { await event.finish() }
    }

    @Test("waitTurn runs one effect after the other, first come, first served", arguments: Host.allCases)
    func waitTurn(host: Host) {
        let (effects, stage) = Effects.staged(in: host)
        stage.send(.start(2, .waitTurn), .start(0, .waitTurn), .start(3, .waitTurn))
        #expect(effects.started == [0, 0, 1, 0])
        stage.release(effects.works[2])
        #expect(effects.started == [1, 0, 1, 0])
        stage.release(effects.works[0])
        #expect(stage.release(effects.works[3]).last == [2, 0, 3])
    }

    @Test("cancel(id:) cancels the running effect and the waiting ones, which never start", arguments: Host.allCases)
    func cancelWaiting(host: Host) {
        let (effects, stage) = Effects.staged(in: host)
        stage.send(.start(0, .waitTurn), .start(1, .waitTurn), .start(2, .waitTurn), .cancel)
        #expect(effects.started == [1, 0, 0, 0])
        #expect(effects.endings[0] == [.cancelled])
        stage.send(.start(3, .waitTurn))
        #expect(stage.release(effects.works[3]).last == [3])
    }

    @Test(
        "An effect that is cancelled by the last action that it feeds back does not stand in another's way",
        arguments: Host.allCases)
    func cancelledByItsOwnAction(host: Host) {
        let work = HeldWork()
        let feature = Interact<Int, Int>(initialValue: 0) { _, number, dispatch in
            switch number {
            case 1: .perform(id: 0) { _, _ in await dispatch(2) }
            default: .merge([.cancel(id: 0), .perform(id: 0, policy: .dropNew) { _, _ in await work.run() }])
            }
        }
        let stage = Stage(feature, in: host)
        stage.send(1)
        #expect(work.waitingCount == 1)
    }

    @Test(
        "cancel(id:) cancels the oldest effect first, so that what follows them keeps their order",
        arguments: Host.allCases)
    func cancelInOrder(host: Host) {
        let work = HeldWork()
        let feature = Interact<[Int], Int?>(initialValue: []) { _, number in
            guard let number else { return .cancel(id: "id") }
            return .concatenate([
                .perform(id: "id") { _, _ in await work.run() },
                .perform { _, send in await send { $0.append(number) } },
            ])
        }
        let stage = Stage(feature, in: host)
        for number in 1...4 { stage.send(number) }
        #expect(stage.send(nil).last == [1, 2, 3, 4])
    }

    @Test("An effect that is cancelled before its task has started no longer counts as running")
    func cancelledBeforeItsTask() {
        let (first, second) = (HeldWork(), HeldWork())
        let feature = Interact<Int, Int>(initialValue: 0) { _, number in
            switch number {
            case 1: .perform(id: 0) { _, _ in await first.run() }
            default: .merge([.cancel(id: 0), .perform(id: 0, policy: .dropNew) { _, _ in await second.run() }])
            }
        }
        let stage = Stage(feature)
        // One row: the effect of the first action has no task when the second is handled.
        stage.runtime.send(1)
        stage.settle(stage.runtime.send(2))
        #expect(first.waitingCount == 0)
        #expect(second.waitingCount == 1)
    }

    @Test(
        "waitTurn waits until the task of a cancelled effect has ended, whether it came before the cancellation or after",
        arguments: [
            false, true,
        ]) func windingUp(comesAfter: Bool)
    {
        let (work, windingUp, second) = (HeldWork(), HeldWork(), HeldWork())
        let executors = Record<ControlledExecutor>()
        let feature = Interact<Int, Int>(initialValue: 0) { _, number in
            .perform(id: 0, policy: .waitTurn) { _, _ in
                guard number == 1 else {
                    _ = await second.run()
                    return
                }
                await work.run()
                // A task that is not cancelled with the effect.
                _ = await Task(executorPreference: executors.elements[0]) { await windingUp.run() }.value
            }
        }
        let stage = Stage(feature)
        executors.append(stage.executor)
        let event = stage.runtime.send(1)
        if comesAfter { stage.executor.runUntilIdle() } else { stage.send(2) }
        stage.settle(event.cancel())
        if comesAfter { stage.send(2) }
        #expect(second.starts.count == 0)
        stage.settle(windingUp.release())
        #expect(second.starts.count == 1)
    }

    @Test("A waiting effect that is cancelled when the graph finishes never starts") func finishWaiting() {
        let works = (0..<2).map { _ in HeldWork() }
        let feature = Interact<Int, Int>(initialValue: 0) { _, number in
            .concatenate([.observe(id: 0, policy: .waitTurn) { _, _ in await works[number].run() }, .state])
        }
        let stage = Stage(feature)
        stage.send(0, 1)
        stage.finish()
        #expect(works.map(\.starts.count) == [1, 0])
        // The follow-ups of the two run before the end.
        #expect(stage.states == [0, 0, 0, 0, 0] && stage.hasEnded)
    }

    @Test("dropNew does not drop an effect that follows one with its id in a concatenation") func dropNewAfterItself() {
        let runs = Record<Int>()
        let feature = Interact<Int, Int>(initialValue: 0) { _, _ in
            .concatenate([
                .perform(id: 0, policy: .dropNew) { _, _ in runs.append(1) },
                .perform(id: 0, policy: .dropNew) { _, _ in runs.append(2) },
            ])
        }
        let stage = Stage(feature)
        stage.send(1)
        #expect(runs.elements == [1, 2])
    }

    @Test("The follow-up of a cancelled waiting effect belongs to that effect's event") func followerOfCancelled() {
        let (first, second) = (HeldWork(), HeldWork())
        let feature = Interact<Int, Int>(initialValue: 0) { _, number in
            switch number {
            case 1: .perform(id: 0) { _, _ in await first.run() }
            case 2:
                .concatenate([.perform(id: 0, policy: .waitTurn) { _, _ in }, .perform { _, _ in await second.run() }])
            default: .cancel(id: 0)
            }
        }
        let stage = Stage(feature)
        stage.send(1)
        let waiting = stage.settle(stage.runtime.send(2))
        let cancelling = stage.settle(stage.runtime.send(3))
        #expect(second.starts.count == 1)
        #expect(waiting.hasEffects)
        #expect(!cancelling.hasEffects)
        stage.settle(cancelling.cancel())
        #expect(waiting.hasEffects)
        stage.release(second)
        #expect(!waiting.hasEffects)
    }

    @Test("Merging emissions in a loop does not nest them") func mergingManyTimes() {
        let feature = Interact<Int, Int>(initialValue: 0) { _, count in
            var emission = Emission<Int>.state
            for _ in 1..<count { emission = emission.merging(with: .perform { _, send in await send { $0 += 1 } }) }
            return emission
        }
        let stage = Stage(feature)
        let count = Scale.chosen(20_000)
        #expect(stage.send(count).last == count - 1)
    }
}
