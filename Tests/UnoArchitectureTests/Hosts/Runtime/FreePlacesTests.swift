import TestSupport
import Testing
import UnoArchitecture
import UnoTesting

/// Runs each job of a task at once, on the thread that resumes it: in the middle of the loop's own job.
private final class InPlaceExecutor: TaskExecutor {
    func enqueue(_ job: consuming ExecutorJob) { job.runSynchronously(on: asUnownedTaskExecutor()) }
}

@Suite("The place of an action that has been handled", .timeLimit(.hang), .tags(.order))
struct FreePlacesTests {
    private static let feature = Interact<[Int], Int>(initialValue: []) { state, action in
        state.append(action)
        return .state
    }

    /// Sends a full mailbox as soon as the last event of the mailbox before has ended; returns the outcomes.
    private func outcomes(of rounds: Int, capacity: Int, _ mailbox: MailboxPolicy) async -> [SendOutcome] {
        let executor = ControlledExecutor()
        let runtime = Runtime(Self.feature, mailbox: mailbox, executor: .on(executor))
        let outcomes = Record<SendOutcome>()
        let sender = Task(executorPreference: InPlaceExecutor()) {
            for _ in 0..<rounds {
                let events = (0..<capacity).map { runtime.send($0) }
                await events.last?.finish()
                for event in events { outcomes.append(event.outcome) }
            }
        }
        executor.runUntilIdle()
        executor.runFreely()
        await sender.value
        await runtime.shutdown(.cancel)
        return outcomes.elements
    }

    @Test("is free when a task that awaits the event goes on", arguments: [1, 2, 64, 200])
    func freed(capacity: Int) async {
        let accepted = Array(repeating: SendOutcome.accepted, count: 3 * capacity)
        #expect(await outcomes(of: 3, capacity: capacity, .suspend(capacity: capacity)) == accepted)
        #expect(await outcomes(of: 3, capacity: capacity, .dropNewest(capacity: capacity)) == accepted)
        #expect(await outcomes(of: 3, capacity: capacity, .dropOldest(capacity: capacity)) == accepted)
    }

    @Test(
        "is free when a subscriber gets its states", arguments: [1, 2, 64, 200],
        [SubscriptionPolicy.latest, .bounded(1)])
    func freedForSubscriber(capacity: Int, states: SubscriptionPolicy) async {
        let executor = ControlledExecutor()
        let runtime = Runtime(Self.feature, mailbox: .suspend(capacity: capacity), executor: .on(executor))
        let outcomes = Record<SendOutcome>()
        let rounds = 3
        let consumer = Task(executorPreference: InPlaceExecutor()) {
            var next = 0
            for await state in runtime.states(states) where state.count == next {
                if next == rounds * capacity { break }
                for number in next..<next + capacity { outcomes.append(runtime.send(number).outcome) }
                next += capacity
            }
        }
        executor.runUntilIdle()
        executor.runFreely()
        await consumer.value
        await runtime.shutdown(.cancel)
        #expect(outcomes.elements == Array(repeating: .accepted, count: rounds * capacity))
    }

    @Test(
        "is free when an effect that awaits its handling goes on, also if it is skipped because its event is cancelled",
        arguments: [false, true])
    func freedForEffect(isCancelled: Bool) async {
        let executor = ControlledExecutor()
        let (runtimes, outcomes) = (Record<Runtime<Int, Int>>(), Record<SendOutcome>())
        let feature = Interact<Int, Int>(initialValue: 0) { count, action, dispatch in
            count += 1
            guard action == 0 else { return .state }
            return .perform { _, _ in
                let sender = Task(executorPreference: InPlaceExecutor()) {
                    await dispatch.awaitHandling(of: 1)
                    for runtime in runtimes.elements { outcomes.append(runtime.send(2).outcome) }
                }
                await sender.value
            }
        }
        let runtime = Runtime(feature, mailbox: .dropNewest(capacity: 1), executor: .on(executor))
        runtimes.append(runtime)
        let event = runtime.send(0)
        if isCancelled {
            while runtime.counters.accepted < 2, executor.runNext() {}
            event.cancel()
        }
        executor.runUntilIdle()
        executor.runFreely()
        await event.finish()
        await runtime.shutdown(.cancel)
        #expect(outcomes.elements == [.accepted])
    }

    @Test("is free when a task goes on that awaits an event which ends in the action's step")
    func freedForAnotherEvent() async {
        let (executor, work) = (ControlledExecutor(), HeldWork())
        let feature = Interact<Int, Int>(initialValue: 0) { _, action in
            action < 2 ? .perform(id: "line", policy: .waitTurn) { _, _ in await work.run() } : .cancel(id: "line")
        }
        let runtime = Runtime(feature, mailbox: .dropNewest(capacity: 1), executor: .on(executor))
        executor.settle(runtime.send(0))
        // Its effect waits for its turn, so nothing is left of it once it is cancelled.
        let event = executor.settle(runtime.send(1))
        let outcomes = Record<SendOutcome>()
        let sender = Task(executorPreference: InPlaceExecutor()) {
            await event.finish()
            outcomes.append(runtime.send(3).outcome)
        }
        executor.runUntilIdle()
        #expect(outcomes.elements == [])
        executor.settle(runtime.send(2))
        executor.runFreely()
        await sender.value
        await runtime.shutdown(.cancel)
        #expect(outcomes.elements == [.accepted])
    }
}
