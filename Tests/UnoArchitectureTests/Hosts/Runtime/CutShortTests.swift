import AsyncKit
import TestSupport
import Testing
import UnoLifting
import UnoOperation
import UnoTesting

@testable import UnoArchitecture

/// Graphs that end in the middle of something, and what is said of them afterwards.
@Suite("What is cut short", .timeLimit(.hang))
struct CutShortTests {
    @Test("A drain that another call cuts short is not complete")
    func drainCutByAnother() {
        let work = HeldWork()
        let stage = Stage(Sum.summing(beside: work))
        stage.send(1)
        let reports = stage.executor.begin { [runtime = stage.runtime] in await runtime.shutdown(within: .seconds(5)) }
        #expect(reports.elements.isEmpty)
        stage.run { [runtime = stage.runtime] in await runtime.shutdown(.cancel) }
        #expect(reports.elements.map(\.isComplete) == [false])
        #expect(work.endings.elements == [.cancelled])
    }

    @Test("What a drain has cut is known before its tasks end")
    func cutIsKnownFirst() async {
        let (tasks, work, clock, ended) = (GraphTasks(executor: OwnThread()), HeldWork(), TestClock(), Blockade())
        tasks.start { await work.run() }
        await work.starts.waitFor(1)
        let joined = Task {
            await tasks.joined(within: .seconds(1), on: GraphClock(clock)) {
                // On the thread of the tasks: the one that is blocked below may be the last of the pool.
                tasks.whenEnded { ended.open() }
                _ = tasks.cancelAll()
                // The cancelled task has ended, and with it the wait, before this returns.
                ended.block()
                return "cut"
            }
        }
        await clock.waitForSleepers(1)
        clock.advance(by: .seconds(1))
        #expect(await joined.value == "cut")
    }

    @Test(
        "A step that waits for a transformer does not go on after the end: no handler runs, and the graph is released",
        arguments: Host.allCases)
    func suspendedStep(host: Host) {
        let (work, executor, handled) = (HeldWork(), ControlledExecutor(), Record<Int>())
        weak var released: Canary?
        do {
            let canary = Canary()
            released = canary
            let second = Interact<Int, Int> { [canary] state, action, dispatch in
                canary.sing()
                handled.append(action)
                return action == 0 ? .none : dispatch.next(0)
            }
            let slow = HeldTransformer<Int>(work: work, begun: Record()) { $0 }
            let feature = Interactors.Merge(
                Interactors.Merge(Interact<Int, Int>(initialValue: 0) { _, _ in .none }, slow), second)
            let stage = Stage(feature, in: host, on: executor)
            stage.send(1)
            #expect(work.waitingCount == 1)
            executor.begin { await stage.hosted.cancel() }
            executor.settle(work.release())
            #expect(stage.hasEnded)
        }
        executor.runUntilIdle()
        #expect(handled.elements == [] && released == nil)
    }

    @Test("The actions behind one whose handler cancels the runtime are let go of, though the runtime is kept")
    func behindTheCancelled() {
        struct Action: Sendable { var canary: Canary? }
        let runtime = Slot<Runtime<Int, Action>>()
        let feature = Interact<Int, Action>(initialValue: 0) { state, _ in
            state += 1
            runtime.value?.core.cancel()
            return .state
        }
        let stage = Stage(feature)
        runtime.value = stage.runtime
        weak var behind: Canary?
        var events: [EventTask] = []
        do {
            let canary = Canary()
            behind = canary
            events = [nil, canary, canary].map { stage.runtime.send(Action(canary: $0)) }
        }
        stage.executor.runUntilIdle()
        #expect(behind == nil && stage.states == [0])
        #expect(events.map(\.outcome) == [.effectsCancelled, .cancelled, .cancelled])
        #expect(stage.runtime.counters.takenBack == 2)
        runtime.value = nil
    }

    @Test("Actions that a handler queues while its runtime is cancelled are counted as taken back")
    func queuedWhileCancelled() {
        let runtime = Slot<Runtime<Int, Int>>()
        let store = Store<Int, Int>(
            initialValue: 0, reducer: Reducer { action, state in state += action },
            middleware: AnyMiddleware<Int, Int, Int> { action, _, _ in
                guard action == 1 else { return .none }
                runtime.value?.core.cancel()
                return .pure(2)
            })
        let stage = Stage(store)
        runtime.value = stage.runtime
        stage.executor.settle(stage.send(1))
        let counters = stage.runtime.counters
        #expect(counters.waiting == 0 && counters.accepted == counters.handled + counters.takenBack)
        runtime.value = nil
    }

    @Test("A group that is released while a runtime is drained does not save the state that the drain was cut at")
    func releasedGroup() {
        let (saves, executor, work) = (Record<String>(), ControlledExecutor(), HeldWork())
        do {
            let group = RuntimeGroup<String, Int, Int>(
                executor: executor, save: { key, _ in saves.append(key) },
                make: { _ in Runtime(Sum.summing(beside: work), executor: .on(executor)) })
            executor.begin { _ = try? await group.send(1, to: "a") }
            let end = executor.task { await group.end("a") }
            executor.runUntilIdle()
            #expect(work.waitingCount == 1)
            // The runtime is drained all the same, and nothing holds the group any longer.
            executor.settle(end.cancel())
            #expect(work.endings.elements == [])
        }
        executor.runUntilIdle()
        #expect(work.endings.elements == [.cancelled] && saves.elements == [])
        executor.runFreely()
    }
}
