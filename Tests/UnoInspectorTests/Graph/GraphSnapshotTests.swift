import TestSupport
import Testing
import UnoArchitecture
import UnoInspector

@Suite("A picture of a graph that runs", .timeLimit(.minutes(1)))
struct GraphSnapshotTests {
    struct Feature: Interactor {
        enum Action: Sendable { case load }

        let begin: @Sendable () -> Void

        var body: some Interactor<Int, Action> {
            Interact(initialValue: 0) { _, _ in
                .observe(id: "load") { [begin] _, _ in
                    begin()
                    // Until it is cancelled.
                    for await _ in AsyncStream<Never>.makeStream().stream {}
                }
            }
            Echo()
        }
    }

    struct Echo: Interactor {
        func interact(_ upstream: AsyncStream<Feature.Action>) -> AsyncStream<Int> {
            AsyncStream { continuation in
                let task = Task {
                    for await _ in upstream {}
                    continuation.finish()
                }
                continuation.onTermination = { _ in task.cancel() }
            }
        }
    }

    @Test("notes what is under way: effects at the outermost part, a transformer where it stands")
    func notes() async {
        let (begun, continuation) = AsyncStream<Void>.makeStream()
        let feature = Feature { continuation.finish() }
        let runtime = Runtime(feature, name: "shop")
        runtime.send(.load)
        for await _ in begun {}
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
        await runtime.shutdown(.cancel)

        let ended = live.showing(runtime.snapshot())
        #expect(ended.parts[0].notes.count == 1)
        #expect(ended.parts[0].notes.first?.contains("ended") == true)
        #expect(ended.showing(runtime.snapshot()) == ended)
        #expect(graph.parts.allSatisfy { $0.notes.isEmpty })
    }

    @Test("notes transformers that it cannot tell apart at the outermost part")
    func transformers() async {
        let twice = Interactors.Merge(Echo(), Echo()).starting(with: 0)
        let runtime = Runtime(twice)
        _ = await runtime.state
        let live = GraphDescription(of: twice).showing(runtime.snapshot())
        #expect(live.parts[0].notes.filter { $0.hasPrefix("transformer Echo: running") }.count == 2)
        #expect(live.parts.dropFirst().allSatisfy { $0.notes.isEmpty })
        await runtime.shutdown(.cancel)
    }
}
