import Foundation
import TestSupport
import Testing
import UnoArchitecture
import UnoTesting

@testable import UnoInspector

extension String {
    /// What is left of a long name in the text of an action.
    fileprivate static let longName = String(repeating: "a", count: 1000 - 6)
}

@Suite("A trace of runtimes", .timeLimit(.hang))
struct TraceObserverTests {
    /// A file of a test's own, which is removed with it.
    final class TraceFileOfTest: Sendable {
        let url = FileManager.default.temporaryDirectory.appending(path: "uno-\(UUID().uuidString).trace")
        deinit { try? FileManager.default.removeItem(at: url) }
        var text: String { (try? String(contentsOf: url, encoding: .utf8)) ?? "" }
    }

    enum Action: Sendable { case add, load, loaded, save, stop }

    private let file = TraceFileOfTest()

    /// Counts what it handles; loads, and feeds that back; saves without an id; holds loaded actions.
    struct Feature: Interactor {
        let clock: TestClock
        var work: HeldWork?

        var body: some Interactor<Int, Action> {
            Interact(initialValue: 0) { [work] count, action, dispatch in
                count += 1
                switch action {
                case .add, .loaded: return .state
                case .load:
                    return .perform(id: "load", policy: .cancelPrevious) { _, send in
                        await work?.run()
                        await send { $0 += 1 }
                        await dispatch(.loaded)
                    }
                case .save: return .perform { _, send in await send { $0 += 1 } }
                case .stop: return .cancel(id: "load")
                }
            }
            Interactors.Debounce(for: .seconds(1), clock: clock) {
                Interact(initialValue: 0) { count, action in
                    guard case .loaded = action else { return .none }
                    count += 1
                    return .state
                }
            }
        }
    }

    /// Counts, and nothing else.
    private func counting() -> some Interactor<Int, Action> {
        Interact(initialValue: 0) { count, _ in
            count += 1
            return .state
        }
    }

