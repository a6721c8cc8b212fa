import AsyncKit
import TestSupport
import Testing
import UnoArchitecture
import UnoTesting

/// Subscribers and transformers that keep a runtime waiting.
@Suite("Stalls", .timeLimit(.hang))
struct StallTests {
    /// A runtime whose only slow subscriber takes nothing.
    final class Case: Sendable {
        let executor = ControlledExecutor()
        let clock = TestClock()
        let diagnostics = DiagnosticsRecorder()
        let runtime: Runtime<Int, Int>
        let states: AsyncStream<Int>
        let line: UInt

        init(_ policy: SubscriptionPolicy, stall: Duration? = nil) {
            runtime = diagnostics { [executor, clock] in
                Runtime(Sum.digits(), executor: .on(executor), clock: clock, limits: RuntimeLimits(stall: stall))
            }
            line = #line + 1
            states = runtime.states(policy)
        }

        func send(_ actions: Int...) {
            for action in actions { runtime.send(action) }
            executor.runUntilIdle()
        }

        func advance(_ duration: Duration) { executor.settle(clock.advance(by: duration)) }

        func state() -> Int? {
            let read = Record<Int?>()
            executor.settle(executor.task { [runtime] in read.append(await runtime.state) })
            return read.elements.first ?? nil
        }

        /// Everything that the subscriber still gets.
        func rest() -> [Int] {
            let (rest, ends) = (Record<Int>(), Record<Void>())
            executor.task { [states] in
                for await state in states { rest.append(state) }
                ends.append()
            }
            executor.settle(executor.task { [runtime] in await runtime.shutdown(.drain) })
            #expect(ends.count == 1)
            executor.runFreely()
            return rest.elements
        }
    }

    /// Notes the places of the subscribers that stall.
    private struct Listener: RuntimeObserver {
        let stalls: Record<String>

        func runtime(_ runtime: RuntimeIdentity, subscriber: SubscriberRecord, _ change: SubscriberRecord.Change) {
            if case .stalled = change { stalls.append("\(subscriber.policy)") }
        }
    }

    @Test("The observer hears once that a subscriber stalls, and again only when it is given up") func toldOnce() {
        let (executor, clock, stalls) = (ControlledExecutor(), TestClock(), Record<String>())
        let diagnostics = DiagnosticsRecorder()
        let runtime = diagnostics {
            Runtime(
                Sum.digits(), executor: .on(executor), clock: clock, limits: RuntimeLimits(stall: .seconds(10)),
                observer: Listener(stalls: stalls))
        }
        let patient = runtime.states(.bounded(1))
        let impatient = runtime.states(.bounded(1, stalledFor: .seconds(30), then: .disconnect))
        for action in 1...3 { runtime.send(action) }
        executor.runUntilIdle()
        for _ in 0..<60 { executor.settle(clock.advance(by: .seconds(1))) }
        #expect(stalls.elements.count { $0 == "\(SubscriptionPolicy.bounded(1))" } == 1)
        #expect(stalls.elements.count == 3)
        executor.settle(executor.task { await runtime.shutdown(.cancel) })
        executor.runFreely()
        withExtendedLifetime((patient, impatient)) {}
    }

    @Test(
        "A subscriber that stalls for its limit is disconnected: it gets what is buffered, then the end",
        arguments: [nil, .seconds(10), .seconds(60)] as [Duration?]
    )
    func disconnect(reportedAfter stall: Duration?) {
        let test = Case(.bounded(2, stalledFor: .seconds(30), then: .disconnect), stall: stall)
        test.send(1, 2, 3)
        test.advance(.seconds(10))
        test.advance(.seconds(19))
        #expect(test.diagnostics.kinds == (stall == .seconds(10) ? [.stalled] : []))
        #expect(test.runtime.snapshot().stall != nil)
        test.advance(.seconds(1))
        #expect(test.runtime.snapshot().stall == nil)
        #expect(Set(test.diagnostics.kinds) == [.stalled])
        #expect(test.diagnostics.reports.elements.first?.line == test.line)
        #expect(test.state() == 123)
        #expect(test.rest() == [0, 1])
    }

    @Test("A subscriber that stalls for its limit goes on with the newest state only") func latest() {
        let test = Case(.bounded(2, stalledFor: .seconds(30), then: .latest))
        test.send(1, 2, 3)
        test.advance(.seconds(30))
        test.send(4, 5)
        #expect(test.state() == 12345)
        #expect(test.rest().last == 12345 && test.diagnostics.kinds == [.stalled])
    }

    @Test("A subscriber that takes a state in time keeps its subscription: each wait begins anew") func inTime() {
        let test = Case(.bounded(1, stalledFor: .seconds(30), then: .disconnect))
        test.send(1, 2, 3)
        let taken = Record<Int>()
        for expected in [0, 1, 12] {
            test.advance(.seconds(29))
            test.executor.task { [states = test.states] in
                var iterator = states.makeAsyncIterator()
                if let state = await iterator.next() { taken.append(state) }
            }
            test.executor.runUntilIdle()
            #expect(taken.elements.last == expected)
        }
        #expect(test.diagnostics.kinds == [])
        #expect(test.rest() == [123])
    }

