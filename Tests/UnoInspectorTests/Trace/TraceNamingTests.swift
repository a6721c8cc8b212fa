import Foundation
import TestSupport
import Testing
import UnoArchitecture

@testable import UnoInspector

@Suite("The names of a trace's runtimes", .timeLimit(.hang))
struct TraceNamingTests {
    /// Makes runtimes until one has a number that a buffer keeps in the same place as that of `runtime`.
    private func takePlace(of runtime: RuntimeIdentity, in trace: TraceObserver) async {
        var remainder: UInt64?
        while remainder != runtime.instance % 64 {
            let other = Runtime(Interact<Int, Int>(initialValue: 0) { _, _ in .state }, name: "other", observer: trace)
            await other.shutdown(.drain)
            remainder = other.identity.instance % 64
        }
    }

    private func names(of runtime: RuntimeIdentity, in file: TraceObserverTests.TraceFileOfTest) throws -> Int {
        try WrittenTrace(file.url).events("M").count { event in
            let arguments = event["args"] as? [String: String]
            return event["name"] as? String == "process_name" && arguments?["name"] == runtime.description
        }
    }

    @Test func `are written once, also if others have come in between`() async throws {
        let file = TraceObserverTests.TraceFileOfTest()
        let trace = try TraceObserver(writingTo: file.url, delay: nil)
        let runtime = Runtime(Interact<Int, Int>(initialValue: 0) { _, _ in .state }, name: "first", observer: trace)
        for number in 0..<3 {
            await runtime.send(number).finish()
            await takePlace(of: runtime.identity, in: trace)
        }
        trace.flush()
        #expect(trace.runtimeCount == 1)
        await runtime.shutdown(.drain)
        trace.flush()
        #expect(trace.runtimeCount == 0)
        trace.close()
        #expect(try names(of: runtime.identity, in: file) == 1)
    }

    @Test("are written once and forgotten for a runtime whose last step ends when it is cancelled and others have come")
    func blocked() async throws {
        let (file, blockade) = (TraceObserverTests.TraceFileOfTest(), Blockade())
        let trace = try TraceObserver(writingTo: file.url, delay: nil)
        let runtime = Runtime(
            Interact<Int, Int>(initialValue: 0) { state, _ in
                blockade.block()
                state += 1
                return .state
            }, executor: .on(OwnThread()), name: "blocked", observer: trace)
        runtime.send(1)
        await blockade.arrivals.waitFor(1)
        _ = await runtime.shutdown(.cancel, within: .zero)
        await takePlace(of: runtime.identity, in: trace)
        blockade.open()
        await runtime.shutdown(.cancel)
        trace.flush()
        #expect(trace.runtimeCount == 0)
        trace.close()
        #expect(try names(of: runtime.identity, in: file) == 1)
        #expect(try WrittenTrace(file.url).steps.contains { $0.name == "sent" })
    }

    /// Passes on what it is told, so that it is asked to hear of each step's beginning.
    private struct Passing: RuntimeObserver {
        let trace: TraceObserver
        func runtime(_ runtime: RuntimeIdentity, beganStep step: StepRecord) { trace.runtime(runtime, beganStep: step) }
        func runtime(_ runtime: RuntimeIdentity, endedStep step: StepRecord) { trace.runtime(runtime, endedStep: step) }
        func runtime(_ runtime: RuntimeIdentity, shutdown phase: ShutdownPhase) {
            trace.runtime(runtime, shutdown: phase)
        }
    }

    @Test func `are written once by an observer that passes on what it is told`() async throws {
        let file = TraceObserverTests.TraceFileOfTest()
        let trace = try TraceObserver(writingTo: file.url, delay: nil)
        let runtime = Runtime(
            Interact<Int, Int>(initialValue: 0) { _, _ in .state }, name: "passed", observer: Passing(trace: trace))
        for number in 0..<3 { await runtime.send(number).finish() }
        await runtime.shutdown(.drain)
        trace.close()
        #expect(try names(of: runtime.identity, in: file) == 1)
        #expect(try WrittenTrace(file.url).steps.count { $0.name == "sent" } == 3)
    }
}
