internal import UnoArchitecture

/// What an observer was told, as it waits to be written. Times are those of `StepClock`.
enum TraceNews: Sendable {
    /// The runtime of what follows. Told once, at the beginning of its first step.
    case runtime(RuntimeIdentity)
    case step(Step, of: UInt64)
    indirect case handled(any Sendable, Step, of: UInt64)
    /// The number of actions that wait.
    case queued(Int, of: UInt64, at: Duration)
    indirect case effect(EffectRecord, EffectRecord.Change, of: UInt64, at: Duration)
    indirect case instant(String, [Argument], of: UInt64, at: Duration)
    case shutdown(ShutdownPhase, of: UInt64, at: Duration)

    /// A string that describes an event.
    struct Argument: Sendable {
        let key: StaticString
        let value: String?
    }

    /// A step that has ended. It owns nothing, so that it is copied quickly.
    struct Step: Sendable {
        let began: Duration
        let ended: Duration
        let event: UInt64?
        let effect: UInt64?
        let place: LiteralPlace
        let states: Int32
        let cause: StepCause

        init(_ record: StepRecord, ended: Duration) {
            began = record.began
            self.ended = ended
            event = record.event
            effect = record.effect
            place = record.literalPlace
            states = Int32(clamping: record.states)
            cause = record.cause
        }
    }
}
