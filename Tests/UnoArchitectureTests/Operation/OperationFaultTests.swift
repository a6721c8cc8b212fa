import AsyncKit
import TestSupport
import Testing
import UnoArchitecture
import UnoOperation
import UnoTesting

/// What a runtime in production tells of itself: reports, counters, observers, limits.
@Suite("What a runtime tells of its work", .timeLimit(.hang))
struct OperationFaultTests {
    private let executor = ControlledExecutor()
    private let clock = TestClock()
    private let diagnostics = DiagnosticsRecorder()

    private static func awaitTick(of timer: ClockTimer) async {
        var ticks = timer.makeAsyncIterator()
        _ = await ticks.next(isolation: nil)
    }

    // MARK: Deadlines

    @Test(
        "A drain that its limit cuts short is never complete, whatever ends first", arguments: 0..<20 as Range<UInt64>)
    func cutShort(seed: UInt64) {
        let executor = ControlledExecutor(seed: seed)
        let runtime = Runtime(Sum.adding, executor: .on(executor), clock: clock)
        let slow = runtime.states(.bounded(1))
        executor.act { for _ in 1...9 { runtime.send(1) } }
        let reports = executor.begin { await runtime.shutdown(.drain, within: .seconds(1)) }
        #expect(reports.elements.isEmpty)
        executor.settle(clock.advance(by: .seconds(1)))
        #expect(reports.elements.map(\.isComplete) == [false])
        #expect(reports.elements.first?.cut?.stall != nil)
        #expect(runtime.counters.waiting == 0 && runtime.counters.takenBack > 0)
        withExtendedLifetime(slow) {}
        executor.runFreely()
    }

    @Test("A state that a shutdown of its group has cut short is not saved", arguments: 0..<20 as Range<UInt64>)
    func cutShortInGroup(seed: UInt64) {
        let (executor, saves) = (ControlledExecutor(seed: seed), Record<Int>())
        let group = RuntimeGroup<Int, Int, Int>(
            clock: clock, executor: executor, save: { _, state in saves.append(state) },
            make: { _ in Runtime(Sum.adding, executor: .on(executor), clock: clock) })
        let kept = Locked<AsyncStream<Int>?>(nil)
        executor.begin {
            guard let states = try? await group.states(of: 1, .bounded(1)) else { return }
            kept.withLock { $0 = states }
            for _ in 1...9 { _ = try? await group.send(1, to: 1) }
        }
        let reports = executor.begin { await group.shutdown(within: .seconds(1)).isComplete }
        executor.settle(clock.advance(by: .seconds(1)))
        #expect(reports.elements == [false] && saves.elements == [])
        kept.withLock { $0 = nil }
        executor.runFreely()
    }

    @Test("A time limit of more than a century counts as a century, so that no clock overflows")
    func endless() {
        let work = HeldWork()
        let century = Duration.seconds(100 * 31_557_600)
        let waits: [@Sendable (Runtime<Int, Int>, EventTask) async -> Void] = [
            { _, event in _ = await event.finish(within: .seconds(Int64.max)) },
            { runtime, _ in await runtime.shutdown(within: .seconds(Int64.max)) },
            { _, _ in _ = try? await withTimeout(.seconds(Int64.max), clock: clock) { await work.run() } },
            { _, _ in await Self.awaitTick(of: clock.timer(interval: .seconds(Int64.max))) },
        ]
        for wait in waits {
            let runtime = Runtime(Sum.working(on: work), executor: .on(executor), clock: clock)
            let event = executor.settle(runtime.send(1))
            let waiter = executor.task { await wait(runtime, event) }
            executor.runUntilIdle()
            #expect(clock.nextDeadline.map { clock.now.duration(to: $0) } == century)
            waiter.cancel()
            executor.begin { await runtime.shutdown(.cancel) }
            // The limit of a shutdown stays in force.
            executor.settle(clock.advance(by: century))
            #expect(clock.sleeperCount == 0)
        }
        executor.runFreely()
    }

    @Test("A debounce and a throttle of more than a century count as a century")
    func endlessEffects() {
        let endless = Duration.seconds(Int64.max)
        let feature = Interact<Int, Int>(initialValue: 0) { _, action in
            let effect = Emission<Int>.perform { _, send in await send { $0 += 1 } }
            return action == 0
                ? effect.debounce(id: 0, for: endless, clock: clock)
                : effect.throttle(id: 1, for: endless, clock: clock)
        }
        let runtime = Runtime(feature, executor: .on(executor))
        executor.act { for action in [0, 1, 1] { runtime.send(action) } }
        #expect(runtime.stateAtOnce == 1)
        executor.settle(clock.advance(by: .seconds(100 * 31_557_600)))
        #expect(runtime.stateAtOnce == 3)
        executor.end(cancelling: runtime)
    }

    // MARK: Reports

