import AsyncKit
import TestSupport
import Testing
import UnoArchitecture
import UnoTesting

/// Who runs the code of a stream transformer that is asked for its states, and when.
@Suite("The jobs of a bridge", .timeLimit(.hang))
struct BridgeJobsTests {
    /// Counts down from `width` - 1 to 0 for each action, one state each time it is asked for one.
    private struct CountingDown: Interactor {
        let width: Int
        /// Called each time.
        var asked: @Sendable () -> Void = {}

        func interact(_ upstream: AsyncStream<Int>) -> AsyncStream<Int> {
            let left = Locked(0)
            return AsyncStream { [width, asked] in
                asked()
                if left.withLock({ $0 }) == 0 {
                    guard await upstream.first(where: { _ in true }) != nil else { return nil }
                    left.withLock { $0 = width }
                }
                return left.withLock { left in
                    left -= 1
                    return left
                }
            }
        }
    }

    /// The number of jobs that an action takes.
    private func jobs(_ interactor: some Interactor<Int, Int>) -> Int {
        let executor = ControlledExecutor()
        let runtime = Runtime(interactor, executor: .on(executor), clock: TestClock())
        executor.runUntilIdle()
        runtime.send(1)
        let count = executor.runUntilIdle()
        executor.begin { await runtime.shutdown(.drain) }
        executor.runFreely()
        return count
    }

    @Test("are run by the step where handlers and tasks have one executor: a pulling transformer needs no other job")
    func inPlace() {
        #expect(jobs(CountingDown(width: 1)) == jobs(Sum.digits()))
        #expect(jobs(CountingDown(width: 4)) == jobs(Sum.digits()))
    }

    @Test("stay on the executor of the tasks where the handlers have another one")
    func apart() {
        let (handlers, tasks, places) = (ControlledExecutor(), ControlledExecutor(), Record<Bool>())
        let runtime = Runtime(
            CountingDown(width: 2) { places.append(handlers.isRunning) },
            executor: RuntimeExecutor(serial: ControlledSerialExecutor(handlers), tasks: tasks), clock: TestClock())
        func run() {
            while handlers.runUntilIdle() + tasks.runUntilIdle() > 0 {}
        }
        run()
        runtime.send(1)
        run()
        tasks.task { await runtime.shutdown(.drain) }
        run()
        #expect(places.elements == [false, false, false])
        handlers.runFreely()
        tasks.runFreely()
    }

    @Test("leave the isolation to a visitor, however many states a step has")
    func visitors() {
        let executor = ControlledExecutor()
        let runtime = Runtime(CountingDown(width: 1_000), executor: .on(executor), clock: TestClock())
        executor.runUntilIdle()
        let seen = Record<Int?>()
        runtime.send(1)
        executor.begin { seen.append(await runtime.state) }
        executor.begin { seen.append(await runtime.state) }
        #expect(seen.elements.count == 2 && (seen.elements[0] ?? 0) > 0)
        #expect(seen.elements[1] == 0)
        executor.begin { await runtime.shutdown(.drain) }
        executor.runFreely()
    }

    @Test("deliver each state once and in order, in every schedule, whoever runs them", arguments: [true, false])
    func explored(inPlace: Bool) {
        explore(schedules: Scale.chosen(debug: 400, release: 4_000)) { scenario in
            let speaker = Speaker(scenario.executor)
            let place: RuntimeExecutor =
                if inPlace {
                    .on(scenario.executor)
                } else {
                    RuntimeExecutor(serial: ControlledSerialExecutor(scenario.executor), tasks: scenario.executor)
                }
            let runtime = Runtime(speaker, executor: place, clock: TestClock())
            let states = runtime.states(.unbounded)
            let late = scenario.task("late states") {
                speaker.continuation.yield(1)
                speaker.continuation.yield(2)
            }
            for action in [1, 2] { runtime.send(action) }
            await late.value
            await runtime.shutdown(.drain)
            let seen = await states.reduce(into: []) { $0.append($1) }
            scenario.expect(seen.filter { $0 >= 10 } == [10, 20], "the answers are \(seen)")
            scenario.expect(seen.filter { $0 < 10 } == [1, 2], "the late states are \(seen)")
            scenario.expect(runtime.tasks.liveCount == 0, "a task is left")
        }
    }

    @MainActor private static func onMainActor(_ state: @Sendable () async -> Int?) async { _ = await state() }

    private actor Other {
        func visit(_ state: @Sendable () async -> Int?) async { _ = await state() }
    }

    @Test("A transformer may wait, on the main actor or on another one, for the state of its own runtime")
    func reentrant() async {
        let other = Other()
        let ways: [@Sendable (@Sendable () async -> Int?) async -> Void] = [
            { await Self.onMainActor($0) }, { await other.visit($0) },
        ]
        for way in ways {
            let slot = Slot<@Sendable () async -> Int?>()
            let introspective = MappingTransformer { action in
                if let state = slot.value { await way(state) }
                return action
            }
            let runtime = Runtime(introspective)
            slot.value = { [weak runtime] in await runtime?.state ?? nil }
            for action in 1...200 { await runtime.send(action).finish() }
            #expect(await runtime.state == 200)
            slot.value = nil
            await runtime.shutdown(.drain)
        }
    }
}
