import Foundation
import TestSupport
import Testing
import UnoArchitecture
import UnoInspector
import UnoOperation
import UnoStateMachines
import UnoTesting

/// Traces of a counter with effects and of a group of machines, which `.ci/trace` checks and asks.
@Suite("Traces of examples", .timeLimit(.hang))
struct TraceExampleTests {
    /// Where the traces go; nil if `.ci/trace` has not asked for them.
    private static let folder = ProcessInfo.processInfo.environment["UNO_TRACES"].map { URL(filePath: $0) }

    private let file: URL
    private let name: String
    private let trace: TraceObserver

    init() throws {
        name = UUID().uuidString
        file = FileManager.default.temporaryDirectory.appending(path: "uno-\(name).trace")
        trace = try TraceObserver(writingTo: file, actions: .names)
    }

    /// Ends the trace, moves it to where it was asked for, and reads it.
    private func end(as name: String) throws -> WrittenTrace {
        trace.close()
        defer { try? FileManager.default.removeItem(at: file) }
        if let folder = Self.folder { try FileManager.default.copyItem(at: file, to: folder.appending(path: name)) }
        return try WrittenTrace(file)
    }

    /// Loads what it counts, and saves what it has loaded.
    struct SavingCounter: Interactor {
        enum Action: Sendable {
            case load
            case loaded(Int)
            case reset
        }

        var body: some Interactor<Int, Action> {
            Interact(initialValue: 0) { count, action, dispatch in
                switch action {
                case .load: return .perform(id: "load", policy: .waitTurn) { _, _ in await dispatch(.loaded(1)) }
                case .loaded(let more):
                    count += more
                    return .perform(id: "save", policy: .cancelPrevious) { _, send in await send { $0 += 0 } }
                case .reset:
                    count = 0
                    return .cancel(id: "load")
                }
            }
        }
    }

    @Test func `A counter loads and saves, each with an id`() async throws {
        let runtime = Runtime(SavingCounter(), name: "counter", observer: trace)
        for _ in 0..<50 { await runtime.deliver(.load).finish() }
        for action in [SavingCounter.Action.load, .load, .reset, .load] { await runtime.deliver(action) }
        await runtime.shutdown(.drain)
        let written = try end(as: "counter.json")
        #expect(written.effects(named: "load").count >= 50 && !written.effects(named: "save").isEmpty)
        #expect(written.longestChain.map(\.name) == ["sent", "load", "fedBack", "save", "effect"])
    }

    /// Brews one cup after the other.
    struct Brewer: StateMachine {
        enum State: Hashable { case idle, brewing, full }
        enum Input: Hashable { case start, take }
        enum IOEffect: Hashable { case brew }
        enum IOResult: Hashable { case brewed }
        typealias Action = StateMachineEvent<Input, IOResult>

        let initialValue = State.idle

        static func reduceInput(_ state: State, _ input: Input) -> Transition {
            switch (state, input) {
            case (.idle, .start): transition(.brewing, effect: .brew)
            case (.full, .take): nextState(.idle)
            default: identity
            }
        }

        static func reduceIOResult(_ state: State, _ result: IOResult) -> Transition { nextState(.full) }

        func runIOEffect(_ effect: IOEffect) -> IOResultStream { .single { .brewed } }
    }

    @Test func `Machines of a group share a trace, each as a process of its own`() async throws {
        let group = RuntimeGroup { [trace] (key: Int) in Runtime(Brewer(), name: "brewer \(key)", observer: trace) }
        for round in 0..<10 {
            for key in 0..<4 {
                let event = try await group.deliver(.input(round % 2 == 0 ? .start : .take), to: key)
                await event.finish()
            }
        }
        await group.shutdown(.drain, within: .seconds(60))
        trace.flush()
        #expect(trace.runtimeCount == 0)
        let written = try end(as: "machines.json")
        #expect(written.events("M").count { $0["name"] as? String == "process_name" } == 4)
        #expect(written.effects.count == 20 && written.effects.allSatisfy { $0.name == "brew" })
    }
}