    @Test("A runtime that was given nothing but a name is named in its reports", arguments: ["sums", nil])
    func named(name: String?) {
        let runtime = diagnostics { Runtime(Sum.adding, executor: .on(executor), name: name) }
        executor.begin { await runtime.shutdown(.cancel) }
        runtime.send(1)
        #expect(diagnostics.reports.elements.map(\.runtime) == [name == nil ? nil : "\(runtime.identity)"])
        executor.end(cancelling: runtime)
    }

    // MARK: Outcomes and counters

    @Test(
        "An action that was cancelled before a newer one displaced it is taken back; cancelling a dropped one is too late"
    )
    func cancelledAndDisplaced() {
        let runtime = Runtime(Sum.adding, mailbox: .dropOldest(capacity: 1), executor: .on(executor))
        let cancelled = runtime.send(1)
        cancelled.cancel()
        let dropped = runtime.send(10)
        let handled = runtime.send(100)
        dropped.cancel()
        let finished = Record<Int>()
        for event in [cancelled, dropped] {
            executor.task {
                await event.finish()
                finished.append(1)
            }
        }
        executor.runUntilIdle()
        #expect([cancelled, dropped, handled].map(\.outcome) == [.cancelled, .rejected(.dropped), .accepted])
        #expect(runtime.counters == RuntimeCounters(accepted: 3, handled: 1, dropped: 1, takenBack: 1))
        #expect(finished.elements.count == 2)
        executor.end(cancelling: runtime)
    }

    // MARK: Observers

    @Test("An observer is told of the actions that effects and handlers feed back, as the counters count them", .misuse)
    func fedBack() {
        let (log, late) = (ObserverTests.Log(), Record<Dispatcher<Int>>())
        let feature = Interact<Int, Int>(initialValue: 0) { state, action, dispatch in
            state += 1
            switch action {
            case 1: return dispatch.next(0)
            case 2:
                late.append(dispatch)
                return .perform { _, _ in
                    await dispatch(1)
                    await dispatch.awaitHandling(of: 0)
                }
            default: return .state
            }
        }
        let runtime = Runtime(feature, executor: .on(executor), observer: log)
        executor.settle(runtime.send(2))
        executor.begin { await late.elements[0](7) }
        #expect(runtime.counters == RuntimeCounters(accepted: 4, handled: 4, rejected: [.effectEnded: 1]))
        #expect(log.lines.elements.count { $0.hasPrefix("accepted") } == 4)
        #expect(log.lines.elements.last == "rejected, effectEnded")
        executor.end(cancelling: runtime)
    }

    // MARK: Ids that are not equal to themselves

    @Test("An effect whose id is not equal to itself is one without an id, and is reported")
    func unequalEffectID() {
        let ran = Record<Int>()
        let feature = Interact<Int, Int>(initialValue: 0) { _, action in
            .perform(id: Double.nan, policy: action == 0 ? .waitTurn : .dropNew) { _, _ in ran.append(action) }
        }
        let runtime = diagnostics { Runtime(feature, executor: .on(executor)) }
        executor.act { for action in [0, 1, 0, 1] { runtime.send(action) } }
        #expect(ran.elements.sorted() == [0, 0, 1, 1] && diagnostics.kinds == [.unequalID])
        #expect(diagnostics.reports.elements.first?.message.contains("nan") == true)
        #expect(diagnostics.reports.elements.first?.fileID?.hasSuffix("OperationFaultTests.swift") == true)
        executor.end(cancelling: runtime)
    }

    @Test("A key that is not equal to itself has no runtime, and is reported")
    func unequalKey() {
        let group = diagnostics {
            RuntimeGroup<Double, Int, Int>(executor: executor) { _ in Runtime(Sum.adding, executor: .on(executor)) }
        }
        let outcomes = Record<SendOutcome?>()
        executor.begin {
            outcomes.append(try? await group.send(1, to: .nan).outcome)
            outcomes.append((try? await group.state(of: .nan)) == nil ? nil : .accepted)
            await group.end(.nan)
            outcomes.append(try? await group.send(1, to: 1).outcome)
            await group.shutdown(within: .seconds(1))
        }
        #expect(outcomes.elements == [.rejected(.childEnded), nil, .accepted])
        #expect(Set(diagnostics.kinds) == [.unequalID] && group.count == 0)
        executor.runFreely()
    }

    @Test(
        "Limits of stalls beyond all times, and a subscriber's below zero, are what is nearest to them",
        arguments: [Duration(attoseconds: .max), nil])
    func extremeStalls(limit: Duration?) {
        let runtime = diagnostics {
            Runtime(Sum.adding, executor: .on(executor), clock: TestClock(), limits: RuntimeLimits(stall: limit))
        }
        let slow = runtime.states(.bounded(1, stalledFor: .nanoseconds(-1), then: .latest))
        let patient = runtime.states(.bounded(1, stalledFor: Duration(attoseconds: .max), then: .disconnect))
        executor.act { for _ in 0..<2 { runtime.send(1) } }
        #expect(diagnostics.kinds == [.stalled])
        executor.task { for await _ in patient {} }
        let states = executor.take(slow)
        executor.begin { await runtime.shutdown(.drain) }
        #expect(states.elements.last == 2)
    }
}
