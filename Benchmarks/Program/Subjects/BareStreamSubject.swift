import BenchmarkKit

/// `asyncstream`: the standard library's `AsyncStream`, and what a person writes around it.
enum BareStreamSubject {
    /// One stage: yielded, then iterated; `handle` is what the consumer does with each action.
    static func stage<State: Sendable, Action: Sendable>(
        _ initial: State,
        _ action: Action,
        handle: @escaping @Sendable (inout State, Action) -> Void,
        result: @escaping @Sendable (State) -> Int
    ) -> Subject {
        Subject("asyncstream") { count, _ in
            let (stream, continuation) = AsyncStream<Action>.makeStream()
            for _ in 0..<count { continuation.yield(action) }
            continuation.finish()
            var state = initial
            for await action in stream { handle(&state, action) }
            return result(state)
        }
    }

    /// Two streams with a task between them, which handles the actions and yields what it shows of its state.
    static func pumped<State: Sendable, Action: Sendable, Shown: Sendable>(
        _ initial: State,
        _ action: Action,
        handle: @escaping @Sendable (inout State, Action) -> Void,
        shown: @escaping @Sendable (State) -> Shown,
        result: @escaping @Sendable (Shown) -> Int
    ) -> Subject {
        Subject("asyncstream-pump") { count, _ in
            let (actions, continuation) = AsyncStream<Action>.makeStream()
            for _ in 0..<count { continuation.yield(action) }
            continuation.finish()
            let states = AsyncStream<Shown> { states in
                let pump = Task {
                    var state = initial
                    for await action in actions {
                        handle(&state, action)
                        states.yield(shown(state))
                    }
                    states.finish()
                }
                states.onTermination = { _ in pump.cancel() }
            }
            var last = shown(initial)
            for await state in states { last = state }
            return result(last)
        }
    }
}
