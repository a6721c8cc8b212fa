import AsyncKit
import Foundation
import TestSupport
import Testing
import UnoArchitecture
import UnoTesting

/// Waits with a time limit, and what they say was cut.
@Suite("Deadlines", .timeLimit(.hang))
struct DeadlineTests {
    private let executor = ControlledExecutor()
    private let clock = TestClock()
    private let work = HeldWork()

    static func working(_ work: DeafWork, id: String = "work") -> some Interactor<Int, Int> {
        Interact<Int, Int>(initialValue: 0) { state, action in
            state += action
            return .perform(id: id) { _, _ in await work.run() }
        }
    }

    @Test("A drain that ends in time is complete", arguments: [Runtime<Int, Int>.Shutdown.drain, .cancel])
    func complete(manner: Runtime<Int, Int>.Shutdown) {
        let stage = Stage(Sum.digits())
        stage.send(1, 2)
        let reports = stage.executor.begin { await stage.runtime.shutdown(manner, within: .seconds(5)) }
        #expect(reports.elements.first?.isComplete == true && reports.elements.first?.cut == nil)
        #expect(stage.clock.sleeperCount == 0)
    }

    @Test("At its limit a drain cancels, and returns although an effect ignores that; the report names it")
    func cut() throws {
        let work = DeafWork()
        let stage = Stage(Self.working(work))
        let event = stage.executor.settle(stage.runtime.send(1))
        stage.advance(stage.clock, by: .seconds(2))
        let reports = stage.executor.begin { [runtime = stage.runtime] in await runtime.shutdown(within: .seconds(5)) }
        stage.advance(stage.clock, by: .seconds(4))
        #expect(reports.elements.isEmpty && event.outcome == .accepted)
        // The time is over when the clock goes on, which may be late.
        stage.advance(stage.clock, by: .seconds(2))
        let report = try #require(reports.elements.first)
        #expect(!report.isComplete && report.duration == .seconds(6))
        let effect = try #require(report.cut?.effects.first)
        #expect(effect.id == "work" && effect.age == .seconds(8))
        #expect(effect.status == .running)
        #expect(effect.place?.fileID.hasSuffix("DeadlineTests.swift") == true)
        #expect(report.cut?.phase == .finishing && "\(report)".contains("work"))
        #expect(event.outcome == .effectsCancelled)
        let decoded = try JSONDecoder().decode(ShutdownReport.self, from: JSONEncoder().encode(report))
        #expect(decoded == report)
        stage.executor.settle(work.release())
        #expect(stage.runtime.tasks.liveCount == 0)
    }

    @Test("A cancel with a limit returns at the limit, although tasks are left")
    func cancel() {
        let work = DeafWork()
        let stage = Stage(Self.working(work))
        stage.send(1)
        let reports = stage.executor.begin { await stage.runtime.shutdown(.cancel, within: .seconds(1)) }
        #expect(reports.elements.isEmpty)
        stage.advance(stage.clock, by: .seconds(1))
        #expect(reports.elements.map(\.isComplete) == [false])
        #expect(reports.elements.first?.cut?.effects.map(\.status) == [.cancelled])
        stage.executor.settle(work.release())
    }

    @Test("The limit stays in force when the waiting task is cancelled")
    func cancelledWaiter() {
        let stage = Stage(Sum.working(on: work))
        stage.send(1)
        let reports = Record<ShutdownReport>()
        let waiting = stage.executor.task { [runtime = stage.runtime] in
            reports.append(await runtime.shutdown(within: .seconds(5)))
        }
        stage.executor.runUntilIdle()
        stage.executor.settle(waiting.cancel())
        #expect(reports.elements.map(\.isComplete) == [false] && work.endings.elements.isEmpty)
        stage.advance(stage.clock, by: .seconds(5))
        #expect(work.endings.elements == [.cancelled] && stage.runtime.tasks.liveCount == 0)
    }

    @Test("The queued actions and the subscribers that are cut are counted")
    func everythingCut() throws {
        let runtime = Runtime(Sum.digits(), executor: .on(executor), clock: clock)
        let states = runtime.states(.bounded(1))
        executor.act { for digit in 1...5 { runtime.send(digit) } }
        let reports = executor.begin { await runtime.shutdown(within: .seconds(3)) }
        executor.settle(clock.advance(by: .seconds(3)))
        let cut = try #require(reports.elements.first?.cut)
        #expect(cut.mailbox.depth == 4 && cut.subscribers.map(\.isFull) == [true])
        #expect(cut.stall == "subscribers without room, for 3s")
        withExtendedLifetime(states) {}
        executor.runFreely()
    }

