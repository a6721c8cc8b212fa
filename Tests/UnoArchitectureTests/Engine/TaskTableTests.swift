import AsyncKit
import TestSupport
import Testing
import UnoTesting

@testable import UnoArchitecture

/// The tasks of a runtime: which of them runs, and when they are cancelled.
@Suite(.timeLimit(.hang), .tags(.cancellation))
struct TaskTableTests {
    /// Runs a job in the very call that makes it ready.
    private final class ImmediateExecutor: SerialExecutor, TaskExecutor {
        func enqueue(_ job: consuming ExecutorJob) {
            UnownedJob(job).runSynchronously(
                isolatedTo: asUnownedSerialExecutor(), taskExecutor: asUnownedTaskExecutor())
        }
    }

    /// Keeps the job of one task, and calls a closure before the code that has started the task goes on.
    private final class KeepingExecutor: TaskExecutor {
        private let job = Locked<UnownedJob?>(nil)
        private let whenEnqueued: @Sendable () -> Void

        init(whenEnqueued: @escaping @Sendable () -> Void) { self.whenEnqueued = whenEnqueued }

        func enqueue(_ job: consuming ExecutorJob) {
            let job = UnownedJob(job)
            self.job.withLock { $0 = job }
            whenEnqueued()
        }

        func run() {
            while let job = job.withLock({ $0.take() }) { job.runSynchronously(on: asUnownedTaskExecutor()) }
        }
    }

    @Test("A loop has the priority of a sender that comes before the handle of its task is known")
    func raisedBeforeTheHandleIsKnown() {
        let (kept, seen, high) = (Locked<GraphTasks?>(nil), Record<UInt8>(), PriorityLevel(rawValue: 33))
        let executor = KeepingExecutor { kept.withLock { $0 }?.raiseLoop(to: high) }
        let tasks = GraphTasks(executor: executor)
        kept.withLock { $0 = tasks }
        tasks.startLoop { _ in seen.append(Task.currentPriority.rawValue) }
        executor.run()
        kept.withLock { $0 = nil }
        #expect(seen.elements == [33] && tasks.liveCount == 0)
    }

    private enum Action: Sendable {
        case work, cancel
    }

    @Test("A runtime that ends before the handle of an effect's task is known cancels the effect", .misuse)
    func endedBeforeTheHandleIsKnown() async {
        let work = HeldWork()
        let own = OwnRuntime<Int, Action>()
        let feature = Interact<Int, Action>(initialValue: 0) { _, _ in
            .perform { _, _ in
                // The task of the mailbox loop continues with the effect, within the same call of `send`.
                await own.runtime!.shutdown(.cancel)
                await work.run()
            }
        }
        let runtime = Runtime(feature, executor: .on(ImmediateExecutor()))
        own.set(runtime)
        runtime.send(.work)
        #expect(work.endings.elements == [.cancelled])
        work.release()
        await runtime.tasks.joined()
    }

    @Test("A watch that runs in the very call which starts it finds what it watches") func watchInPlace() async {
        let diagnostics = DiagnosticsRecorder()
        let runtime = diagnostics {
            Runtime(Sum.digits(), executor: .on(ImmediateExecutor()), clock: ImmediateClock())
        }
        let states = runtime.states(.bounded(1, stalledFor: .seconds(1), then: .disconnect))
        for action in 1...3 { runtime.send(action) }
        #expect(await runtime.state == 123)
        #expect(diagnostics.kinds == [.stalled])
        withExtendedLifetime(states) {}
        await runtime.shutdown(.drain)
    }

    /// Another graph would otherwise be made at its address, and take the task for one of its own.
    @Test("A task that outlives the graph that it inherits from keeps the graph's identity")
    func outlivedGraph() async throws {
        let (gate, opener) = AsyncStream<Void>.makeStream()
        let heirs = Record<Task<Bool, Never>>()
        weak var kept: GraphTasks?
        do {
            let tasks = GraphTasks(executor: nil)
            kept = tasks
            tasks.start {
                heirs.append(
                    Task {
                        for await _ in gate {}
                        return GraphTasks.running != nil
                    }
                )
            }
            await tasks.joined()
        }
        let heir = try #require(heirs.elements.first)
        #expect(kept != nil && kept?.isRunningHere == false)
        opener.finish()
        #expect(await heir.value)
    }

