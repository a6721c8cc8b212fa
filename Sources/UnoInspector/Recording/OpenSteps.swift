internal import UnoArchitecture

/// The step that is under way while a graph is recorded, without its action. Not generic: that would cost each of its changes.
struct OpenSteps: Sendable {
    var step: OpenStep?
    /// The place that the last part has had that held an action.
    var released: Int?
    /// The events whose cancellation was noticed before they were swept.
    var noticed: Set<UInt64> = []
    private var nextNumber = 0
    /// The places where actions were sent, each composed once, because steps are frequent.
    private var places: [LiteralPlace: SourcePlace] = [:]

    mutating func begin(_ cause: StepCause, of event: UInt64?, by effect: UInt64?, at time: Duration) {
        step = OpenStep(number: nextNumber, cause: cause, event: event, effect: effect, time: time)
        if cause == .held { step?.heldPlace = released }
        nextNumber += 1
    }

    /// The step that was under way, whose action was sent at `place`.
    mutating func end(at place: LiteralPlace) -> OpenStep? {
        guard var ended = step.take() else { return nil }
        ended.place = composed(place)
        return ended
    }

    private mutating func composed(_ place: LiteralPlace) -> SourcePlace? {
        if let known = places[place] { return known }
        let known = SourcePlace(known: place)
        places[place] = known
        return known
    }
}

/// What is known of a step before it ends; see ``Recording/Step``.
struct OpenStep: Sendable {
    let number: Int
    let cause: StepCause
    let event: UInt64?
    let effect: UInt64?
    let time: Duration
    /// The action of the whole feature, of whatever type.
    var action: (any Sendable)?
    var place: SourcePlace?
    var effects: [RecordedEffect] = []
    var change: GraphChange?
    var changed: RecordedPart?
    var heldPlace: Int?
    var decisions: [Bool] = []
    /// What stands behind the step, in order: the cancellations of events that were noticed or swept in it, and all ends and
    /// cancellations of effects since the first of them, most of which it has caused.
    var behind: [Behind] = []

    enum Behind: Sendable {
        case cancelled(event: UInt64)
        case effect(RecordedEffect)
    }

    func says(cancelled event: UInt64) -> Bool {
        behind.contains { if case .cancelled(event) = $0 { true } else { false } }
    }

    mutating func note(_ effect: RecordedEffect) {
        if behind.isEmpty || effect.change == .registered {
            effects.append(effect)
        } else {
            behind.append(.effect(effect))
        }
    }
}
