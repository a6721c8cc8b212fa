internal import AsyncKit

/// What a graph tells its host about steps and effects. Called in the graph's isolation.
///
/// It cannot name types of the folders above, such as `EffectPolicy`; `ObserverLink` makes the records of an observer.
protocol EngineObserver: AnyObject, Sendable {
    /// Whether `stepBegan` and `stepEnded` have an effect; once false, it stays false.
    var hearsSteps: Bool { get }
    /// Hears more of the graph; nil for none.
    var listener: (any GraphListener)? { get }
    /// Whether steps are told with their actions; asked when the graph is made.
    var wantsActions: Bool { get }
    func stepBegan(_ step: TimedStep)
    func stepEnded(_ step: TimedStep)
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

/// The time of steps.
///
/// A `Duration`, because the layout of a clock's instant is known at run time only: each struct that contains one has its fields
/// looked up. [benchmark: counter, runtime-traced]
package enum StepClock {
    private static let start = ContinuousClock.now

    /// The time since some moment, the same for the whole process.
    package static var now: Duration { start.duration(to: .now) }
}

/// What an observer is told of a step.
struct TimedStep: Sendable {
    let cause: StepCause
    let event: UInt64?
    /// The number of the effect that has caused the step.
    let effect: UInt64?
    /// See ``StepClock``.
    let began: Duration
    // Known when the step has ended:
    var states = 0
    var place = LiteralPlace(nil)
    /// That of the whole graph; nil for none, or if the observer does not want actions.
    var action: (any Sendable)?
    // At any time:
    /// The number of actions that were taken from the mailbox and are not handled yet.
    let taken: Int
}

/// What an observer is told of the running step when that ends. Lives in the graph's isolation.
final class StepTimer {
    fileprivate var began = Duration.zero
    /// The number of the effect that has caused the step.
    fileprivate var effect: UInt64?
    /// See ``TimedStep/action``.
    var action: (any Sendable)?
    /// The number of states emitted before the step.
    fileprivate var states = 0
}

extension GraphEngine {
    /// What is done where something outside the graph decides: `isSo`, unless the graph is a replay.
    package func decide(_ isSo: Bool) -> Bool { listener?.decides(isSo) ?? isSo }

    // Never inlined: a clock's instant, within the clock, would make every step look its type up.

    @inline(never)
    func beginTimedStep(_ cause: StepCause, by effect: EffectRun?) {
        guard let timer = step.timer else { return }
        (timer.began, timer.states, timer.effect) = (StepClock.now, sink.emissionCount, effect?.number)
        withEventLocals {
            observer?.stepBegan(
                TimedStep(
                    cause: cause,
                    event: step.event?.id,
                    effect: timer.effect,
                    began: timer.began,
                    taken: status.queuedCount
                )
            )
            listener?.stepBegan(cause, of: step.event?.id, by: timer.effect)
        }
    }

    @inline(never)
    func endTimedStep(_ cause: StepCause, of event: EventID?) {
        guard let timer = step.timer, let observer else { return }
        observer.stepEnded(
            TimedStep(
                cause: cause,
                event: event?.id,
                effect: timer.effect,
                began: timer.began,
                states: sink.emissionCount - timer.states,
                place: status.place,
                action: timer.action.take(),
                taken: status.queuedCount
            )
        )
        if let listener = observer.listener {
            let ended = GraphStep(place: status.place, isRefused: step.isRefused, heldCount: agenda.held.parts.count)
            rootScope?.tell(listener, ended: ended)
        } else if !observer.hearsSteps {
            step.timer = nil
        }
    }
}
