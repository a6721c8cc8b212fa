internal import AsyncKit

/// What a graph tells its host about steps and effects. Called in the graph's isolation.
///
/// It cannot name types of the folders above, such as `EffectPolicy`; `ObserverLink` makes the records of an observer.
protocol EngineObserver: AnyObject, Sendable {
    /// Whether `stepBegan` and `stepEnded` have an effect; once false, it stays false.
    var hearsSteps: Bool { get }
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
    var taken: Int
}

/// What an observer is told of the running step. Lives in the graph's isolation.
final class StepTimer {
    /// Nil between two steps.
    var step: TimedStep?
    /// The number of states emitted before the step.
    fileprivate var statesBefore = 0
}

extension GraphEngine {
    /// What is done where something outside the graph decides: `isSo`, unless the graph is a replay.
    package func decide(_ isSo: Bool) -> Bool { listener?.decides(isSo) ?? isSo }

    /// Tells what happens to an effect.
    func tell(_ run: EffectRun, _ change: EffectChange) {
        if let listener, let note = GraphNote(run, change) { listener.heard(note) }
        observer?.effect(run, change)
    }

    // Never inlined: a clock's instant, within the clock, would make every step look its type up.

    @inline(never)
    func beginTimedStep() {
        guard let timer = step.timer, let cause = step.cause else { return }
        let began = TimedStep(
            cause: cause,
            event: step.event?.id,
            effect: step.effect?.number,
            began: StepClock.now,
            taken: status.queuedCount
        )
        (timer.step, timer.statesBefore) = (began, sink.emissionCount)
        withEventLocals {
            observer?.stepBegan(began)
            listener?.stepBegan(cause, of: began.event, by: began.effect)
        }
    }

    @inline(never)
    func endTimedStep() {
        guard let timer = step.timer, var ended = timer.step.take() else { return }
        ended.states = sink.emissionCount - timer.statesBefore
        (ended.place, ended.taken) = (status.place, status.queuedCount)
        observer?.stepEnded(ended)
        if let listener {
            graph?.tell(
                listener,
                ended: GraphStep(place: ended.place, isRefused: step.isRefused, heldCount: agenda.held.parts.count)
            )
        } else if observer?.hearsSteps != true {
            step.timer = nil
        }
    }
}
