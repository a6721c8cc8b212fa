import Testing

@testable import UnoTesting

@Suite("Ready jobs")
struct ReadyJobTests {
    private func job(in isolation: Int) -> ReadyJob { ReadyJob(task: 0, isolation: isolation, arrival: 0) }

    @Test func `commute only if both run in actors, and these differ`() {
        for (first, second, expected) in [
            (1, 2, true), (2, 1, true), (1, 1, false), (0, 1, false), (1, 0, false), (0, 0, false),
        ] { #expect(job(in: first).commutes(with: job(in: second)) == expected, "\(first), \(second)") }
    }

    @Test func `count from one in the order in which they become ready, as tasks do from zero`() {
        let executor = ControlledExecutor()
        defer { executor.runFreely() }
        for _ in 0..<3 { executor.task { await Task.yield() } }
        #expect(executor.readyJobs.map(\.arrival) == [1, 2, 3] && executor.readyJobs.map(\.task) == [0, 1, 2])
        executor.runReady(at: 1)
        executor.task {}
        #expect(executor.readyJobs.map(\.task).sorted() == [0, 1, 2, 3])
        #expect(Set(executor.readyJobs.map(\.arrival)).isSuperset(of: [1, 3]))
        #expect(executor.readyJobs.map(\.isolation) == [0, 0, 0, 0])
        // A job in no actor visits none.
        #expect(executor.visitors.isEmpty)
    }

    @Test func `are run as many as are asked for`() {
        let (executor, stepped) = (ControlledExecutor(), ControlledExecutor())
        defer {
            executor.runFreely()
            stepped.runFreely()
        }
        for _ in 0..<3 {
            executor.task {}
            stepped.task {}
        }
        for count in [-1, 0, 2, 1, 100] {
            executor.run(atMost: count)
            for _ in 0..<max(0, count) { stepped.runNext() }
            #expect(executor.readyJobs.map(\.arrival) == stepped.readyJobs.map(\.arrival))
        }
    }

    @Test func `have the names of who made their tasks; a job names its own task if it has made none`() {
        let executor = ControlledExecutor(naming: { TaskMaker(name: "a", isMember: true) })
        defer { executor.runFreely() }
        executor.task { executor.task {} }
        executor.task {
            executor.nameNewTask("b")
            await Task.yield()
        }
        func names() -> [String] { executor.readyJobs.map { executor.name(of: $0).task } }
        #expect(names() == ["a", "a, child 1"])
        executor.runNext()
        #expect(names() == ["a, child 1", "a, child 2"])
        executor.runNext()
        _ = executor.requeueYielded()
        #expect(names() == ["a, child 2", "b"])
    }

    @Test func `are not waited for where one is there`() {
        let executor = ControlledExecutor()
        defer { executor.runFreely() }
        #expect(!executor.waitForArrival(within: .zero))
        executor.task {}
        #expect(executor.waitForArrival(within: .zero))
    }
}
