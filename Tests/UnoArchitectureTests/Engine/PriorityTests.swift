import AsyncKit
import TestSupport
import Testing
import UnoTesting

@testable import UnoArchitecture

/// The priorities that handlers and effects see. Nothing is measured: a controlled executor runs the jobs in order.
@Suite("Priority of an action", .timeLimit(.hang))
struct PriorityTests {
    /// The ways to await an event.
    enum Wait: CaseIterable, Sendable {
        case finish, finishWithin, waitUntilOver

        func callAsFunction(_ event: EventTask) async {
            switch self {
            case .finish: await event.finish()
            case .finishWithin: _ = await event.finish(within: .seconds(1), clock: TestClock())
            case .waitUntilOver: _ = await event.waitUntilOver()
            }
        }
    }

    private let seen = Record<String>()
    private let executor = ControlledExecutor()

    private func note(_ place: String) { seen.append("\(place): \(Task.currentPriority.rawValue)") }

    private func text(_ place: String, _ priority: TaskPriority) -> String { "\(place): \(priority.rawValue)" }

    /// Notes each action and its effect.
    private var feature: Interact<Int, Int> {
        Interact(initialValue: 0) { [self] _, action in
            note("\(action)")
            return .perform { [self] _, _ in note("effect \(action)") }
        }
    }

    /// Notes an action, and its effects one after the other.
    private func following(_ works: [HeldWork]) -> Interact<Int, Int> {
        Interact(initialValue: 0) { [self] _, _ in
            note("handler")
            return .concatenate(
                works.indices.map { index in
                    .perform { [self] _, _ in
                        await works[index].run()
                        note("effect \(index)")
                    }
                })
        }
    }

    /// Notes each action; the effect of the first one dispatches another, for which the handler returns `emission`.
    private func feedingBack(_ work: HeldWork, then emission: Emission<Int>) -> Interact<Int, Int> {
        Interact(initialValue: 0) { [self] _, action, dispatch in
            note("\(action)")
            guard action == 1 else { return emission }
            return .perform { _, _ in
                await work.run()
                await dispatch(2)
            }
        }
    }

    private func send(
        _ action: Int, to runtime: Runtime<Int, Int>, at priority: TaskPriority, on executor: ControlledExecutor
    ) { Task(executorPreference: executor, priority: priority) { _ = runtime.send(action) } }

    @Test("is that of its sender, and at least the base priority", arguments: [TaskPriority.low, .medium, .high])
    func ofSender(base: TaskPriority) {
        for sender in [TaskPriority.background, .low, .medium, .high] {
            let executor = ControlledExecutor()
            defer { executor.runFreely() }
            let seen = Record<TaskPriority>()
            let feature = Interact<Int, Int>(initialValue: 0) { _, _ in
                seen.append(Task.currentPriority)
                return .perform { _, _ in seen.append(Task.currentPriority) }
            }
            let runtime = Runtime(feature, executor: .on(executor).basePriority(base))
            executor.settle(send(1, to: runtime, at: sender, on: executor))
            #expect(seen.elements == [max(base, sender), max(base, sender)])
        }
    }

    @Test("is medium for a sender outside of tasks") func outsideOfTasks() {
        defer { executor.runFreely() }
        let runtime = Runtime(feature, executor: .on(executor))
        executor.settle(runtime.send(1))
        #expect(seen.elements == [text("1", .medium), text("effect 1", .medium)])
    }

    @Test("raises a loop that is about to run, whoever has started it, and however many have sent since")
    func raised() {
        defer { executor.runFreely() }
        let runtime = Runtime(feature, executor: .on(executor))
        let senders = ControlledExecutor()
        defer { senders.runFreely() }
        for action in 1...3 { send(action, to: runtime, at: .medium, on: senders) }
        send(4, to: runtime, at: .high, on: senders)
        executor.settle(senders.runUntilIdle())
        #expect(seen.elements.contains(text("4", .high)))
        #expect(seen.elements.contains(text("effect 4", .high)))
    }

