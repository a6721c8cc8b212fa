import BenchmarkKit
import UnoArchitecture

/// `stream`: this package through `interact(_:)`, fed from a bare `AsyncStream`.
enum StreamSubject {
    /// All actions are available before the graph asks for them.
    static func burst<State: Sendable, Action: Sendable>(
        _ interactor: some Interactor<State, Action>,
        _ action: Action,
        result: @escaping @Sendable (State) -> Int
    ) -> Subject {
        Subject("stream") { count, _ in
            let (actions, continuation) = AsyncStream<Action>.makeStream()
            for _ in 0..<count { continuation.yield(action) }
            continuation.finish()
            var last: State?
            for await state in interactor.interact(actions) { last = state }
            return last.map(result) ?? 0
        }
    }

    static func burst<Action: Sendable>(_ interactor: some Interactor<CountState, Action>, _ action: Action) -> Subject
    {
        burst(interactor, action) { $0.count }
    }
}
