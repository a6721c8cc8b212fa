import BenchmarkKit

/// A hand-written feature: functions over state, called one after the other.
protocol DirectFeature<Action>: Sendable {
    associatedtype Action: Sendable
    associatedtype State: CountedState

    /// The state that the feature exposes.
    var state: State { get }
    mutating func handle(_ action: Action)
}

/// `direct`: hand-written Swift, the lower bound.
enum DirectSubject {
    static func loop<Feature: DirectFeature>(_ feature: Feature, _ action: Feature.Action) -> Subject {
        Subject("direct") { count, _ in
            var feature = feature
            var action = action
            for _ in 0..<count {
                touch(&action)
                feature.handle(action)
                touch(&feature)
            }
            return feature.state.count
        }
    }
}

/// Counts its actions.
struct DirectCounter<State: CountedState>: DirectFeature {
    private(set) var state: State

    mutating func handle(_ action: Tick) { state.count += 1 }
}

extension DirectCounter<CountState> {
    init() { self.init(state: CountState()) }
}
