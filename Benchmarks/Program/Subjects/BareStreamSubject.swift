import BenchmarkKit

/// `asyncstream`: the standard library's `AsyncStream`, and a hand-written feature that handles its elements.
enum BareStreamSubject {
    /// One stage: the actions are yielded, then iterated over.
    static func stage<Feature: DirectFeature>(_ feature: Feature, _ action: Feature.Action) -> Subject {
        Subject("asyncstream") { count, _ in
            let (stream, continuation) = AsyncStream<Feature.Action>.makeStream()
            for _ in 0..<count { continuation.yield(action) }
            continuation.finish()
            var feature = feature
            for await action in stream { feature.handle(action) }
            return feature.state.count
        }
    }

    /// Two streams with a task between them, which handles the actions and yields the states.
    static func pumped<Feature: DirectFeature>(_ feature: Feature, _ action: Feature.Action) -> Subject {
        Subject("asyncstream-pump") { count, _ in
            let (actions, continuation) = AsyncStream<Feature.Action>.makeStream()
            for _ in 0..<count { continuation.yield(action) }
            continuation.finish()
            let states = AsyncStream<Feature.State> { states in
                let pump = Task {
                    var feature = feature
                    for await action in actions {
                        feature.handle(action)
                        states.yield(feature.state)
                    }
                    states.finish()
                }
                states.onTermination = { _ in pump.cancel() }
            }
            var last = feature.state
            for await state in states { last = state }
            return last.count
        }
    }
}
