import AsyncKit
import Foundation
import TestSupport
import Testing
import UnoTesting

@testable import UnoArchitecture
@testable import UnoInspector

@Suite("The writer of a trace")
struct TraceWriterTests {
    private struct Silent: RuntimeObserver {}

    private let file = TraceObserverTests.TraceFileOfTest()
    private let runtime: RuntimeIdentity

    init() throws {
        let text = #"{"name": "cart", "instance": 1}"#
        runtime = try JSONDecoder().decode(RuntimeIdentity.self, from: Data(text.utf8))
    }

    /// What is written of a runtime that has told this.
    private func written(_ told: [TraceNews]) throws -> WrittenTrace {
        var writer = TraceWriter(try TraceFile(file.url.path), showing: .redacted)
        let buffer = LockedField(TraceBuffer())
        for news in [TraceNews.runtime(runtime)] + told { _ = buffer.withLock { $0.add(news) } }
        try writer.close(buffer)
        return try WrittenTrace(file.url)
    }

    private func step(_ cause: StepCause, at began: Duration, taken: Int = 0) -> StepRecord {
        let timed = TimedStep(cause: cause, event: 1, effect: nil, began: began, taken: taken)
        return StepRecord(timed, ObserverLink(runtime, Silent()))
    }

    @Test func `gives every step a length, also one that is told after the end of its runtime`() throws {
        // After the writer has been made.
        let now = StepClock.now + .seconds(60)
        let short = TraceNews.Step(step(.sent, at: now), ended: now)
        let long = TraceNews.Step(step(.sent, at: now + .milliseconds(1)), ended: now + .milliseconds(6))
        let steps = try written([
            .step(short, of: 1), .step(short, of: 1), .step(long, of: 1), .shutdown(.drained, of: 1, at: now),
            .step(short, of: 1),
        ]).steps
        #expect(steps.map { ($0.end ?? 0) - $0.start } == [1, 1, 5_000_000, 1])
        for (step, next) in zip(steps.prefix(3), steps.prefix(3).dropFirst()) {
            #expect((step.end ?? .max) < next.start)
        }
    }

    @Test func `tells the depth of a mailbox when it has changed`() throws {
        let depths = [0, 3, 3, 1, 0, 0].map { TraceNews.queued($0, of: 1, at: StepClock.now) }
        #expect(try written(depths).counter("mailbox") == [3, 1, 0])
    }

    @Test func `tells how many actions waited at the end of the first step`() throws {
        let trace = try TraceObserver(writingTo: file.url, delay: nil)
        let first = step(.start, at: StepClock.now, taken: 2)
        trace.runtime(runtime, beganStep: first)
        trace.runtime(runtime, endedStep: first)
        trace.close()
        #expect(try WrittenTrace(file.url).counter("mailbox") == [2])
    }

    @Test("draws an arrow to an effect from its step, also if the step goes on when the effect has begun")
    func earlyEffect() throws {
        let (executor, work) = (ControlledExecutor(), HeldWork())
        defer { executor.runFreely() }
        let trace = try TraceObserver(writingTo: file.url, delay: nil)
        let runtime = Runtime(
            Interact<Int, Int>(initialValue: 0) { count, _ in
                count += 1
                return .merge([.state, .perform { _, _ in await work.run() }])
            }, executor: .on(executor), observer: trace)
        // Without a reader, the emission of a step waits, and with it the end of the step.
        let states = runtime.states(.bounded(1))
        for number in 0..<3 { runtime.send(number) }
        executor.runUntilIdle()
        executor.task { for await _ in states {} }
        executor.runUntilIdle()
        for _ in 0..<3 { work.release() }
        executor.shutDown(runtime)
        trace.close()
        let written = try WrittenTrace(file.url)
        let arrows = written.arrows
        #expect(written.effects.count == 3)
        for effect in written.effects { #expect(arrows.contains { $0.from?.name == "sent" && $0.to == effect }) }
    }

    @Test func `gives the effects with one id that follow each other one track`() throws {
        let executor = ControlledExecutor()
        defer { executor.runFreely() }
        let trace = try TraceObserver(writingTo: file.url, delay: nil)
        let runtime = Runtime(
            Interact<Int, Int>(initialValue: 0) { _, _ in .perform(id: "load") { _, _ in } },
            executor: .on(executor), observer: trace)
        for number in 0..<3 {
            runtime.send(number)
            executor.runUntilIdle()
        }
        executor.shutDown(runtime)
        trace.close()
        let effects = try WrittenTrace(file.url).effects
        #expect(effects.count == 3 && Set(effects.map(\.track)).count == 1)
    }
}
