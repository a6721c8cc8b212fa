import TestSupport
import Testing
import UnoArchitecture
import UnoTesting

/// What `finish()` waits for, and what `cancel()` takes back.
@Suite(.timeLimit(.hang))
struct EventTaskTests {
    enum Action: Sendable {
        case add(Int)
        case work
        case relay(Int)
    }

    struct Feature: Interactor {
        let work = HeldWork()
        let relay = HeldWork()
        var body: some Interactor<Int, Action> {
            Interact(initialValue: 0) { [work, relay] sum, action, dispatch in
                switch action {
                case .add(let summand):
                    sum += summand
                    return .state
                case .work:
                    return .perform { _, send in
                        await work.run()
                        await send { $0 += 100 }
                    }
                case .relay(let depth):
                    return .perform { _, _ in
                        await relay.run()
                        await dispatch(depth > 0 ? .relay(depth - 1) : .add(1_000))
                    }
                }
            }
        }
    }

    private let feature = Feature()
    private let clock = TestClock()

    @Test("A cancelled queued action is never handled; the actions before and after it are")
    func cancelQueued() {
        let stage = Stage(feature)
        stage.runtime.send(.add(1))
        let event = stage.runtime.send(.add(10))
        stage.runtime.send(.add(2))
        stage.executor.settle(event.cancel())
        #expect(stage.states == [0, 1, 3] && event.outcome == .cancelled)
        #expect(event.isCancelled)
        #expect(stage.run { await event.finish() }.count == 1)
    }

    @Test("Cancelling an event cancels its effect, whose state does not arrive")
    func cancelEffect() {
        let stage = Stage(feature)
        let event = stage.executor.settle(stage.runtime.send(.work))
        #expect(event.hasEffects)
        stage.executor.settle(event.cancel())
        #expect(feature.work.endings.elements == [.cancelled] && stage.states == [0, 0])
        #expect(!event.hasEffects)
    }

    @Test("Cancelling an event leaves the effects of another alone")
    func cancelOne() {
        let stage = Stage(feature)
        let event = stage.runtime.send(.work)
        stage.send(.work)
        stage.executor.settle(event.cancel())
        #expect(feature.work.waitingCount == 1)
        stage.release(feature.work)
        #expect(stage.last == 100)
    }

    @Test("finish() waits for effects, and for the actions that they feed back, transitively")
    func finishIsTransitive() {
        let stage = Stage(feature)
        let event = stage.runtime.send(.relay(2))
        let ended = stage.run { await event.finish() }
        for _ in 0..<3 {
            #expect(ended.count == 0)
            stage.release(feature.relay)
        }
        #expect(ended.count == 1 && stage.last == 1_000)
        #expect(event.outcome == .accepted)
    }

    @Test("Cancelling an event cancels the actions that it has fed back")
    func cancelFedBack() {
        let stage = Stage(feature)
        let event = stage.executor.settle(stage.runtime.send(.relay(1)))
        stage.release(feature.relay)
        let ended = stage.run { await event.finish() }
        stage.executor.settle(event.cancel())
        #expect(feature.relay.endings.elements == [.released, .cancelled] && ended.count == 1)
        #expect(stage.last == 0)
    }

    @Test(
        "A task inside an effect that is cancelled feeds nothing back, although a turn is free and the effect goes on")
    func cancelledInside() {
        let outcomes = Record<SendOutcome>()
        let feature = Interact<Int, Int>(initialValue: 0) { sum, number, dispatch in
            sum += number
            guard number == 1 else { return .state }
            return .perform { _, send in
                await withTaskGroup(of: Void.self) { group in
                    group.cancelAll()
                    group.addTask {
                        outcomes.append(await send { $0 += 10 })
                        outcomes.append(await dispatch(20))
                    }
                }
                outcomes.append(await send { $0 += 100 })
            }
        }
        let stage = Stage(feature)
        stage.send(1)
        #expect(outcomes.elements == [.cancelled, .cancelled, .accepted])
        #expect(stage.states == [0, 1, 101])
    }

