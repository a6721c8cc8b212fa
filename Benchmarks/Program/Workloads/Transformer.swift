import BenchmarkKit
import UnoArchitecture

extension Workloads {
    static let transformer = Workload(
        "transformer",
        "a stream transformer as a part of a graph, which has to be waited for at every action",
        baseline: "asyncstream-pump",
        subjects: [
            BareStreamSubject.stage(DirectCounter(), .tick),
            BareStreamSubject.pumped(DirectCounter(), .tick),
            BareStreamSubject.pingPong.named("asyncstream-ping-pong"),
            StreamSubject.burst(CountingTransformer(), .tick),
            StreamSubject.burst(TransformerInGraph(), .tick).named("stream-merged"),
            RuntimeSubject.burst(TransformerInGraph(), .tick),
        ]
    )
}

/// A counter written as a stream transformer.
private struct CountingTransformer: Interactor {
    typealias DomainState = CountState
    typealias Action = Tick

    func interact(_ upstream: AsyncStream<Tick>) -> AsyncStream<CountState> {
        AsyncStream { continuation in
            let task = Task {
                var state = CountState()
                for await _ in upstream {
                    state.count += 1
                    continuation.yield(state)
                }
                continuation.finish()
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }
}

/// The transformer, beside a stateful part that does nothing.
private struct TransformerInGraph: Interactor {
    var body: some Interactor<CountState, Tick> {
        Interact(initialValue: CountState()) { _, _ in .none }
        CountingTransformer()
    }
}
