import TestSupport
import Testing
import UnoTesting

@testable import AsyncKit

@Suite("The storage of a debounced iteration", .timeLimit(.hang))
struct DebounceStorageTests {
    @Test("ends its two loops when it is cancelled while they wait for the consumer and for a window")
    func cancelledAtRest() {
        let executor = ControlledExecutor()
        defer { executor.runFreely() }
        let storage = DebounceStorage<AsyncStream<Int>, TestClock>(
            DebounceParameters(interval: .seconds(1), tolerance: nil, clock: TestClock()))
        let ended = Record<Void>()
        executor.start {
            await storage.run(AsyncStream { _ in })
            ended.append()
        }
        #expect(ended.count == 0)
        storage.cancel()
        executor.runUntilIdle()
        #expect(ended.count == 1)
    }

    @Test("ends with its upstream, before the window has ended, and leaves no sleeper")
    func finishedInAWindow() {
        let (executor, clock) = (ControlledExecutor(), TestClock())
        defer { executor.runFreely() }
        let storage = DebounceStorage<AsyncStream<Int>, TestClock>(
            DebounceParameters(interval: .seconds(1), tolerance: nil, clock: clock))
        let (stream, source) = AsyncStream<Int>.makeStream()
        let (received, ended) = (Record<Int?>(), Record<Void>())
        executor.start {
            await storage.run(stream)
            ended.append()
        }
        executor.start { if case .success(let element) = await storage.next() { received.append(element) } }
        source.yield(1)
        executor.runUntilIdle()
        #expect(clock.sleeperCount == 1 && received.elements.isEmpty)
        source.finish()
        executor.runUntilIdle()
        #expect(received.elements == [1] && ended.count == 1 && clock.sleeperCount == 0)
    }

    @Test("ends a consumer that is cancelled, although the upstream goes on")
    func deafUpstream() async {
        let work = DeafWork()
        let upstream = AsyncStream<Int>(unfolding: {
            await work.run()
            return nil
        })
        let iteration = DebounceIteration(
            upstream, DebounceParameters(interval: .seconds(1), tolerance: nil, clock: TestClock()))
        let consumer = Task { await iteration.next() }
        await work.begun.waitFor(1)
        consumer.cancel()
        #expect(await consumer.value == nil)
        work.release()
    }
}