    @Test("Who joins the tasks of a cancelled graph waits for its tear-down, also before that has started")
    func joinedBeforeTheTearDown() async throws {
        let (tasks, order) = (GraphTasks(executor: nil), Record<String>())
        let last = try #require(tasks.cancelAllButLast(atEnd: false))
        #expect(tasks.cancelAllButLast(atEnd: false) == nil && !tasks.cancelAll() && tasks.liveCount == 1)
        tasks.whenEnded { order.append("joined") }
        tasks.startReserved(last) { order.append("torn down") }
        await order.waitFor(2)
        #expect(order.elements == ["torn down", "joined"] && tasks.liveCount == 0)
    }

    @Test("Who leaves a graph that is cut short waits for the tear-down of one that has finished")
    func joinedAfterTheFinish() throws {
        let (executor, order) = (ControlledExecutor(), Record<String>())
        defer { executor.runFreely() }
        let tasks = GraphTasks(executor: executor)
        let last = try #require(tasks.cancelAllButLast(atEnd: true))
        executor.task {
            await tasks.joined(leavesWhenCutShort: true)
            order.append("joined")
        }
        executor.runUntilIdle()
        #expect(order.elements.isEmpty)
        tasks.startReserved(last) { order.append("torn down") }
        executor.runUntilIdle()
        #expect(order.elements == ["torn down", "joined"])
    }

    @Test("Task-local values are carried to each task that is started with them, and released with what carries them")
    func carriedTaskLocals() {
        weak var released: Canary?
        do {
            let canary = Canary()
            released = canary
            let carried = Request.$canary.withValue(canary) { CarriedTaskLocals() }
            for _ in 0..<2 {
                let found = carried.perform { Request.canary.map { ObjectIdentifier($0) } }
                #expect(found == ObjectIdentifier(canary))
            }
            #expect(Request.canary == nil)
        }
        #expect(released == nil)
    }

    @Test("A graph that is about to be cut short does not finish, and its end is waited for until then")
    func aboutToBeCutShort() throws {
        let (executor, work, order) = (ControlledExecutor(), HeldWork(), Record<String>())
        defer { executor.runFreely() }
        let tasks = GraphTasks(executor: executor)
        tasks.start { await work.run() }
        tasks.cutShort()
        #expect(tasks.wasCutShort && tasks.cancelAllButLast(atEnd: true) == nil && !tasks.isCancelled)
        for leaves in [true, false] {
            executor.task {
                await tasks.joined(leavesWhenCutShort: leaves)
                order.append(leaves ? "left" : "joined")
            }
        }
        executor.runUntilIdle()
        #expect(order.elements.isEmpty)
        let last = try #require(tasks.cancelAllButLast(atEnd: false))
        executor.runUntilIdle()
        #expect(order.elements == ["left"] && work.endings.elements == [.cancelled])
        executor.settle(tasks.giveUp(last))
        #expect(order.elements == ["left", "joined"])
    }

