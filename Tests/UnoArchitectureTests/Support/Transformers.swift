import AsyncKit
import TestSupport
import UnoArchitecture

/// Pushes through a task and a continuation of its own: for each action, the action and then its double.
struct PushingTransformer: Interactor {
    func interact(_ upstream: AsyncStream<Int>) -> AsyncStream<Int> {
        AsyncStream { continuation in
            let task = Task {
                for await action in upstream {
                    continuation.yield(action)
                    continuation.yield(action * 2)
                }
                continuation.finish()
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }
}

/// Pulls: asks for an action when it is asked for a state. Negative actions give none.
struct PullingTransformer: Interactor {
    var factor = 1

    func interact(_ upstream: AsyncStream<Int>) -> AsyncStream<Int> {
        upstream.compactMap { [factor] in $0 < 0 ? nil : $0 * factor }.eraseToStream()
    }
}

/// Ends after so many actions.
struct EndingTransformer: Interactor {
    let count: Int

    func interact(_ upstream: AsyncStream<Int>) -> AsyncStream<Int> { upstream.prefix(count).eraseToStream() }
}

/// Never reads an action; yields states when the test sends them.
struct Source: Interactor {
    let states: AsyncStream<Int>

    func interact(_ upstream: AsyncStream<Int>) -> AsyncStream<Int> { states }
}

/// Yields before it asks for its first action.
struct GreetingTransformer: Interactor {
    let greetings: [Int]

    func interact(_ upstream: AsyncStream<Int>) -> AsyncStream<Int> {
        AsyncStream { continuation in
            let task = Task {
                for greeting in greetings { continuation.yield(greeting) }
                for await action in upstream { continuation.yield(action) }
                continuation.finish()
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }
}

/// Yields a greeting when it is asked for its first state, then each action. It pulls, so it runs on the graph's executor.
struct PullingGreeter: Interactor {
    let greeting: Int

    func interact(_ upstream: AsyncStream<Int>) -> AsyncStream<Int> {
        let greeted = Record<Void>()
        return AsyncStream { [greeting] in
            if greeted.count == 0 {
                greeted.append()
                return greeting
            }
            return await upstream.first { _ in true }
        }
    }
}

/// Works on each action until the test releases it, then yields its state.
struct HeldTransformer<Action: Sendable>: Interactor {
    let work: HeldWork
    /// An entry for each action that it has begun to work on.
    let begun: Record<Void>
    let state: @Sendable (Action) -> Int

    func interact(_ upstream: AsyncStream<Action>) -> AsyncStream<Int> {
        upstream.map { [work, begun, state] action in
            begun.append()
            await work.run()
            return state(action)
        }.eraseToStream()
    }
}

/// Yields what it makes of each action.
struct MappingTransformer: Interactor {
    let transform: @Sendable (Int) async -> Int

    func interact(_ upstream: AsyncStream<Int>) -> AsyncStream<Int> {
        upstream.map { [transform] in await transform($0) }.eraseToStream()
    }
}

/// Says that its body is itself, as a transformer may.
struct SelfReferringTransformer: Interactor {
    var body: some Interactor<Int, Int> { self }

    func interact(_ upstream: AsyncStream<Int>) -> AsyncStream<Int> { upstream.map { $0 + 100 }.eraseToStream() }
}

/// Multiplies by ten when the test releases it.
struct TenfoldTransformer: Interactor {
    let work: HeldWork

    func interact(_ upstream: AsyncStream<Int>) -> AsyncStream<Int> {
        upstream.map { [work] number in
            await work.run()
            return 10 * number
        }.eraseToStream()
    }
}