    @Test("An effect that awaits the end of its own runtime is told at once")
    func ownRuntime() {
        let (runtime, reports) = (Slot<Runtime<Int, Int>>(), Record<ShutdownReport>())
        let diagnostics = DiagnosticsRecorder()
        let feature = Sum.working { _ in
            if let runtime = runtime.value { reports.append(await runtime.shutdown(within: .seconds(1))) }
        }
        let stage = diagnostics { Stage(feature) }
        runtime.value = stage.runtime
        stage.send(1)
        #expect(reports.elements.map(\.isComplete) == [false])
        #expect(diagnostics.kinds == [.awaitsItself] && stage.runtime.tasks.liveCount == 0)
        runtime.value = nil
    }

    /// Lets time pass when a drain begins.
    private struct Slowing: RuntimeObserver {
        let clock: TestClock
        func runtime(_ runtime: RuntimeIdentity, shutdown phase: ShutdownPhase) {
            if phase == .draining { clock.advance(by: .seconds(2)) }
        }
    }

    @Test("An effect that awaits the end of its own runtime is told how long that has taken so far")
    func ownRuntimeSoFar() {
        let (own, reports) = (OwnRuntime<Int, Int>(), Record<ShutdownReport>())
        let feature = Sum.working { _ in
            if let runtime = own.runtime { reports.append(await runtime.shutdown(within: .seconds(5))) }
        }
        let runtime = DiagnosticsRecorder()() {
            Runtime(feature, executor: .on(executor), clock: clock, observer: Slowing(clock: clock))
        }
        own.set(runtime)
        executor.settle(runtime.send(1))
        #expect(reports.elements.map(\.duration) == [.seconds(2)])
        executor.end(cancelling: runtime)
    }

    @Test("A limit is measured on the clock that is given with it, not on the runtime's")
    func givenClock() {
        let ends = Record<Int>()
        let stage = Stage(Sum.working(on: work))
        let (runtime, event) = (stage.runtime, stage.runtime.send(1))
        let states = runtime.numberedStates(.unbounded)
        stage.executor.runUntilIdle()
        _ = states.pullReady(atMost: 8)
        stage.run { if await !event.finish(within: .seconds(1), clock: clock) { ends.append(1) } }
        stage.run { if await states.pull(atMost: 1, within: .seconds(1), clock: clock).end == nil { ends.append(2) } }
        stage.run { if await !runtime.shutdown(within: .seconds(2), clock: clock).isComplete { ends.append(3) } }
        stage.advance(stage.clock, by: .seconds(5))
        #expect(ends.elements == [])
        stage.advance(clock, by: .seconds(1))
        #expect(ends.elements.sorted() == [1, 2])
        stage.advance(clock, by: .seconds(1))
        #expect(ends.elements.last == 3 && runtime.tasks.liveCount == 0)
    }

    // MARK: finish(within:)

    @Test("A wait whose time is over leaves the other waits for the event, before and after it is handled")
    func otherWaits() {
        let stage = Stage(HeldTransformer<Int>(work: work, begun: Record()) { $0 })
        let event = stage.executor.settle(stage.runtime.send(1))
        let answers = Record<Bool>()
        let patient = stage.run { await event.finish() }
        stage.run { answers.append(await event.finish(within: .seconds(1))) }
        stage.run { answers.append(await event.finish(within: .seconds(2))) }
        stage.advance(stage.clock, by: .seconds(1))
        #expect(answers.elements == [false] && patient.count == 0)
        stage.release(work)
        #expect(answers.elements == [false, true] && patient.count == 1)
        #expect(stage.clock.sleeperCount == 0)
    }

    @Test("An event that was dropped, or whose runtime has ended, is over", arguments: [false, true])
    func overWithoutHandling(isDropped: Bool) {
        let runtime = Runtime(
            Sum.digits(), mailbox: .dropOldest(capacity: 1), executor: .on(executor), clock: TestClock())
        let event = runtime.send(1)
        if isDropped { runtime.send(2) } else { executor.task { await runtime.shutdown(.cancel) } }
        executor.runUntilIdle()
        let answers = executor.begin { await event.finish(within: .seconds(1)) }
        #expect(answers.elements == [true])
        executor.end(cancelling: runtime)
    }

    @Test("finish(within:) says whether the event is over, and cancels nothing")
    func finish() {
        let stage = Stage(Sum.working(on: work))
        let event = stage.executor.settle(stage.runtime.send(1))
        let answers = stage.executor.begin { await event.finish(within: .seconds(2)) }
        stage.advance(stage.clock, by: .seconds(2))
        #expect(answers.elements == [false] && event.outcome == .accepted)
        let waiting = stage.executor.task { answers.append(await event.finish(within: .seconds(2))) }
        stage.executor.runUntilIdle()
        stage.executor.settle(waiting.cancel())
        #expect(answers.elements == [false, false] && event.outcome == .accepted)
        stage.run { answers.append(await event.finish(within: .seconds(2))) }
        stage.release(work)
        #expect(answers.elements == [false, false, true])
        stage.run { answers.append(await event.finish(within: .seconds(2))) }
        #expect(answers.elements == [false, false, true, true] && stage.clock.sleeperCount == 0)
    }
}
