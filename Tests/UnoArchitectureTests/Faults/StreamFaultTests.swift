import TestSupport
import Testing
import UnoArchitecture
import UnoTesting

@Suite("Faults of streams", .timeLimit(.hang))
struct StreamFaultTests {
    /// A feature that keeps `canary`, and works on each action until it is cancelled.
    private static func working(_ canary: Canary, _ work: HeldWork) -> Interact<Int, Int> {
        Interact(initialValue: 0) { _, _ in
            canary.sing()
            return .perform { _, _ in await work.run() }
        }
    }

    private static func dropped(_ work: HeldWork) -> (Canary.Watch, AsyncStream<Int>.Continuation) {
        let canary = Canary()
        let (upstream, source) = AsyncStream<Int>.makeStream()
        _ = working(canary, work).interact(upstream)
        return (canary.watch, source)
    }

    @Test("onTermination set after termination never runs") func unconsumed() async {
        let (canary, source) = Self.dropped(HeldWork())
        await canary.freed()
        // The graph has released its upstream, too.
        if case .terminated = source.yield(1) {} else { Issue.record("The upstream is still held") }
    }

    @Test("A second consumer steals elements") func secondConsumer() {
        let stage = Stage(Sum.digits())
        let seen = [Record<Int>(), Record<Int>()]
        for record in seen {
            let states = stage.runtime.states(.unbounded)
            stage.executor.task { for await state in states { record.append(state) } }
        }
        stage.executor.runUntilIdle()
        stage.send(1, 2)
        #expect(seen.map(\.elements) == [[0, 1, 12], [0, 1, 12]])
    }

    @Test("Cancellation not joined") func notJoined() {
        let (work, canary) = (HeldWork(), Canary())
        let stage = Stage(Self.working(canary, work))
        stage.send(1)
        let runtime = stage.runtime
        let joined = Record<[HeldWork.Ending]>()
        stage.run {
            await runtime.shutdown(.cancel)
            joined.append(work.endings.elements)
        }
        #expect(joined.elements == [[.cancelled]] && runtime.tasks.liveCount == 0)
    }

    @Test("A cancelled consumer still drains", arguments: [1, 3]) func stillDrains(taken: Int) {
        let executor = ControlledExecutor()
        defer { executor.runFreely() }
        let asks = Record<Void>()
        let upstream = AsyncStream<Int> {
            asks.append()
            return 1
        }
        let states = HostedStream.states(of: Sum.constant(0), upstream: upstream, executor: .on(executor))
        let seen = Record<Int>()
        let (hold, stop) = (HeldWork(), HeldWork())
        let consumer = executor.task {
            for await state in states {
                seen.append(state)
                if seen.elements.count == taken { await hold.run() }
            }
            await stop.run()
        }
        executor.runUntilIdle()
        let asked = asks.count
        executor.settle(consumer.cancel())
        #expect(seen.elements.count == taken)
        #expect(asks.count == asked && executor.isIdle)
    }
}
