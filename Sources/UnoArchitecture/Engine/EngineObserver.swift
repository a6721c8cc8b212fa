internal import AsyncKit

/// What a graph tells its host about steps and effects. Called in the graph's isolation.
protocol EngineObserver: AnyObject, Sendable {
    /// Whether `stepBegan` and `stepEnded` have an effect; once false, it stays false.
    var hearsSteps: Bool { get }
    func stepBegan(_ cause: StepCause, of event: UInt64?, at began: ContinuousClock.Instant)
    func stepEnded(_ cause: StepCause, of event: UInt64?, began: ContinuousClock.Instant, states: Int)
    func effect(_ run: EffectRun, _ change: EffectChange)
    func reachedEffectLimit(_ limit: Int)
    func subscriberStalled(_ subscriber: SubscriberNote)
}

enum EffectChange {
    case registered
    case began
    case cancelled
    case ended
}

/// Tells an observer when steps begin and end. Lives in the graph's isolation.
final class StepTimer {
    private let observer: any EngineObserver
    /// Whether the observer hears of steps at all.
    var isHeard: Bool { observer.hearsSteps }
    private var began = ContinuousClock.now
    /// The number of states emitted before the running step.
    private var states = 0

    init(_ observer: any EngineObserver) {
        self.observer = observer
    }

    func begin(_ cause: StepCause, _ event: EventID?, _ sink: AnyStateSink) {
        began = .now
        states = sink.emissionCount
        observer.stepBegan(cause, of: event?.id, at: began)
    }

    func end(_ cause: StepCause, _ event: EventID?, _ sink: AnyStateSink) {
        observer.stepEnded(cause, of: event?.id, began: began, states: sink.emissionCount - states)
    }
}

extension GraphEngine {
    // Never inlined: a clock's instant would make every step look its type up.

    @inline(never)
    func beginTimedStep(_ cause: StepCause) { step.timer?.begin(cause, step.event, sink) }

    @inline(never)
    func endTimedStep(_ cause: StepCause, of event: EventID?) {
        guard let timer = step.timer else { return }
        timer.end(cause, event, sink)
        if !timer.isHeard { step.timer = nil }
    }
}
