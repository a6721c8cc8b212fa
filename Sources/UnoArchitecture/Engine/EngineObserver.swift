internal import AsyncKit

/// What a graph tells its host about steps and effects. Called in the graph's isolation.
///
/// It cannot name types of the folders above, such as `EffectPolicy`; `ObserverLink` makes the records of an observer.
protocol EngineObserver: AnyObject, Sendable {
    /// Whether `stepBegan` and `stepEnded` have an effect; once false, it stays false.
    var hearsSteps: Bool { get }
    /// - Parameter effect: the number of the effect that has caused the step.
    func stepBegan(_ cause: StepCause, of event: UInt64?, by effect: UInt64?, at began: ContinuousClock.Instant)
    func stepEnded(
        _ cause: StepCause, of event: UInt64?, by effect: UInt64?, began: ContinuousClock.Instant, states: Int)
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
    private var effect: UInt64?
    /// The number of states emitted before the running step.
    private var states = 0

    init(_ observer: any EngineObserver) {
        self.observer = observer
    }

    func begin(
        _ cause: StepCause, _ event: EventID?, by effect: EffectRun?, _ context: CarriedContext?, _ sink: AnyStateSink
    ) {
        began = .now
        states = sink.emissionCount
        self.effect = effect?.number
        func tell() { observer.stepBegan(cause, of: event?.id, by: self.effect, at: began) }
        if let context { context.withValues(tell) } else { tell() }
    }

    func end(_ cause: StepCause, _ event: EventID?, _ sink: AnyStateSink) {
        observer.stepEnded(cause, of: event?.id, by: effect, began: began, states: sink.emissionCount - states)
    }
}

extension GraphEngine {
    // Never inlined: a clock's instant would make every step look its type up.

    @inline(never)
    func beginTimedStep(_ cause: StepCause, by effect: EffectRun?) {
        step.timer?.begin(cause, step.event, by: effect, step.context, sink)
    }

    @inline(never)
    func endTimedStep(_ cause: StepCause, of event: EventID?) {
        guard let timer = step.timer else { return }
        timer.end(cause, event, sink)
        if !timer.isHeard { step.timer = nil }
    }
}