    @Test("A task that is cancelled while it awaits finish() cancels the event")
    func cancelWaiting() {
        let stage = Stage(feature)
        let event = stage.runtime.send(.work)
        let waiting = stage.executor.task { await event.finish() }
        stage.executor.runUntilIdle()
        stage.executor.settle(waiting.cancel())
        #expect(event.isCancelled && feature.work.endings.elements == [.cancelled])
        #expect(stage.states == [0, 0])
    }

    @Test("Cancelling an event drops its delayed action")
    func cancelDelayed() {
        let stage = Stage(DebounceInteractor(for: .seconds(1), clock: clock) { Sum.digits() })
        let event = stage.runtime.send(1)
        let ended = stage.run { await event.finish() }
        #expect(ended.count == 0)
        stage.executor.settle(event.cancel())
        #expect(ended.count == 1)
        stage.advance(clock, by: .seconds(2))
        #expect(stage.states == [0])
        stage.send(2)
        stage.advance(clock, by: .seconds(2))
        #expect(stage.states == [0, 2])
    }

    @Test(
        "An event whose effect is cancelled does not wait for the window of what the effect has fed back",
        arguments: [false, true])
    func cancelSource(withinItsStep: Bool) {
        let works = (HeldWork(), HeldWork())
        let parent = Interact<Int, Int>(initialValue: 0) { _, number, dispatch in
            switch number {
            case 1:
                .perform(id: "source") { _, _ in
                    await works.0.run()
                    await dispatch(2)
                    await works.1.run()
                }
            case 2: withinItsStep ? .cancel(id: "source") : .none
            case 3: .cancel(id: "source")
            default: .none
            }
        }
        let stage = Stage(
            Interactors.Merge(parent, DebounceInteractor(for: .seconds(10), clock: clock) { Sum.digits() }))
        let event = stage.executor.settle(stage.runtime.send(1))
        stage.advance(clock, by: .seconds(10))
        let ended = stage.run { await event.finish() }
        stage.release(works.0)
        if !withinItsStep {
            #expect(ended.count == 0)
            stage.send(3)
        }
        #expect(ended.count == 1 && event.outcome == .accepted)
        stage.advance(clock, by: .seconds(10))
        #expect(stage.last == (withinItsStep ? 1 : 13))
        stage.send(4)
        stage.advance(clock, by: .seconds(10))
        #expect(stage.last == (withinItsStep ? 14 : 134))
    }

    @Test("A superseded action has nothing to wait for; the newest waits for its own step")
    func superseded() {
        let stage = Stage(DebounceInteractor(for: .seconds(1), clock: clock) { Sum.digits() })
        let first = stage.runtime.send(1)
        let second = stage.runtime.send(2)
        let firstEnded = stage.run { await first.finish() }
        let secondEnded = stage.run { await second.finish() }
        #expect([firstEnded.count, secondEnded.count] == [1, 0])
        stage.advance(clock, by: .seconds(1))
        #expect(secondEnded.count == 1 && stage.states == [0, 2])
    }

    @Test("After its event is cancelled, an effect's follow-up never runs, even if it already waits for a turn")
    func cancelBetween() {
        let work = HeldWork()
        let stage = Stage(
            Interact<Int, Int>(initialValue: 0) { count, digit in
                count = digit
                return digit == 1 ? .concatenate([.perform { _, _ in await work.run() }, .state]) : .state
            })
        let event = stage.executor.settle(stage.runtime.send(1))
        // A subscriber without room holds the turn of the next action.
        let slow = stage.runtime.states(.bounded(1))
        stage.send(2)
        stage.release(work)
        stage.executor.settle(event.cancel())
        let taken = stage.executor.take(slow)
        #expect(stage.states == [0, 1, 2] && taken.elements == [1, 2])
    }

