import TestSupport
import Testing
import UnoArchitecture
import UnoTesting

/// Law 6, at every suspension point: a graph is cancelled after each number of its jobs.
@Suite(.timeLimit(.hang), .tags(.cancellation))
struct CancelPointTests {
    enum Way: CaseIterable, Sendable { case shutDown, dropTheRuntime, cancelTheConsumer, dropTheStream }

    /// Everything that suspends: reads, sends, waits, feeds back, waits its turn, follows.
    private static func leaf(_ canary: Canary, _ work: HeldWork) -> LawLeaf {
        LawLeaf { state, number, feed in
            canary.sing()
            state += 1
            guard number < 3 else { return .state }
            return .merge([
                .concatenate([
                    .perform(id: 0, policy: .waitTurn) { state, send in
                        canary.sing()
                        _ = await state.current
                        await send { $0 += 1 }
                    },
                    .state,
                    .perform { _, _ in _ = await feed(3) },
                ]),
                .observe(id: 1, policy: .cancelPrevious) { _, send in
                    canary.sing()
                    await work.run()
                    await send { $0 += 1 }
                },
            ])
        }
    }

    /// Runs a graph for `jobs` jobs and ends it; returns the problem, and whether the graph was idle by then.
    private static func end(_ row: LawRow, _ way: Way, after jobs: Int) -> (problem: String?, isOver: Bool) {
        let executor = ControlledExecutor()
        defer { executor.runFreely() }
        let work = HeldWork()
        let scene = Scene()
        let isOver = play(row, way, jobs, executor, work, scene)
        executor.runUntilIdle()
        let live = scene.tasks?.liveCount ?? 0
        if live > 0 { return ("\(live) tasks are left", isOver) }
        if scene.canary != nil { return ("the graph is not freed", isOver) }
        if work.waitingCount > 0 { return ("an effect waits", isOver) }
        if scene.waits.count != scene.returns.count { return ("who waits for the graph waits for ever", isOver) }
        return (nil, isOver)
    }

    /// Detects the remains of a graph that has been released.
    private final class Scene {
        weak var canary: Canary?
        var tasks: GraphTasks?
        let waits = Record<Void>()
        let returns = Record<Void>()
    }

    private static func play(
        _ row: LawRow, _ way: Way, _ jobs: Int, _ executor: ControlledExecutor, _ work: HeldWork, _ scene: Scene
    ) -> Bool {
        let canary = Canary()
        scene.canary = canary
        let interactor = row.make(leaf(canary, work), .on(executor))
        func run() -> Bool {
            executor.run(atMost: jobs)
            return executor.isIdle
        }
        func waiting(_ operation: @escaping @Sendable () async -> Void) -> Task<Void, Never> {
            scene.waits.append()
            return executor.task { [returns = scene.returns] in
                await operation()
                returns.append()
            }
        }
        switch way {
        case .shutDown, .dropTheRuntime:
            let runtime = Runtime(interactor, executor: .on(executor), clock: TestClock())
            scene.tasks = runtime.tasks
            let states = runtime.states(.bounded(1))
            _ = waiting { for await _ in states {} }
            for number in 1...2 {
                let event = runtime.send(row.action(number))
                _ = waiting { await event.finish() }
            }
            let isOver = run()
            if way == .shutDown { _ = waiting { await runtime.shutdown(.cancel) } }
            return isOver
        case .cancelTheConsumer, .dropTheStream:
            let (upstream, source) = AsyncStream<LawAction>.makeStream()
            for number in 1...2 { source.yield(row.action(number)) }
            let states = HostedStream.states(
                of: interactor, upstream: upstream, executor: .on(executor), clock: TestClock())
            let limit = way == .dropTheStream ? jobs + 1 : .max
            let consumer = waiting {
                var count = 0
                for await _ in states {
                    count += 1
                    if count == limit { break }
                }
            }
            if way == .dropTheStream {
                executor.runUntilIdle()
                // More states than there are: the consumer waits.
                if scene.returns.count == 0 {
                    consumer.cancel()
                    return true
                }
                return false
            }
            let isOver = run()
            consumer.cancel()
            return isOver
        }
    }

    @Test("Law 6: ended after any number of jobs, a graph leaves nothing", arguments: LawRow.table, Way.allCases)
    func everywhere(row: LawRow, way: Way) {
        // Without the whole search, each row begins elsewhere.
        let stride = Scale.isWhole ? 1 : 5
        var jobs = row.testDescription.utf8.count % stride
        while true {
            let (problem, isOver) = Self.end(row, way, after: jobs)
            if let problem {
                Issue.record("after \(jobs) jobs: \(problem)")
                return
            }
            if isOver { break }
            jobs += stride
        }
        #expect(jobs > 3, "The graph has hardly any suspension points")
    }
}
