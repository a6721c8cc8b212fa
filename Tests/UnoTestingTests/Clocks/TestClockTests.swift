import TestSupport
import Testing
import UnoTesting

@Suite("A test clock", .timeLimit(.hang))
struct TestClockTests {
    let clock = TestClock()

    @Test func `wakes a sleeper at its deadline and not before`() async throws {
        let sleeper = Task { [clock] in
            try await clock.sleep(for: .seconds(3))
            return clock.now
        }
        await clock.waitForSleepers(1)
        clock.advance(by: .seconds(2))
        #expect(clock.sleeperCount == 1)
        clock.advance(by: .seconds(1))
        #expect(clock.sleeperCount == 0)
        #expect(try await sleeper.value.offset == .seconds(3))
    }

    @Test func `wakes by deadline, and in the order of falling asleep where deadlines are equal`() {
        var machine = TestClockStateMachine<TestClock.Instant, Int, Never>(now: TestClock.Instant(), never: .never)
        for (sleeper, deadline) in [2, 1, 2, 3, 1, 2, 4].enumerated() {
            _ = machine.sleep(sleeper, until: TestClock.Instant(offset: .seconds(deadline)), isCancelled: false)
        }
        #expect(machine.advance(to: TestClock.Instant(offset: .seconds(3))).sleepers == [1, 4, 0, 2, 5, 3])
        #expect(machine.advance(to: TestClock.Instant(offset: .seconds(4))).sleepers == [6])
    }

    @Test func `returns at once from a sleep into the past or the present`() async throws {
        clock.advance(by: .seconds(5))
        try await clock.sleep(until: TestClock.Instant(offset: .seconds(4)))
        try await clock.sleep(until: clock.now)
        #expect(clock.sleeperCount == 0)
    }

    @Test func `throws to a sleeper that is cancelled, and to that sleeper only`() async throws {
        let sleepers = (0..<2).map { _ in Task { [clock] in try await clock.sleep(for: .seconds(1)) } }
        await clock.waitForSleepers(2)
        sleepers[0].cancel()
        await #expect(throws: CancellationError.self) { try await sleepers[0].value }
        #expect(clock.sleeperCount == 1)
        clock.advance(by: .seconds(1))
        try await sleepers[1].value
    }

    @Test func `settles for no task that is cancelled`() {
        let surroundings = ControlledExecutor()
        defer { surroundings.runFreely() }
        let ends = Record<Duration>()
        let sleeper = surroundings.task { [clock] in try? await clock.sleep(for: .seconds(9)) }
        surroundings.runUntilIdle()
        _ = surroundings.task { [clock] in
            withUnsafeCurrentTask { $0?.cancel() }
            await clock.advanceSettling(by: .seconds(3))
            ends.append(clock.now.offset)
            // That the sleeper is not woken is no failure.
            await clock.run(timeout: .seconds(1_000))
            ends.append(clock.now.offset)
        }
        // Settling would leave this executor.
        surroundings.runUntilIdle()
        #expect(ends.elements == [.seconds(3), .seconds(3)])
        sleeper.cancel()
    }

    @Test func `does not let a task sleep that is cancelled already`() async {
        let sleeper = Task { [clock] in
            withUnsafeCurrentTask { $0?.cancel() }
            try await clock.sleep(for: .seconds(1))
        }
        await #expect(throws: CancellationError.self) { try await sleeper.value }
        #expect(clock.sleeperCount == 0)
    }

    @Test func `tells those who wait for sleepers when there are enough, and when there are none`() async throws {
        await clock.waitForNoSleepers()
        let watcher = Task { [clock] in await clock.waitForSleepers(3) }
        let sleepers = (1...3).map { second in Task { [clock] in try await clock.sleep(for: .seconds(second)) } }
        await watcher.value
        clock.advance(by: .seconds(2))
        sleepers[2].cancel()
        await clock.waitForNoSleepers()
        try await sleepers[0].value
        try await sleepers[1].value
        await #expect(throws: CancellationError.self) { try await sleepers[2].value }
    }

    @Test func `lets those go on who are cancelled while they wait for sleepers, or before`() async {
        let executor = ControlledExecutor()
        defer { executor.runFreely() }
        let watchers = [false, true].map { waits in
            let watcher = executor.task { [clock] in await clock.waitForSleepers(1) }
            if waits { executor.runUntilIdle() }
            watcher.cancel()
            return watcher
        }
        executor.runUntilIdle()
        for watcher in watchers { await watcher.value }
    }

    @Test func `runs until everything that is asleep has woken`() async throws {
        let sleepers = [3, 1, 2].map { second in Task { [clock] in try await clock.sleep(for: .seconds(second)) } }
        await clock.waitForSleepers(3)
        #expect(clock.nextDeadline?.offset == .seconds(1))
        clock.run()
        #expect(clock.now.offset == .seconds(3))
        #expect(clock.nextDeadline == nil)
        for sleeper in sleepers { try await sleeper.value }
        clock.run()
        #expect(clock.now.offset == .seconds(3))
    }

    /// Runs each job on the thread that makes it ready, at once.
    private final class PromptExecutor: TaskExecutor {
        func enqueue(_ job: consuming ExecutorJob) { job.runSynchronously(on: asUnownedTaskExecutor()) }
    }

    @Test func `runs no further than to the last deadline that there was, however soon a task sleeps again`() async {
        let executor = PromptExecutor()
        let sleeper = Task(executorPreference: executor) { [clock] in
            while (try? await clock.sleep(for: .seconds(2))) != nil {}
        }
        clock.run()
        #expect(clock.now.offset == .seconds(2) && clock.nextDeadline?.offset == .seconds(4))
        sleeper.cancel()
        await sleeper.value
    }

    @Test func `resumes every sleeper once when advances and cancellations meet on several threads`() async {
        let sleepers = (0..<1_000).map { index in
            Task { [clock] in try await clock.sleep(for: .milliseconds(index % 10 + 1)) }
        }
        await clock.waitForSleepers(1_000)
        await withTaskGroup { group in
            group.addTask { [clock] in
                for _ in 0..<10 { clock.advance(by: .milliseconds(1)) }
            }
            group.addTask {
                for index in stride(from: 0, to: 1_000, by: 3) { sleepers[index].cancel() }
            }
        }
        for (index, sleeper) in sleepers.enumerated() {
            let result = await sleeper.result
            if !index.isMultiple(of: 3) { #expect(throws: Never.self) { try result.get() } }
        }
        #expect(clock.sleeperCount == 0)
    }
}