    @Test("returns to the base when the raised loop has ended") func notForever() {
        defer { executor.runFreely() }
        let runtime = Runtime(feature, executor: .on(executor))
        for (action, priority) in [(1, TaskPriority.high), (2, .medium)] {
            executor.settle(send(action, to: runtime, at: priority, on: executor))
        }
        #expect(
            seen.elements == [text("1", .high), text("effect 1", .high), text("2", .medium), text("effect 2", .medium)])
    }

    @Test(
        "is raised by a task that awaits the event's end: the loop, the effects, and those to come",
        arguments: Wait.allCases)
    func raisedByFinish(_ wait: Wait) {
        defer { executor.runFreely() }
        let works = [HeldWork(), HeldWork()]
        let runtime = Runtime(following(works), executor: .on(executor))
        let event = executor.settle(runtime.send(1))
        Task(executorPreference: executor, priority: .high) { await wait(event) }
        executor.runUntilIdle()
        for work in works { executor.settle(work.release()) }
        #expect(seen.elements == [text("handler", .medium), text("effect 0", .high), text("effect 1", .high)])
    }

    @Test(
        "of an action that waits in the mailbox is raised by a task that awaits its event, also if that is raised meanwhile",
        arguments: Wait.allCases, [false, true])
    func raisedInTheMailbox(_ wait: Wait, meanwhile: Bool) {
        defer { executor.runFreely() }
        let runtime = Runtime(feature, executor: .on(executor))
        let event = runtime.send(1)
        let waiters = ControlledExecutor()
        defer { waiters.runFreely() }
        let waiting = Task(executorPreference: waiters, priority: meanwhile ? .medium : .high) { await wait(event) }
        // The task waits before the loop begins.
        waiters.runUntilIdle()
        if meanwhile { waiting.raisePriority(to: PriorityLevel(.high)) }
        executor.runUntilIdle()
        waiters.runUntilIdle()
        #expect(seen.elements == [text("1", .high), text("effect 1", .high)])
    }

    @Test("is raised when the task that awaits its event is raised, also of what comes later", arguments: Wait.allCases)
    func raisedWhileWaiting(_ wait: Wait) {
        defer { executor.runFreely() }
        let works = [HeldWork(), HeldWork()]
        let runtime = Runtime(following(works), executor: .on(executor))
        let event = executor.settle(runtime.send(1))
        let waiting = Task(executorPreference: executor, priority: .medium) { await wait(event) }
        executor.runUntilIdle()
        executor.settle(waiting.raisePriority(to: PriorityLevel(.high)))
        for work in works { executor.settle(work.release()) }
        #expect(seen.elements == [text("handler", .medium), text("effect 0", .high), text("effect 1", .high)])
    }

    @Test("of an effect that begins later is that to which the waiting task has been raised", arguments: Wait.allCases)
    func raisedBeforeTheEffect(_ wait: Wait) {
        let clock = TestClock()
        defer { executor.runFreely() }
        let feature = Interact<Int, Int>(initialValue: 0) { [self] _, _ in .perform { [self] _, _ in note("effect") } }
        let runtime = Runtime(
            Interactors.Debounce(for: .seconds(1), clock: clock) { feature }, executor: .on(executor), clock: clock)
        let event = executor.settle(runtime.send(1))
        let waiting = Task(executorPreference: executor, priority: .medium) { await wait(event) }
        executor.runUntilIdle()
        executor.settle(waiting.raisePriority(to: PriorityLevel(.high)))
        executor.settle(clock.advance(by: .seconds(1)))
        #expect(seen.elements == [text("effect", .high)])
    }

    @Test("is raised by a task that delivers an action, whether or not it waits for room", arguments: [1, 2])
    func raisedByDeliver(capacity: Int) {
        defer { executor.runFreely() }
        let runtime = Runtime(feature, mailbox: .suspend(capacity: capacity), executor: .on(executor))
        runtime.send(1)
        let senders = ControlledExecutor()
        defer { senders.runFreely() }
        Task(executorPreference: senders, priority: .high) { _ = await runtime.deliver(2) }
        executor.settle(senders.runUntilIdle())
        senders.runUntilIdle()
        #expect(seen.elements.contains(text("1", .high)))
        #expect(seen.elements.contains(text("2", .high)))
    }

    @Test("of a fed-back action is at least that of its effect") func fedBack() {
        defer { executor.runFreely() }
        let work = HeldWork()
        let runtime = Runtime(feedingBack(work, then: .none), executor: .on(executor))
        executor.settle(send(1, to: runtime, at: .high, on: executor))
        executor.settle(work.release())
        #expect(seen.elements == [text("1", .high), text("2", .high)])
    }

    @Test("of a fed-back action is at least that of its effect, also if it comes while the loop waits for a subscriber")
    func fedBackMeanwhile() {
        let work = HeldWork()
        defer { executor.runFreely() }
        let runtime = Runtime(feedingBack(work, then: .state), executor: .on(executor))
        executor.settle(send(1, to: runtime, at: .high, on: executor))
        let slow = runtime.states(.bounded(1))
        executor.settle(runtime.send(3))
        executor.settle(work.release())
        executor.settle(executor.task { for await _ in slow {} })
        #expect(seen.elements == [text("1", .high), text("3", .medium), text("2", .high)])
        executor.settle(executor.task { await runtime.shutdown(.cancel) })
    }

    @Test("of an effect that waits for its turn is its own sender's, or that of a task that awaits its event")
    func waitingForItsTurn() {
        defer { executor.runFreely() }
        let work = HeldWork()
        let feature = Interact<Int, Int>(initialValue: 0) { [self] _, action in
            .perform(id: "x", policy: .waitTurn) { [self] _, _ in
                await work.run()
                note("effect \(action)")
            }
        }
        let runtime = Runtime(feature, executor: .on(executor))
        for (action, priority) in [(1, TaskPriority.medium), (2, .high), (3, .medium)] {
            executor.settle(send(action, to: runtime, at: priority, on: executor))
        }
        let last = executor.settle(runtime.send(4))
        Task(executorPreference: executor, priority: .high) { await last.finish() }
        executor.runUntilIdle()
        for _ in 1...4 { executor.settle(work.release()) }
        #expect(
            seen.elements == [
                text("effect 1", .medium), text("effect 2", .high), text("effect 3", .medium), text("effect 4", .high),
            ]
        )
    }

    @Test("of an effect that comes after a less urgent one, which something follows, is its own sender's")
    func afterAnEffectThatIsFollowed() {
        defer { executor.runFreely() }
        let work = HeldWork()
        let feature = Interact<Int, Int>(initialValue: 0) { [self] _, action in
            .concatenate([
                .perform(id: "x", policy: .waitTurn) { [self] _, _ in
                    await work.run()
                    note("effect \(action)")
                },
                .state,
            ])
        }
        let runtime = Runtime(feature, executor: .on(executor))
        for (action, priority) in [(1, TaskPriority.medium), (2, .high)] {
            executor.settle(send(action, to: runtime, at: priority, on: executor))
        }
        for _ in 1...2 { executor.settle(work.release()) }
        #expect(seen.elements == [text("effect 1", .medium), text("effect 2", .high)])
    }

    @Test("is never missed, whenever a sender finds the loop", .misuse, arguments: 0..<40 as Range<UInt64>)
    func neverMissed(seed: UInt64) {
        let executor = ControlledExecutor(seed: seed)
        defer { executor.runFreely() }
        let missed = Record<Int>()
        let feature = Interact<Int, Int>(initialValue: 0) { _, action in
            if action > 0, Task.currentPriority < .high { missed.append(action) }
            return action == 0 ? .none : .perform { _, _ in if Task.currentPriority < .high { missed.append(-action) } }
        }
        let runtime = Runtime(
            feature,
            mailbox: .suspend(capacity: 4),
            executor: RuntimeExecutor(serial: ControlledSerialExecutor(executor), tasks: executor))
        for _ in 0..<3 { executor.task { for _ in 0..<20 { await runtime.deliver(0) } } }
        Task(executorPreference: executor, priority: .high) {
            for action in 1...20 {
                if action.isMultiple(of: 3) {
                    await runtime.send(action).finish()
                } else {
                    await runtime.deliver(action)
                }
                await Task.yield()
            }
        }
        executor.runUntilIdle()
        #expect(missed.elements == [])
    }
}