    @Test("Tasks end at rest if the caller has the only slot, and are not cut short later") func endedAtRest() throws {
        let tasks = GraphTasks(executor: nil)
        let (own, other) = (try #require(tasks.reserve()), try #require(tasks.reserve()))
        #expect(!tasks.endAtRest() && !tasks.isCancelled)
        tasks.giveUp(other)
        #expect(tasks.endAtRest() && tasks.isCancelled && tasks.reserve() == nil)
        tasks.cutShort()
        #expect(!tasks.wasCutShort && tasks.liveCount == 1)
        tasks.giveUp(own)
        #expect(tasks.liveCount == 0)
    }

    @Test("A task runs in the graph that has started it, and in no other one") func ownTask() async {
        let (tasks, other, found) = (GraphTasks(executor: nil), GraphTasks(executor: nil), Record<[Bool]>())
        tasks.start { found.append([tasks.isRunningHere, other.isRunningHere]) }
        await tasks.joined()
        #expect(found.elements == [[true, false]])
    }

    @Test("A wait with a limit for tasks that end first cuts nothing, and leaves no watch behind")
    func endedWithinTheLimit() {
        let (executor, clock, work) = (ControlledExecutor(), TestClock(), HeldWork())
        defer { executor.runFreely() }
        let (tasks, results) = (GraphTasks(executor: executor), Record<String?>())
        tasks.start { await work.run() }
        executor.task { results.append(await tasks.joined(within: .seconds(1), on: GraphClock(clock)) { "cut" }) }
        executor.runUntilIdle()
        #expect(results.elements.isEmpty && clock.sleeperCount == 1)
        executor.settle(work.release())
        #expect(results.elements == [nil] && clock.sleeperCount == 0)
    }

    @Test("The limit of a wait that is cancelled cuts a single task if it stays in force", arguments: [true, false])
    func cancelledWait(staysInForce: Bool) {
        let (executor, clock, work) = (ControlledExecutor(), TestClock(), HeldWork())
        defer { executor.runFreely() }
        let (tasks, results) = (GraphTasks(executor: executor), Record<Bool?>())
        tasks.start { await work.run() }
        let waiting = executor.task {
            results.append(
                await tasks.joined(within: .seconds(1), on: GraphClock(clock), staysInForce: staysInForce) {
                    tasks.cancelAll()
                }
            )
        }
        executor.runUntilIdle()
        executor.settle(waiting.cancel())
        #expect(results.elements == [nil] && clock.sleeperCount == (staysInForce ? 1 : 0))
        executor.settle(clock.advance(by: .seconds(1)))
        #expect(work.endings.elements == (staysInForce ? [.cancelled] : []))
        work.release()
    }

    @Test("An effect that is cancelled by its id before its task's handle is known is cancelled")
    func cancelledBeforeTheHandleIsKnown() async {
        let work = HeldWork()
        let own = OwnRuntime<Int, Action>()
        let feature = Interact<Int, Action>(initialValue: 0) { _, action in
            switch action {
            case .work:
                .perform(id: "work") { _, _ in
                    own.runtime!.send(.cancel)
                    await work.run()
                }
            case .cancel: .cancel(id: "work")
            }
        }
        let runtime = Runtime(feature, executor: .on(ImmediateExecutor()))
        own.set(runtime)
        runtime.send(.work)
        #expect(work.endings.elements == [.cancelled])
        work.release()
        await runtime.shutdown(.cancel)
    }

    @Test("Cancelling one task, or all, reaches those whose handle is not known yet", arguments: [false, true])
    func cancelledWhileStarting(all: Bool) async {
        let work = HeldWork()
        let tasks = GraphTasks(executor: ImmediateExecutor())
        tasks.startInternal { id in
            if all { _ = tasks.cancelAll() } else { tasks.cancel(id) }
            await work.run()
        }
        #expect(work.endings.elements == [.cancelled])
        work.release()
        await tasks.joined()
    }

    @Test("Cancelling a task that has ended does not affect the task that took its slot")
    func cancelledAfterItsEnd() async {
        let work = HeldWork()
        let tasks = GraphTasks(executor: ImmediateExecutor())
        let ended = tasks.startInternal { _ in }
        tasks.startInternal { _ in await work.run() }
        tasks.cancel(ended!)
        #expect(work.waitingCount == 1)
        work.release()
        await tasks.joined()
    }

    @Test("A task takes the slot of one that has ended, however many have") func slotsAreReused() {
        var slots = TaskSlots()
        let ended = (0..<3).map { _ in slots.take() }
        for task in ended { slots.leave(task) }
        let next = (0..<3).map { _ in slots.take() }
        #expect(Set(next.map(\.slot)) == Set(ended.map(\.slot)))
        #expect(Set(next).isDisjoint(with: ended))
        #expect(slots.count == 3)
    }

    @Test("A task that an effect has left behind waits for the end of the runtime that it shuts down")
    func leftBehind() {
        let (start, work) = (HeldWork(), HeldWork())
        let own = OwnRuntime<Int, Action>()
        let ended = Record<Void>()
        let executor = ControlledExecutor()
        defer { executor.runFreely() }
        let feature = Interact<Int, Action>(initialValue: 0) { _, action in
            switch action {
            case .work:
                .perform { _, _ in
                    // It has the task-local values of the effect, and outlives it.
                    Task(executorPreference: executor) {
                        await start.run()
                        await own.runtime?.shutdown(.drain)
                        ended.append()
                    }
                }
            case .cancel: .perform { _, _ in await work.run() }
            }
        }
        let runtime = Runtime(feature, executor: .on(executor))
        own.set(runtime)
        runtime.send(.work)
        executor.settle(runtime.send(.cancel))
        executor.settle(start.release())
        #expect(ended.count == 0)
        executor.settle(work.release())
        #expect(ended.count == 1)
    }

    @Test("An effect that shuts its own runtime down does not wait for itself", .misuse) func shutDownFromWithin() {
        let own = OwnRuntime<Int, Action>()
        let ended = Record<Void>()
        let feature = Interact<Int, Action>(initialValue: 0) { _, _ in
            .perform { _, _ in
                await own.runtime?.shutdown(.drain)
                ended.append()
            }
        }
        let stage = Stage(feature)
        own.set(stage.runtime)
        stage.send(.work)
        #expect(ended.count == 1)
    }
}
