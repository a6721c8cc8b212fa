import TestSupport
import Testing
import UnoTesting

/// What a test clock knows of tasks that do not run on the executor that it follows.
@Suite("Tasks from outside on a test clock", .timeLimit(.hang))
struct TestClockOutsiderTests {
    private typealias Machine = TestClockStateMachine<TestClock.Instant, Int, Never>

    private func instant(_ seconds: Int) -> TestClock.Instant { TestClock.Instant(offset: .seconds(seconds)) }

    /// Lets the task sleep; returns whether it does.
    private func sleep(_ task: Int?, until second: Int, _ machine: inout Machine, isCancelled: Bool = false) -> Bool {
        let action = machine.sleep(
            0, until: instant(second), isCancelled: isCancelled, who: SleepingTask(outsider: task))
        if case .rest = action { return true } else { return false }
    }

    @Test func `are known from their first sleep, and awake from a deadline to the next sleep`() {
        var machine = Machine(now: instant(0), never: .never)
        #expect(sleep(nil, until: 1, &machine))
        #expect(!machine.knowsOutsiders && machine.sleeps == 1)
        #expect(!sleep(7, until: 1, &machine, isCancelled: true))
        #expect(!machine.knowsOutsiders && machine.sleeps == 1)
        #expect(sleep(7, until: 2, &machine))
        #expect(sleep(8, until: 3, &machine))
        #expect(machine.knowsOutsiders && machine.sleeps == 3)
        #expect(machine.sleepingTasks.map(\.outsider) == [nil, 7, 8])
        #expect(machine.atLarge.isEmpty)
        _ = machine.advance(to: instant(2))
        #expect(machine.atLarge == [7: instant(2)])
        _ = machine.advance(to: instant(4))
        #expect(machine.atLarge == [7: instant(2), 8: instant(4)])
        #expect(sleep(8, until: 9, &machine))
        // A deadline that is past is a sleep, too.
        #expect(!sleep(7, until: 4, &machine))
        #expect(machine.atLarge.isEmpty && machine.latecomers.isEmpty && machine.sleeps == 5)
    }

    @Test func `are late if they sleep again only after the clock, which no longer waited for them, has moved on`() {
        var machine = Machine(now: instant(0), never: .never)
        for task in 1...3 { #expect(sleep(task, until: 1, &machine)) }
        _ = machine.advance(to: instant(1))
        #expect(sleep(3, until: 9, &machine))
        machine.letGo()
        #expect(machine.atLarge.isEmpty)
        // In time: the clock stands where it woke the task.
        #expect(sleep(1, until: 9, &machine))
        _ = machine.advance(to: instant(2))
        #expect(sleep(2, until: 9, &machine))
        #expect(machine.latecomers.map(\.woken) == [instant(1)])
        #expect(machine.latecomers.map(\.asleep) == [instant(2)])
        // It is late once: the next time it is waited for again.
        #expect(!sleep(2, until: 0, &machine))
        #expect(machine.latecomers.count == 1)
    }

    @Test func `Of those that are late, the first ten are noted`() {
        var machine = Machine(now: instant(0), never: .never)
        for task in 1...12 { #expect(sleep(task, until: task, &machine)) }
        for second in 1...12 { _ = machine.advance(to: instant(second)) }
        machine.letGo()
        _ = machine.advance(to: instant(20))
        for task in 1...12 { #expect(!sleep(task, until: 0, &machine)) }
        #expect(machine.latecomers.map(\.woken) == (1...10).map(instant))
        #expect(machine.latecomers.allSatisfy { $0.asleep == instant(20) })
    }

    @Test func `What sleeps for ever is not woken, and no deadline`() {
        var machine = Machine(now: instant(0), never: .never)
        #expect(machine.nextDeadline == nil && machine.lastDeadline == nil)
        guard case .rest(let id, _) = machine.sleep(1, until: .never, isCancelled: false) else {
            Issue.record("It does not sleep")
            return
        }
        #expect(machine.nextDeadline == nil && machine.lastDeadline == nil)
        for second in [5, 3] { _ = machine.sleep(second, until: instant(second), isCancelled: false) }
        #expect(machine.nextDeadline == instant(3) && machine.lastDeadline == instant(5))
        #expect(machine.advance(to: .never).sleepers == [3, 5])
        #expect(machine.sleeperCount == 1)
        // The clock has come to its end, and another sleeper sleeps all the same.
        guard case .rest = machine.sleep(2, until: .never, isCancelled: false) else {
            Issue.record("It does not sleep")
            return
        }
        #expect(machine.cancel(id).sleeper == 1)
        #expect(machine.advance(to: instant(1)).sleepers.isEmpty && machine.now == .never)
    }

    @Test(
        "A sleep that returns at once lets other tasks run first, as much if it is cancelled as if its deadline is past"
    )
    func givesWay() {
        let turns = [false, true].map { isCancelled in
            let (clock, executor, order) = (TestClock(), ControlledExecutor(), Record<String>())
            let sleeper = executor.task {
                do {
                    try await clock.sleep(for: isCancelled ? .seconds(1) : .zero)
                    order.append("has slept")
                } catch { order.append("\(type(of: error))") }
            }
            if isCancelled { sleeper.cancel() }
            executor.task {
                for _ in 0..<10 {
                    order.append("other")
                    await Task.yield()
                }
            }
            executor.runUntilIdle()
            #expect(Set(order.elements) == ["other", isCancelled ? "CancellationError" : "has slept"])
            executor.runFreely()
            return order.elements.firstIndex { $0 != "other" }
        }
        #expect(turns[0] == turns[1] && turns[0] != 0 && turns[0] != 10)
    }
}