    @Test(.misuse) func `A small scenario is written as it happens, byte for byte`() throws {
        let executor = ControlledExecutor()
        let trace = try TraceObserver(writingTo: file.url, delay: nil)
        let runtime = Runtime(
            Interact<Int, Action>(initialValue: 0) { count, _ in
                count += 1
                return count > 1 ? .state : .perform(id: "\"load\"") { _, send in await send { $0 += 1 } }
            }, executor: .on(executor), name: "cart", observer: trace)
        executor.runUntilIdle()
        runtime.send(.load)
        executor.runUntilIdle()
        executor.shutDown(runtime)
        runtime.send(.add, note: "too\nlate")
        trace.close()
        let text = file.text.replacing(/"pid":\d+/, with: "\"pid\":1").replacing(/cart#\d+/, with: "cart#1")
            .replacing(/Tests.swift:\d+/, with: "Tests.swift:1")
            .replacing(/"ts":\d+\.\d{3}/, with: "\"ts\":0.000").replacing(/"dur":\d+\.\d{3}/, with: "\"dur\":0.000")
        #expect(text == Self.golden)
        executor.runFreely()
    }

    private static let golden = #"""
        [
        {"ph":"M","pid":1,"tid":1,"name":"process_name","args":{"name":"cart#1"}},
        {"ph":"M","pid":1,"tid":1,"name":"thread_name","args":{"name":"steps"}},
        {"ph":"X","pid":1,"tid":1,"ts":0.000,"dur":0.000,"name":"start","args":{"states":0}},
        {"ph":"C","pid":1,"tid":1,"ts":0.000,"name":"effects","args":{"count":1}},
        {"ph":"X","pid":1,"tid":1,"ts":0.000,"dur":0.000,"name":"sent","args":{"states":0,"event":0,"place":"UnoInspectorTests/TraceObserverTests.swift:1"}},
        {"ph":"M","pid":1,"tid":2,"name":"thread_name","args":{"name":"\"load\""}},
        {"ph":"B","pid":1,"tid":2,"ts":0.000,"name":"\"load\"","args":{"number":1,"event":0,"policy":"runBoth","kind":"perform","place":"UnoInspectorTests/TraceObserverTests.swift:1"}},
        {"ph":"s","pid":1,"tid":1,"ts":0.000,"cat":"cause","name":"cause","id":1},
        {"ph":"f","pid":1,"tid":2,"ts":0.000,"cat":"cause","name":"cause","bp":"e","id":1},
        {"ph":"X","pid":1,"tid":1,"ts":0.000,"dur":0.000,"name":"effect","args":{"states":0,"event":0,"effect":1,"place":"UnoInspectorTests/TraceObserverTests.swift:1"}},
        {"ph":"s","pid":1,"tid":2,"ts":0.000,"cat":"cause","name":"cause","id":2},
        {"ph":"f","pid":1,"tid":1,"ts":0.000,"cat":"cause","name":"cause","bp":"e","id":2},
        {"ph":"E","pid":1,"tid":2,"ts":0.000},
        {"ph":"C","pid":1,"tid":1,"ts":0.000,"name":"effects","args":{"count":0}},
        {"ph":"i","pid":1,"tid":1,"ts":0.000,"s":"t","name":"shutdown: draining","args":{}},
        {"ph":"X","pid":1,"tid":1,"ts":0.000,"dur":0.000,"name":"finish","args":{"states":0}},
        {"ph":"X","pid":1,"tid":1,"ts":0.000,"dur":0.000,"name":"finish","args":{"states":0}},
        {"ph":"i","pid":1,"tid":1,"ts":0.000,"s":"t","name":"shutdown: drained","args":{}},
        {"ph":"i","pid":1,"tid":1,"ts":0.000,"s":"t","name":"rejected: shutDown","args":{"place":"UnoInspectorTests/TraceObserverTests.swift:1","note":"too\u000alate"}}
        ]

        """#

    @Test(
        "A scenario with bursts, a debounce, cancelled effects and a shutdown makes sense and answers questions",
        arguments: 0..<8)
    func scenario(seed: UInt64) throws {
        let (executor, clock) = (ControlledExecutor(seed: seed), TestClock())
        let trace = try TraceObserver(writingTo: file.url, delay: nil)
        let runtime = Runtime(
            Feature(clock: clock), executor: .on(executor), clock: clock, name: "scenario", observer: trace)
        for _ in 0..<4 {
            executor.task {
                for number in 0..<25 { await runtime.deliver([.add, .load, .save, .load, .stop][number % 5]) }
            }
        }
        executor.runUntilIdle()
        clock.advance(by: .seconds(1))
        executor.runUntilIdle()
        executor.shutDown(runtime)
        trace.flush()
        #expect(trace.runtimeCount == 0)
        trace.close()
        let written = try WrittenTrace(file.url)
        check(written)
        // The first step, one for each action, at least.
        #expect(written.steps.count > 100)
        #expect(written.steps.first?.name == "start")
        #expect(written.effects.allSatisfy { $0.end != nil })
        #expect(written.counter("effects").last == 0)
        #expect(written.counter("mailbox").allSatisfy { $0 >= 0 })
        #expect(written.instants.contains("cancelled"))
        #expect(written.instants.suffix(2) == ["shutdown: draining", "shutdown: drained"])
        // Each step names its cause, and what came of an effect while it ran has an arrow from it.
        let caused = written.steps.filter { $0.cause != nil && $0.name != "held" }
        #expect(!caused.isEmpty)
        let arrows = written.arrows
        for step in caused {
            let from = arrows.first { $0.to == step }?.from
            #expect(from?.number == step.cause, "\(step)")
        }
        // The questions.
        #expect(written.slowestStep != nil)
        let loads = written.effects(named: "load")
        #expect(!loads.isEmpty && loads.count <= 40)
        #expect(written.effects(named: "effect").count == 20)
        #expect(Set(loads.map { written.trackNames[$0.track]?.prefix(4) }) == ["load"])
        let chain = written.longestChain.map(\.name)
        #expect(chain.starts(with: ["sent", "load"]) || chain.starts(with: ["sent", "effect"]), "\(chain)")
        #expect(chain.count >= 3)
        executor.runFreely()
    }

    /// What holds for each trace.
    private func check(_ written: WrittenTrace) {
        let starts = Set(written.events("s").map { $0["id"] as? Int })
        #expect(Set(written.events("f").map { $0["id"] as? Int }) == starts)
        for case (let from, let to) in written.arrows { #expect(from != nil && to != nil) }
        let begun = Dictionary(
            written.events("s").map { ($0["id"] as? Int, written.time($0)) }, uniquingKeysWith: { $1 })
        #expect(written.events("f").allSatisfy { written.time($0) > begun[$0["id"] as? Int] ?? .max })
        // Steps and their arrows are written when a step has ended; everything else as it happens.
        let times = written.events.filter { !["X", "s", "f", "M"].contains($0["ph"] as? String) }.map {
            written.time($0)
        }
        #expect(zip(times, times.dropFirst()).allSatisfy { $0 < $1 })
        for (track, slices) in Dictionary(grouping: written.steps + written.effects, by: \.track) {
            let sorted = slices.sorted { $0.start < $1.start }
            #expect(sorted.allSatisfy { ($0.end ?? .max) >= $0.start })
            for (one, next) in zip(sorted, sorted.dropFirst()) { #expect((one.end ?? .max) < next.start) }
            #expect(written.trackNames[track] != nil)
        }
    }

    @Test(
        "Of actions a trace has nothing, the names of their cases or their text, as asked; and the places that sent them",
        arguments: [
            (.redacted, [nil, nil]), (.names, ["name", "name"]), (.values, [#"name("Ada")"#, #"name(""# + .longName]),
        ] as [(TraceObserver.Actions, [String?])])
    func actions(_ actions: TraceObserver.Actions, texts: [String?]) throws {
        enum Naming: Sendable { case name(String) }
        let executor = ControlledExecutor()
        let trace = try TraceObserver(writingTo: file.url, actions: actions, delay: nil)
        let runtime = Runtime(
            Interact<String, Naming>(initialValue: "") { _, _ in .state }, executor: .on(executor), observer: trace)
        executor.runUntilIdle()
        runtime.send(.name("Ada"))
        runtime.send(.name(String(repeating: "a", count: 2000)))
        let line = #line - 2
        executor.runUntilIdle()
        trace.close()
        let arguments = try WrittenTrace(file.url).events("X").dropFirst().map { $0["args"] as? [String: Any] ?? [:] }
        #expect(arguments.map { $0["action"] as? String } == texts)
        let places = arguments.map { $0["place"] as? String }
        #expect(places == [line, line + 1].map { "UnoInspectorTests/TraceObserverTests.swift:\($0)" })
        executor.shutDown(runtime, .cancel)
        executor.runFreely()
    }

    @Test("Effects that overlap have tracks of their own; one that was cancelled before it began has none")
    func overlappingEffects() throws {
        let (executor, work) = (ControlledExecutor(), DeafWork())
        let trace = try TraceObserver(writingTo: file.url, delay: nil)
        let runtime = Runtime(
            Interact<Int, Int>(initialValue: 0) { _, number in
                number == 0
                    ? .cancel(id: "turn")
                    : .perform(id: number == 1 ? "both" : "turn", policy: number == 1 ? .runBoth : .waitTurn) { _, _ in
                        await work.run()
                    }
            }, executor: .on(executor), observer: trace)
        for number in [1, 1, 2, 2] { runtime.send(number) }
        executor.runUntilIdle()
        runtime.send(0)
        executor.runUntilIdle()
        trace.flush()
        let written = try WrittenTrace(file.url, isClosed: false)
        #expect(written.effects.map { written.trackNames[$0.track] } == ["both", "both (2)", "turn"])
        #expect(written.effects.allSatisfy { $0.end == nil })
        #expect(written.instants == ["cancelled", "cancelled"])
        #expect(written.counter("effects").max() == 4)
        work.release()
        executor.shutDown(runtime, .cancel)
        trace.flush()
        #expect(trace.runtimeCount == 0)
        trace.close()
        let whole = try WrittenTrace(file.url)
        check(whole)
        #expect(whole.effects.allSatisfy { $0.end != nil })
        executor.runFreely()
    }

    @Test("A rejected action, a reached limit and a stalled subscriber are instants with their places", .misuse)
    func instants() throws {
        let (executor, clock, work) = (ControlledExecutor(), TestClock(), HeldWork())
        let trace = try TraceObserver(writingTo: file.url, delay: nil)
        let runtime = Runtime(
            Interact<Int, Int>(initialValue: 0) { count, number in
                count += 1
                return number == 0 ? .state : .perform { _, _ in await work.run() }
            }, mailbox: .suspend(capacity: 1), executor: .on(executor), clock: clock,
            limits: RuntimeLimits(effects: .atMost(1)), observer: trace)
        let states = runtime.states(.bounded(1, stalledFor: .seconds(1), then: .disconnect))
        for _ in 0..<2 {
            runtime.send(0)
            executor.runUntilIdle()
        }
        clock.advance(by: .seconds(1))
        executor.runUntilIdle()
        for note in ["first", "second", "third"] {
            runtime.send(1, note: note)
            if note == "first" { executor.runUntilIdle() }
        }
        executor.shutDown(runtime, .cancel)
        trace.close()
        let written = try WrittenTrace(file.url)
        #expect(written.instants.prefix(3) == ["subscriber stalled", "effect limit reached", "rejected: mailboxFull"])
        #expect(written.instants.contains("shutdown: cancelled"))
        #expect(written.instants.count { $0 == "subscriber stalled" } == 1)
        let arguments = written.events("i").map { $0["args"] as? [String: String] ?? [:] }
        #expect(arguments[0]["place"]?.hasPrefix("UnoInspectorTests/TraceObserverTests.swift:") == true)
        #expect(arguments[1] == ["limit": "1"])
        #expect(arguments[2]["note"] == "third")
        #expect(arguments[2]["place"]?.hasPrefix("UnoInspectorTests/TraceObserverTests.swift:") == true)
        withExtendedLifetime(states) {}
        executor.runFreely()
    }

    @Test func `Runtimes on several threads share a trace, which forgets those that have ended`() async throws {
        let trace = try TraceObserver(writingTo: file.url, delay: nil)
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<4 {
                group.addTask {
                    let runtime = Runtime(Feature(clock: TestClock()), name: "runtime \(number)", observer: trace)
                    for count in 0..<500 { await runtime.deliver(count % 10 == 0 ? .save : .add) }
                    await runtime.shutdown(.drain)
                }
            }
        }
        trace.flush()
        #expect(trace.runtimeCount == 0)
        trace.close()
        let written = try WrittenTrace(file.url)
        check(written)
        let names = written.events("M").filter { $0["name"] as? String == "process_name" }
        #expect(names.count == 4)
        #expect(written.steps.count { $0.name == "sent" } == 2000)
        #expect(written.effects.count == 200)
    }

    @Test("A full buffer is written without a flush, in whole events; releasing the trace closes the file")
    func written() async throws {
        do {
            let trace = try TraceObserver(writingTo: file.url, delay: nil)
            let runtime = Runtime(counting(), observer: trace)
            // More than the buffer holds.
            for _ in 0..<10_000 { await runtime.deliver(.add).finish() }
            let written = try WrittenTrace(file.url, isClosed: false)
            #expect(written.steps.count > 4000 && written.steps.count < 10_000)
            await runtime.shutdown(.drain)
            trace.flush()
            trace.flush()
        }
        #expect(try WrittenTrace(file.url).steps.count { $0.name == "sent" } == 10_000)
    }

    @Test func `A buffer that is half full is written by the trace's own thread`() async throws {
        let trace = try TraceObserver(writingTo: file.url, delay: .seconds(3600))
        let runtime = Runtime(counting(), observer: trace)
        for _ in 0..<TraceBuffer.capacity / 2 { await runtime.deliver(.add).finish() }
        trace.queue.sync {}
        #expect(try WrittenTrace(file.url, isClosed: false).steps.count > 2000)
        await runtime.shutdown(.drain)
        trace.close()
    }

    @Test func `A trace that no other thread writes is not written when its buffer is half full`() throws {
        let trace = try TraceObserver(writingTo: file.url, delay: nil)
        let runtime = try JSONDecoder().decode(RuntimeIdentity.self, from: Data(#"{"name": "a", "instance": 1}"#.utf8))
        let before = try Data(contentsOf: file.url)
        for _ in 0..<TraceBuffer.capacity / 2 { trace.runtime(runtime, reachedEffectLimit: 1) }
        trace.queue.sync {}
        #expect(try Data(contentsOf: file.url) == before)
        trace.close()
    }

    @Test func `Without an event the file is an empty array; what happens after the end is not written`() async throws {
        let trace = try TraceObserver(writingTo: file.url, delay: nil)
        trace.close()
        let runtime = Runtime(counting(), observer: trace)
        await runtime.deliver(.add).finish()
        await runtime.shutdown(.drain)
        trace.flush()
        trace.close()
        #expect(try WrittenTrace(file.url).events.isEmpty)
    }

    @Test(
        "A full disk is reported once, and the runtime goes on",
        .enabled(if: FileManager.default.fileExists(atPath: "/dev/full")))
    func fullDisk() async throws {
        let reports = Record<Diagnostic>()
        let trace = try Diagnostics.$local.withValue(Diagnostics { reports.append($0) }) {
            try TraceObserver(writingTo: URL(filePath: "/dev/full"), delay: nil)
        }
        let runtime = Runtime(counting(), observer: trace)
        for _ in 0..<3 {
            await runtime.deliver(.add).finish()
            trace.flush()
        }
        #expect(await runtime.state == 3)
        await runtime.shutdown(.drain)
        trace.close()
        #expect(reports.elements.map(\.kind) == [.traceFailed])
        #expect(
            reports.elements.first?.message
                == "the trace /dev/full cannot be written: No space left on device. Tracing has stopped")
        #expect(trace.runtimeCount == 0)
    }
}
