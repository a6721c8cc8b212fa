internal import AsyncKit

/// What a graph tells its host about steps and effects. Called in the graph's isolation.
///
/// It cannot name types of the folders above, such as `EffectPolicy`; `ObserverLink` makes the records of an observer.
protocol EngineObserver: AnyObject, Sendable {
    /// Whether `stepBegan` and `stepEnded` have an effect; once false, it stays false.
    var hearsSteps: Bool { get }
    /// Hears more of the graph; nil for none.
    var listener: (any GraphListener)? { get }
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

/// What an observer is told of the running step when that ends. Lives in the graph's isolation.
final class StepTimer {
    fileprivate var began = ContinuousClock.now
    /// The number of the effect that has caused the step.
    fileprivate var effect: UInt64?
    /// The number of states emitted before the step.
    fileprivate var states = 0
}

extension GraphEngine {
    /// What is done where something outside the graph decides: `isSo`, unless the graph is a replay.
    package func decide(_ isSo: Bool) -> Bool { listener?.decides(isSo) ?? isSo }

    /// Whether `event` was cancelled, so that an action of it is dropped. A listener hears where that is noticed: the event is
    /// swept later.
    func notices(cancellationOf event: EventID?) -> Bool {
        guard let event, event.isCancelled else { return false }
        listener?.heard(.cancellationNoticed(event.id))
        return true
    }

    // Never inlined: a clock's instant would make every step look its type up.

    @inline(never)
    func beginTimedStep(_ cause: StepCause, by effect: EffectRun?) {
        guard let timer = step.timer else { return }
        (timer.began, timer.states, timer.effect) = (.now, sink.emissionCount, effect?.number)
        withEventLocals {
            observer?.stepBegan(cause, of: step.event?.id, by: timer.effect, at: timer.began)
            listener?.stepBegan(cause, of: step.event?.id, by: timer.effect)
        }
    }

    @inline(never)
    func endTimedStep(_ cause: StepCause, of event: EventID?) {
        guard let timer = step.timer, let observer else { return }
        let states = sink.emissionCount - timer.states
        observer.stepEnded(cause, of: event?.id, by: timer.effect, began: timer.began, states: states)
        if let listener = observer.listener {
            let ended = GraphStep(place: status.place, isRefused: step.isRefused, heldCount: agenda.held.parts.count)
            rootScope?.tell(listener, ended: ended)
        } else if !observer.hearsSteps {
            step.timer = nil
        }
    }
}
