import AsyncKit
import Dispatch
import TestSupport
import Testing
import UnoArchitecture

@testable import UnoTesting

/// What is left of the jobs, tasks and runtimes of an executor when a test has ended.
@Suite(.timeLimit(.hang))
struct ControlledExecutorTests {
    /// Sleeps, for each action, until it is cancelled; keeps the canary.
    private static func sleeper(_ canary: Canary, _ clock: TestClock) -> some Interactor<Int, Int> {
        Interact(initialValue: 0) { _, _ in
            .perform { _, _ in
                try? await clock.sleep(for: .seconds(1))
                canary.sing()
            }
        }
    }

    @Test func `Jobs that are ready when the control ends run to their end, and free what they keep`() async {
        let watch = {
            let executor = ControlledExecutor()
            defer { executor.runFreely() }
            let canary = Canary()
            executor.task {
                await Task.yield()
                canary.sing()
            }
            return canary.watch
        }()
        await watch.freed()
    }

    @Test("A runtime that is let go of after the control has ended winds up: its effects are cancelled, and freed")
    func laterJobs() async {
        let watch = {
            let executor = ControlledExecutor()
            let canary = Canary()
            let runtime = Runtime(Self.sleeper(canary, TestClock()), executor: .on(executor))
            runtime.send(1)
            executor.runUntilIdle()
            executor.runFreely()
            #expect(executor.isIdle)
            return canary.watch
        }()
        await watch.freed()
    }

    @Test(
        "Jobs begin to run by themselves when the job that ends the control has ended, and not beside it",
        arguments: [false, true])
    func besides(isReadyBefore: Bool) async {
        let (executor, order) = (ControlledExecutor(), Record<String>())
        /// Blocks the thread until other threads have run a hundred blocks, one after the other.
        @Sendable func leaveOthersTime() {
            for _ in 0..<100 {
                let hasRun = DispatchSemaphore(value: 0)
                DispatchQueue.global().async { hasRun.signal() }
                hasRun.wait()
            }
        }
        executor.task {
            if isReadyBefore { executor.task { order.append("next") } }
            executor.runFreely()
            if !isReadyBefore { executor.task { order.append("next") } }
            // A job that would run beside this one runs here.
            leaveOthersTime()
            order.append("first")
        }
        #expect(executor.runNext())
        #expect(await order.waitFor(2) == ["first", "next"])
    }

    @Test("One job runs at a time, in the order in which they became ready, and the other calls find none")
    func freely() async {
        let (executor, order, work) = (ControlledExecutor(seed: 1), Record<Int>(), HeldWork())
        for number in 0..<100 {
            executor.task {
                order.append(number)
                if number == 0 { await work.run() }
                order.append(number)
            }
        }
        executor.runFreely()
        #expect(!executor.runNext())
        #expect(executor.runUntilIdle() == 0)
        await work.starts.waitFor(1)
        let pairs = (1..<100).flatMap { [$0, $0] }
        #expect(await order.waitFor(199) == [0] + pairs)
        work.release()
        #expect(await order.waitFor(200).last == 0)
    }

    @Test func `A job that becomes ready after the end of the control is running while it runs`() async {
        let (executor, areRunning) = (ControlledExecutor(), Record<Bool>())
        executor.runFreely()
        // There is no job yet.
        #expect(!executor.isRunning)
        await executor.task { areRunning.append(executor.isRunning) }.value
        #expect(areRunning.elements == [true])
    }

    @Test func `When a job ends the control, the next begins after it`() async {
        let (executor, order) = (ControlledExecutor(), Record<Int>())
        executor.task {
            executor.runFreely()
            executor.task { order.append(2) }
            order.append(1)
        }
        #expect(executor.runUntilIdle() == 1)
        #expect(await order.waitFor(2) == [1, 2])
    }

    @Test("A schedule that fails leaves nothing, although its task goes on, and does not react to its cancellation")
    func failedSchedule() async {
        let watches = Record<Canary.Watch>()
        let exploration = await Exploration(schedules: 10, seed: 0, preemptions: 1, limit: 1_000) { scenario in
            let canary = Canary()
            watches.append(canary.watch)
            let runtime = scenario.runtime("the feature", Self.sleeper(canary, scenario.clock))
            await runtime.deliver(1)
            scenario.fail("wrong")
            await scenario.checkpoint()
            let late = scenario.runtime("the late feature", Self.sleeper(canary, scenario.clock))
            late.send(1)
            scenario.task("late") {
                try await scenario.clock.sleep(for: .seconds(1))
                canary.sing()
            }
            await late.shutdown(.drain)
            await runtime.shutdown(.drain)
        }
        #expect(exploration.failure?.problem.message == "wrong")
        for watch in watches.elements { await watch.freed() }
    }

    private actor Own {
        private let executor: ControlledSerialExecutor
        init(_ executor: ControlledExecutor) { self.executor = ControlledSerialExecutor(executor) }
        nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }
        nonisolated func claimIsolation() { assumeIsolated { _ in } }
    }

    @Test("Code that claims to be isolated to an actor on it, and is not, traps with a message that says so")
    func claimedIsolation() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            Own(ControlledExecutor()).claimIsolation()
        }
        let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(text.contains("Code that is isolated to a controlled executor is called from elsewhere"))
    }

    @Test("The actors of an exploration on the main actor take the code of its thread, and no other for theirs")
    func claimedMainActor() async {
        await MainActor.run {
            let executor = ControlledExecutor(naming: nil, isOnMainActor: true)
            executor.sharedIsolation.checkIsolated()
        }
        await #expect(processExitsWith: .failure) {
            await Task.detached {
                let executor = ControlledExecutor(naming: nil, isOnMainActor: true)
                executor.sharedIsolation.checkIsolated()
            }.value
        }
    }

    @Test func `A job that is not ready cannot be run, which traps with a message that says so`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            ControlledExecutor().runReady(at: 0)
        }
        let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(text.contains("Job 0 is not ready: 0 are"))
    }
}
