import Foundation
import TestSupport
import Testing
import UnoArchitecture
import UnoTesting

@Suite("What becomes of actions", .timeLimit(.hang))
final class CountersTests {
    private let executor = ControlledExecutor()

    deinit { executor.runFreely() }

    private let diagnostics = DiagnosticsRecorder()

    // MARK: Outcomes

    @Test("An action that is cancelled before it is handled is taken back; afterwards only its effects are cancelled")
    func takenBack() {
        let (handled, work) = (Record<Int>(), HeldWork())
        let feature = Interact<Int, Int>(initialValue: 0) { _, action in
            handled.append(action)
            return .perform { _, _ in await work.run() }
        }
        let runtime = Runtime(feature, executor: .on(executor))
        let first = executor.settle(runtime.send(1))
        let second = runtime.send(2)
        for event in [first, second] { event.cancel() }
        #expect([first, second].map(\.outcome) == [.effectsCancelled, .cancelled])
        executor.runUntilIdle()
        #expect([first, second].map(\.outcome) == [.effectsCancelled, .cancelled])
        #expect([first, second].map(\.isCancelled) == [true, true] && handled.elements == [1])
        #expect(runtime.counters == RuntimeCounters(accepted: 2, handled: 1, takenBack: 1))
    }

    @Test("When a shutdown has returned, no action counts as accepted that another shutdown is discarding")
    func discardedByTwo() async {
        for _ in 0..<20 {
            let handled = Record<Int>()
            let feature = Interact<Int, Int>(initialValue: 0) { _, action in
                handled.append(action)
                return .none
            }
            let runtime = Runtime(feature, mailbox: .unbounded)
            let events = (0..<2_000).map { runtime.send($0) }
            await withTaskGroup(of: Int.self) { group in
                for _ in 0..<2 {
                    group.addTask {
                        await runtime.shutdown(.cancel)
                        return events.count { $0.outcome == .accepted || $0.outcome == .effectsCancelled }
                    }
                }
                for await accepted in group { #expect(accepted == handled.elements.count) }
            }
        }
    }

    @Test("An action that its own handler cancels has been handled")
    func cancelledWhileHandled() {
        let events = Record<EventTask>()
        let feature = Interact<Int, Int>(initialValue: 0) { state, action in
            state += action
            events.elements[0].cancel()
            return .perform { _, _ in }
        }
        let runtime = Runtime(feature, executor: .on(executor))
        events.append(runtime.send(1))
        executor.runUntilIdle()
        #expect(events.elements[0].outcome == .effectsCancelled && runtime.stateAtOnce == 1)
        #expect(runtime.counters == RuntimeCounters(accepted: 1, handled: 1))
    }

    @Test("The end of a runtime tells the actions that it discards from those whose effects it cancels")
    func end() {
        let work = HeldWork()
        let feature = Interact<Int, Int>(initialValue: 0) { state, _ in
            state += 1
            return .perform { _, _ in await work.run() }
        }
        let runtime = Runtime(feature, executor: .on(executor))
        let first = executor.settle(runtime.send(1))
        let slow = runtime.states(.bounded(1))
        let others = (2...6).map { runtime.send($0) }
        executor.runUntilIdle()
        executor.begin { await runtime.shutdown(.cancel) }
        let outcomes = ([first] + others).map(\.outcome)
        #expect(outcomes.first == .effectsCancelled && outcomes.last == .cancelled)
        let counters = runtime.counters
        #expect(counters.handled == outcomes.count { $0 == .effectsCancelled })
        #expect(counters.takenBack == outcomes.count { $0 == .cancelled })
        #expect(counters.accepted == 6 && counters.waiting == 0)
        withExtendedLifetime(slow) {}
    }

    // MARK: Fed-back actions

    @Test(
        "A dispatcher that waits tells that its action has been handled, and its effect sees the state of it",
        arguments: Host.allCases)
    func awaitedHandling(host: Host) {
        let outcomes = Record<String>()
        let feature = Interact<Int, Int>(initialValue: 0) { sum, action, dispatch in
            sum = Sum.appending(action, to: sum)
            guard action == 1 else { return .state }
            return .perform { state, _ in
                let outcome = await dispatch.awaitHandling(of: 2)
                outcomes.append("\(outcome) \(await state.current)")
            }
        }
        let stage = Stage(feature, in: host)
        stage.send(1)
        #expect(outcomes.elements == ["accepted 12"])
        if host == .runtime { #expect(stage.runtime.counters == RuntimeCounters(accepted: 2, handled: 2)) }
        stage.finish()
        #expect(stage.hasEnded)
    }

    @Test("A dispatcher that waits hears of each action, on threads of their own", arguments: [false, true])
    func awaitedInALoop(besideTransformer: Bool) async {
        let outcomes = Record<SendOutcome>()
        let feature = Interact<Int, Int>(initialValue: 0) { sum, action, dispatch in
            sum += action
            guard action == 0 else { return .state }
            return .perform { _, _ in
                for _ in 0..<1_000 { outcomes.append(await dispatch.awaitHandling(of: 1)) }
            }
        }
        let parts: [AnyInteractor<Int, Int>] =
            [AnyInteractor(feature)] + (besideTransformer ? [AnyInteractor(PullingTransformer())] : [])
        let runtime = Runtime(Interactors.MergeMany(interactors: parts), clock: TestClock())
        await runtime.send(0).finish()
        #expect(outcomes.elements.filter { $0 != .accepted }.count == 0)
        #expect(outcomes.elements.count == 1_000)
        await runtime.shutdown(.drain)
    }

    @Test("A dispatcher that waits hears of its action when its step is over, not while it waits for a transformer")
    func awaitedWithATransformer() {
        let (outcomes, work) = (Record<SendOutcome>(), HeldWork())
        let feature = Interact<Int, Int>(initialValue: 0) { _, action, dispatch in
            guard action == 0 else { return .none }
            return .perform { _, _ in outcomes.append(await dispatch.awaitHandling(of: 1)) }
        }
        let stage = Stage(Interactors.Merge(feature, HeldTransformer(work: work, begun: Record()) { $0 }))
        stage.send(0)
        stage.release(work)
        #expect(outcomes.elements == [])
        stage.release(work)
        #expect(outcomes.elements == [.accepted])
    }

    @Test(
        "A dispatcher whose wait is cut short is told that the step of its action has begun", arguments: [false, true])
    func cutShortInTheStep(endsRuntime: Bool) {
        let (outcomes, work) = (Record<SendOutcome>(), HeldWork())
        let feature = Interact<Int, Int>(initialValue: 0) { _, action, dispatch in
            guard action == 0 else { return .none }
            return .perform { _, _ in outcomes.append(await dispatch.awaitHandling(of: 1)) }
        }
        let transformer = HeldTransformer(work: work, begun: Record()) { $0 }
        let runtime = Runtime(Interactors.Merge(feature, transformer), executor: .on(executor), clock: TestClock())
        let event = executor.settle(runtime.send(0))
        executor.settle(work.release())
        #expect(outcomes.elements == [] && work.waitingCount == 1)
        // The step stays open when only the event is cancelled.
        if endsRuntime { executor.task { await runtime.shutdown(.cancel) } } else { event.cancel() }
        executor.runUntilIdle()
        #expect(outcomes.elements == [.accepted])
    }

    @Test("A dispatcher that waits is told that its action is not handled", arguments: [false, true])
    func notHandled(endsRuntime: Bool) {
        let outcomes = Record<SendOutcome>()
        let feature = Interact<Int, Int>(initialValue: 0) { state, action, dispatch in
            state += 1
            guard action == 1 else { return .state }
            return .perform { _, _ in outcomes.append(await dispatch.awaitHandling(of: 2)) }
        }
        let runtime = Runtime(feature, executor: .on(executor))
        // The subscriber keeps the step of 3 open, and 2 waits behind it.
        let slow = runtime.states(.bounded(1))
        let event = runtime.send(1)
        executor.settle(runtime.send(3))
        #expect(outcomes.elements == [])
        if endsRuntime { executor.task { await runtime.shutdown(.cancel) } } else { event.cancel() }
        executor.runUntilIdle()
        #expect(outcomes.elements == [.cancelled])
        withExtendedLifetime(slow) {}
    }

    // MARK: Counters

    @Test("Each reason of a rejection is counted, whether or not it is reported")
    func rejections() {
        let dispatchers = Record<Dispatcher<Int>>()
        let feature = Interact<Int, Int>(initialValue: 0) { _, _, dispatch in
            .perform { _, _ in dispatchers.append(dispatch) }
        }
        let runtime = diagnostics { Runtime(feature, mailbox: .suspend(capacity: 2), executor: .on(executor)) }
        for number in 1...5 { runtime.send(number) }
        #expect(runtime.counters == RuntimeCounters(accepted: 2, rejected: [.mailboxFull: 3]))
        #expect(runtime.counters.waiting == 2)
        executor.runUntilIdle()
        executor.begin { await dispatchers.elements[0](7) }
        executor.begin { await runtime.shutdown(.drain) }
        for _ in 1...2 { runtime.send(6) }
        #expect(
            runtime.counters
                == RuntimeCounters(accepted: 2, handled: 2, rejected: [.mailboxFull: 3, .effectEnded: 1, .shutDown: 2])
        )
    }

    @Test("An action for a child that has ended is counted as handled, and as rejected once")
    func childEnded() {
        let feature = Interactors.Merge(EndingTransformer(count: 1), EndingTransformer(count: 1))
        let runtime = diagnostics { Runtime(feature, executor: .on(executor)) }
        let events = (1...3).map { runtime.send($0) }
        executor.runUntilIdle()
        #expect(events.map(\.outcome) == [.accepted, .rejected(.childEnded), .rejected(.childEnded)])
        #expect(runtime.counters == RuntimeCounters(accepted: 3, handled: 3, rejected: [.childEnded: 2]))
        executor.begin { await runtime.shutdown(.cancel) }
    }

    @Test("At its end, a runtime has accounted for every action, under every schedule")
    func law() {
        explore(schedules: Scale.chosen(debug: 400, release: 4_000)) { scenario in
            let feature = Interact<Int, Int>(initialValue: 0) { state, action, dispatch in
                state += 1
                return action < 3 ? .perform { _, _ in await dispatch(action + 10) } : .state
            }
            let runtime = scenario.runtime("the runtime", feature, mailbox: .dropOldest(capacity: 2))
            let sender = scenario.task("sender") {
                for number in 1...3 { await runtime.deliver(number) }
            }
            let events = (1...3).map { runtime.send($0) }
            events[1].cancel()
            // The loop and the effects are still at work.
            await sender.value
            await runtime.shutdown(.cancel)
            let counters = runtime.counters
            scenario.expect(counters.waiting == 0, "\(counters)")
            let handled = events.count { $0.outcome == .accepted || $0.outcome == .effectsCancelled }
            let dropped = events.count { $0.outcome == .rejected(.dropped) }
            scenario.expect(counters.handled >= handled, "\(counters), \(events.map(\.outcome))")
            scenario.expect(counters.dropped >= dropped, "\(counters), \(events.map(\.outcome))")
        }
    }

    // MARK: Coding

    @Test("Outcomes and counters survive encoding, and rejections are keys of an object")
    func coding() throws {
        let outcomes: [SendOutcome] =
            [.accepted, .cancelled, .effectsCancelled] + Rejection.allCases.map { .rejected($0) }
        let encoded = try JSONEncoder().encode(outcomes)
        #expect(try JSONDecoder().decode([SendOutcome].self, from: encoded) == outcomes)
        #expect(
            String(decoding: encoded, as: UTF8.self).hasPrefix(
                #"["accepted","cancelled","effectsCancelled","rejected."#)
        )
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode([SendOutcome].self, from: Data(#"["rejected.nothing"]"#.utf8))
        }
        let counters = RuntimeCounters(accepted: 3, handled: 1, rejected: [.mailboxFull: 4], dropped: 1, takenBack: 1)
        let json = try JSONEncoder().encode(counters)
        #expect(try JSONDecoder().decode(RuntimeCounters.self, from: json) == counters)
        #expect(String(decoding: json, as: UTF8.self).contains(#""rejected":{"mailboxFull":4}"#))
    }
}