    @Test("A lossless subscriber of any policy that stalls is reported after the stated time, once for its place")
    func report() {
        let test = Case(.bounded(1), stall: .seconds(10))
        test.send(1, 2, 3)
        test.advance(.seconds(9))
        #expect(test.diagnostics.kinds == [])
        test.advance(.seconds(1))
        #expect(test.diagnostics.kinds == [.stalled])
        #expect(test.diagnostics.reports.elements.first?.line == test.line)
        test.advance(.seconds(100))
        #expect(test.diagnostics.kinds == [.stalled])
        #expect(test.rest() == [0, 1, 12, 123])
    }

    @Test("A stall is over when the subscriber has taken its states: no snapshot shows it, and no task watches it")
    func over() {
        let test = Case(.bounded(1), stall: .seconds(10))
        test.send(1, 2)
        #expect(test.runtime.snapshot().stall != nil && test.clock.sleeperCount == 1)
        let taken = Record<Int>()
        test.executor.task { [states = test.states] in for await state in states { taken.append(state) } }
        test.executor.runUntilIdle()
        #expect(taken.elements == [0, 1, 12])
        #expect(test.runtime.snapshot().stall == nil && test.clock.sleeperCount == 0)
        #expect(test.runtime.tasks.liveCount == 0)
        test.executor.settle(test.executor.task { [runtime = test.runtime] in await runtime.shutdown(.drain) })
        #expect(test.diagnostics.kinds == [])
        test.executor.runFreely()
    }

    @Test("Without a stated time no task watches a stall") func unwatched() {
        let test = Case(.bounded(1))
        test.send(1, 2, 3)
        let tasks = test.runtime.tasks.liveCount
        test.advance(.seconds(1_000))
        #expect(test.diagnostics.kinds == [])
        #expect(tasks == 1)
        #expect(test.rest() == [0, 1, 12, 123])
    }

    @Test("A transformer that does not ask for the next action is reported by name after the stated time")
    func transformer() {
        let (executor, clock, diagnostics, work) = (
            ControlledExecutor(), TestClock(), DiagnosticsRecorder(), HeldWork()
        )
        let runtime = diagnostics {
            Runtime(
                Waiting(work: work), executor: .on(executor), clock: clock, limits: RuntimeLimits(stall: .seconds(5)))
        }
        executor.runUntilIdle()
        // Nothing waits for this subscriber, whose buffer the first state fills.
        var states: AsyncStream<Int>? = runtime.states(.bounded(1))
        work.release()
        for _ in 0..<2 { executor.settle(runtime.send(1)) }
        executor.settle(clock.advance(by: .seconds(5)))
        #expect(diagnostics.kinds == [.stalled])
        #expect(diagnostics.reports.elements.first?.message.contains("Waiting") == true)
        let snapshots = Record<RuntimeSnapshot>()
        executor.settle(executor.task { snapshots.append(runtime.snapshot()) })
        #expect(snapshots.elements.first?.stall == "Waiting, for 5s")
        #expect(snapshots.elements.first?.step != nil && snapshots.elements.first?.step?.action == nil)
        #expect(snapshots.elements.first?.isIdle == false)
        #expect(snapshots.elements.first?.transformers.map(\.name) == ["Waiting"])
        states = nil
        #expect(states == nil)
        work.release()
        executor.settle(executor.task { await runtime.shutdown(.drain) })
        #expect(runtime.snapshot().transformers.isEmpty)
        executor.runFreely()
    }

    /// Doubles each action, after it has waited.
    struct Waiting: Interactor {
        let work: HeldWork

        func interact(_ upstream: AsyncStream<Int>) -> AsyncStream<Int> {
            let doubled = upstream.map { [work] action in
                await work.run()
                return action * 2
            }
            return doubled.eraseToStream()
        }
    }

    @Test("Every schedule of a subscriber that is given up while it takes states ends without a gap before the end")
    func schedules() {
        explore(schedules: Scale.chosen(debug: 200, release: 2_000)) { scenario in
            // Giving a subscriber up is reported; here it is meant.
            let runtime = DiagnosticsRecorder()() {
                Runtime(Sum.digits(), executor: .on(scenario.executor), clock: scenario.clock)
            }
            let states = runtime.states(.bounded(1, stalledFor: .seconds(1), then: .disconnect))
            let reader = scenario.task("reader") {
                var expected = [0, 1, 12, 123][...]
                for await state in states { scenario.expect(state == expected.popFirst(), "\(state)") }
            }
            let sender = scenario.task("sender") { for digit in 1...3 { await runtime.deliver(digit) } }
            let time = scenario.task("time") { for _ in 0..<3 { scenario.clock.advance(by: .seconds(1)) } }
            await sender.value
            await time.value
            await runtime.shutdown(.drain)
            await reader.value
        }
    }
}
