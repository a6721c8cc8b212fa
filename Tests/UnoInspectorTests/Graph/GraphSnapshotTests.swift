import Foundation
import TestSupport
import Testing
import UnoInspector
import UnoTesting

@testable import UnoArchitecture

@Suite("A picture of a graph that runs", .timeLimit(.hang))
struct GraphSnapshotTests {
    struct Feature: Interactor {
        enum Action: Sendable { case load }

        let executor: ControlledExecutor

        var body: some Interactor<Int, Action> {
            Interact(initialValue: 0) { _, _ in
                .observe(id: "load") { _, _ in
                    // Until it is cancelled.
                    for await _ in AsyncStream<Never>.makeStream().stream {}
                }
            }
            Echo(executor: executor)
        }
    }

    struct Echo: Interactor {
        let executor: ControlledExecutor

        func interact(_ upstream: AsyncStream<Feature.Action>) -> AsyncStream<Int> {
            AsyncStream { continuation in
                let task = Task(executorPreference: executor) {
                    for await _ in upstream {}
                    continuation.finish()
                }
                continuation.onTermination = { _ in task.cancel() }
            }
        }
    }

    @Test func `notes what is under way: effects at the outermost part, a transformer where it stands`() {
        let executor = ControlledExecutor()
        defer { executor.runFreely() }
        let feature = Feature(executor: executor)
        let runtime = Runtime(feature, executor: .on(executor), name: "shop")
        runtime.send(.load)
        executor.runUntilIdle()
        let graph = GraphDescription(of: feature)
        let live = graph.showing(runtime.snapshot())
        #expect(live.parts[0].notes.first?.contains("shop") == true)
        #expect(
            live.parts[0].notes.contains { $0.hasPrefix("effect load: ") && $0.contains("GraphSnapshotTests.swift:") })
        #expect(live.parts.last?.notes == ["running"])
        #expect(live.tree.contains("\n│  * effect load: "))
        #expect(live.mermaid.contains("<br/>* effect load: "))
        #expect(live.graphviz.contains("\\n* effect load: "))
        #expect(live.svg.contains(">* effect load: "))
        executor.shutDown(runtime, .cancel)

        let ended = live.showing(runtime.snapshot())
        #expect(ended.parts[0].notes.count == 1)
        #expect(ended.parts[0].notes.first?.contains("ended") == true)
        #expect(ended.showing(runtime.snapshot()) == ended)
        #expect(graph.parts.allSatisfy { $0.notes.isEmpty })
    }

    @Test func `notes a step, what it waits for, and the held actions at the outermost part`() throws {
        let text = #"{"name": "shop", "instance": 1}"#
        let runtime = try JSONDecoder().decode(RuntimeIdentity.self, from: Data(text.utf8))
        let place = SourcePlace(CallSite("Shop/Cart.swift", 12))
        let snapshot = RuntimeSnapshot(
            runtime: runtime, phase: .running, isIdle: false, isAtEffectLimit: false,
            step: RuntimeSnapshot.Step(action: "add", place: place, duration: .zero), stall: "a subscriber",
            mailbox: .init(depth: 0, capacity: nil, waitingSenders: 0, oldestAge: .zero),
            effects: [.init(number: 7, id: nil, status: .waiting, isAwaited: true, age: .zero, place: nil)],
            heldActions: 1, subscribers: [], transformers: [.init(name: "Other", isRunning: false, place: nil)])
        let live = GraphDescription(of: GraphDescriptionTests.Counter()).showing(snapshot)
        #expect(
            live.parts.map(\.notes) == [
                [
                    "shop#1: running", "handles add, Shop/Cart.swift:12", "waits for a subscriber", "effect 7: waiting",
                    "actions held: 1", "transformer Other: ended",
                ], [],
            ])
    }

    @Test func `notes transformers that it cannot tell apart at the outermost part`() {
        let executor = ControlledExecutor()
        defer { executor.runFreely() }
        let twice = Interactors.Merge(Echo(executor: executor), Echo(executor: executor)).starting(with: 0)
        let runtime = Runtime(twice, executor: .on(executor))
        executor.runUntilIdle()
        let live = GraphDescription(of: twice).showing(runtime.snapshot())
        #expect(live.parts[0].notes.filter { $0.hasPrefix("transformer Echo: running") }.count == 2)
        #expect(live.parts.dropFirst().allSatisfy { $0.notes.isEmpty })
        executor.shutDown(runtime, .cancel)
    }
}