    @Test("A task that awaits an event resumes when the runtime rests at the event's state")
    func atRestFirst() {
        explore(schedules: Scale.chosen(debug: 500, release: 5_000)) { scenario in
            let runtime = scenario.runtime("the runtime", Sum.counting)
            await runtime.send(()).finish()
            scenario.expect(runtime.stateAtOnce == 1, "\(String(describing: runtime.stateAtOnce)) instead of 1")
            await runtime.shutdown(.drain)
        }
    }

    @Test("Shutting down while an effect runs cancels its event, whether or not the effect ends first")
    func cutOff() {
        explore(schedules: Scale.chosen(debug: 500, release: 5_000)) { scenario in
            let work = HeldWork()
            let feature = Interact<Int, Void>(initialValue: 0) { _, _ in .perform { _, _ in await work.run() } }
            let runtime = scenario.runtime("the runtime", feature)
            let event = runtime.send(())
            await work.starts.waitFor(1)
            await runtime.shutdown(.cancel)
            scenario.expect(event.outcome == .effectsCancelled, "\(event.outcome)")
        }
    }

    @Test("finish() that begins before the action is handled waits for its effects all the same")
    func awaitedBeforeItIsHandled() {
        let stage = Stage(feature)
        // The state of the first action waits for a subscriber without room, and the second action behind it.
        let slow = stage.runtime.states(.bounded(1))
        stage.send(.add(1))
        let event = stage.runtime.send(.work)
        let ended = stage.run { await event.finish() }
        #expect(feature.work.starts.count == 0)
        stage.executor.begin { for await _ in slow {} }
        #expect(feature.work.starts.count == 1 && ended.count == 0)
        stage.release(feature.work)
        #expect(ended.count == 1 && stage.last == 101)
    }

    @Test("An event that is cancelled in the middle of its step ends with the step")
    func cancelledInItsStep() {
        let slow = HeldTransformer<Int>(work: HeldWork(), begun: Record()) { $0 }
        let stage = Stage(
            Interactors.Merge(DebounceInteractor(for: .seconds(1), clock: TestClock()) { Sum.digits() }, slow))
        let event = stage.runtime.send(1)
        let ended = stage.run { await event.finish() }
        // Drops the delayed action; the transformer is still busy with the event's own.
        stage.executor.settle(event.cancel())
        #expect(ended.count == 0)
        stage.release(slow.work)
        #expect(ended.count == 1)
    }

    @Test("An event whose action is queued when its runtime is cancelled counts as cancelled")
    func queuedAtTheEnd() {
        let stage = Stage(feature)
        let slow = stage.runtime.states(.bounded(1))
        // The first holds the turn, the second is in the loop's batch or in the mailbox, the third comes later.
        stage.runtime.send(.add(1))
        let second = stage.executor.settle(stage.runtime.send(.add(2)))
        let third = stage.runtime.send(.add(3))
        stage.run { [runtime = stage.runtime] in await runtime.shutdown(.cancel) }
        #expect([second.outcome, third.outcome] == [.cancelled, .cancelled])
        withExtendedLifetime(slow) {}
    }

    @Test("finish() returns when the mailbox drops the awaited event's action", arguments: [false, true])
    func droppedWhileAwaited(isAwaitedFirst: Bool) {
        let executor = ControlledExecutor()
        defer { executor.runFreely() }
        let runtime = Runtime(Sum.digits(), mailbox: .dropOldest(capacity: 2), executor: .on(executor))
        let slow = runtime.states(.bounded(1))
        // The state of 1 waits for the subscriber; the others wait behind it.
        executor.settle(runtime.send(1))
        let event = runtime.send(2)
        func awaitEnd() -> Record<Void> { executor.begin { await event.finish() } }
        let early = isAwaitedFirst ? awaitEnd() : nil
        #expect(early?.count != 1)
        runtime.send(3)
        executor.settle(runtime.send(4))
        #expect(event.outcome == .rejected(.dropped))
        #expect((early ?? awaitEnd()).count == 1)
        withExtendedLifetime(slow) {}
    }
}
