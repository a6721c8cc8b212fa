import TestSupport
import Testing
import UnoTesting

@Suite("The executor of a harness", .timeLimit(.hang))
struct RestingExecutorTests {
    @Test func `tells jobs that come from outside from those of its own jobs and of its holder`() async {
        let (executor, work) = (RestingExecutor(), HeldWork())
        executor.hold {
            _ = Task(executorPreference: executor) {
                for _ in 0..<10 { await Task.yield() }
                await work.run()
            }
        }
        #expect(await executor.rest() == .reached(1))
        #expect(executor.jobsFromOutside == 0)
        work.release()
        #expect(await executor.rest(after: 1) == .reached(2))
        #expect(executor.jobsFromOutside == 1)
    }

    @Test func `tells jobs of its holder from those of the same thread after the hold`() async {
        let executor = RestingExecutor()
        executor.hold {}
        _ = Task(executorPreference: executor) {}
        #expect(executor.jobsFromOutside == 1)
        await executor.rest()
    }

    @Test(
        "runs no job while it resumes those that wait for its rest: one of its own tasks among them comes from outside")
    func ownTask() async {
        let (executor, isOver) = (RestingExecutor(), Record<Void>())
        executor.hold {
            _ = Task(executorPreference: executor) {
                await executor.rest()
                isOver.append()
            }
        }
        await isOver.waitFor(1)
        #expect(executor.jobsFromOutside == 1)
    }

    @Test func `has not run too many jobs if it has rested meanwhile`() async {
        let executor = RestingExecutor()
        // Less than the limit each time, however many jobs a yield is, and more together.
        for rests in 1...10 {
            executor.hold {
                _ = Task(executorPreference: executor) {
                    for _ in 0..<RestingExecutor.limit / 8 { await Task.yield() }
                }
            }
            #expect(await executor.rest() != .overrun, "after \(rests - 1) rests")
        }
    }

    @Test("runs a clock for ten thousand deadlines, the last of which counts", arguments: [10_000, 10_001])
    func deadlines(count: Int) async {
        let (executor, clock) = (RestingExecutor(), TestClock())
        let sleeper = executor.hold {
            Task(executorPreference: executor) { for _ in 0..<count { try? await clock.sleep(for: .seconds(1)) } }
        }
        let isDone = await executor.run(clock) { await executor.rest() != .halted }
        #expect(isDone == (count == 10_000) && clock.now.offset == .seconds(10_000))
        sleeper.cancel()
        await sleeper.value
    }

    @Test func `tells a task that it is cancelled while it waits for rest`() {
        let (executor, surroundings) = (RestingExecutor(), ControlledExecutor())
        defer { surroundings.runFreely() }
        let ends = Record<RestingExecutor.Rest>()
        let task = surroundings.task { ends.append(await executor.rest(after: 0)) }
        surroundings.runUntilIdle()
        #expect(ends.elements == [])
        task.cancel()
        surroundings.runUntilIdle()
        #expect(ends.elements == [.cancelled])
    }
}
