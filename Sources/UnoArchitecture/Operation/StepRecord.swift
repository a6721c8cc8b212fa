/// A step of a runtime.
public struct StepRecord: Sendable {
    private let step: TimedStep
    let link: ObserverLink

    init(_ step: TimedStep, _ link: ObserverLink) {
        self.step = step
        self.link = link
    }

    /// Why the step was taken.
    public var cause: StepCause { step.cause }
    /// The number of the event that the step belongs to; nil for a step that no event caused. The effects of the event
    /// carry it, too.
    public var event: UInt64? { step.event }
    /// The number of the effect that has fed the action back or sent the change, or that the step follows; nil if it was none.
    public var effect: UInt64? { step.effect }
    /// The number of states that the step has emitted to subscribers; 0 when it begins, and without subscribers.
    public var states: Int { step.states }
    /// Where the action or the change of the step was sent; nil when the step begins, and if it is not known.
    public var place: SourcePlace? { SourcePlace(known: step.place) }
    /// The action that the step has handled.
    ///
    /// Nil when the step begins, for a step without an action of the whole feature, and unless the observer wants actions:
    /// ``RuntimeObserver/wantsActions``.
    public var action: (any Sendable)? { step.action }
    /// The number of actions that wait at the moment, in the mailbox or taken from it. Complexity: two locks.
    ///
    /// To be read while the observer is told of the step.
    public var mailboxDepth: Int { step.taken + link.waitingCount }
    /// The time since the step began. Complexity: one reading of the clock.
    public var duration: Duration { StepClock.now - step.began }

    /// See ``StepClock``.
    package var began: Duration { step.began }
    package var literalPlace: LiteralPlace { step.place }

    /// The runtime need not tell its observer, which is of this type, when another step begins.
    package func leaveOutBeginnings(for type: any RuntimeObserver.Type) { link.leaveOut(.beganStep, for: type) }
}
