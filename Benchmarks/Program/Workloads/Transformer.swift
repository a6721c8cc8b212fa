import BenchmarkKit
import UnoArchitecture

extension Workloads {
    /// The floor is a transformer in a task of its own, which an actor feeds and waits for: two `AsyncStream`s, one of which
    /// asks for its elements, and a hand-off. Left out: an executor that tells when the transformer has settled, states
    /// that come late, a transformer that ends early, cancellation, the mailbox and publication.
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
            Subject("floor") { count, _ in await TransformerFloor().run(count) },
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

/// Steps a transformer: hands it an action and waits for its state.
private actor TransformerFloor {
    private var state = CountState()

    func run(_ count: Int) async -> Int {
        let actions = HandOff<Tick>()
        // A transformer asks for one action at a time, and the next is sent when it has replied.
        let states = CountingTransformer().interact(AsyncStream { await actions.next().first })
        var replies = states.makeAsyncIterator()
        for _ in 0..<count {
            actions.send(.tick)
            if let reply = await replies.next(isolation: self) { state = reply }
        }
        actions.finish()
        return state.count
    }
}

/// The transformer, beside a stateful part that does nothing.
private struct TransformerInGraph: Interactor {
    var body: some Interactor<CountState, Tick> {
        Interact(initialValue: CountState()) { _, _ in .none }
        CountingTransformer()
    }
}
