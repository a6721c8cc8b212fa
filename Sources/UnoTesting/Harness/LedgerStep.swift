/// Something that a feature did, as its test can see it.
package struct LedgerStep<State: Sendable, Action: Sendable>: Sendable {
    package enum Cause: Sendable {
        /// The test sent this; the number is the event's.
        case sent(Action, event: UInt64)
        /// An effect fed this back.
        case fedBack(Action)
        /// An effect, a timer or a stream changed the state by itself.
        case effect
    }

    package let cause: Cause
    /// What the test did that led to it: as text, and where.
    package let origin: (text: String, site: TestSite)?
    package let before: State?
    /// The state that was emitted last.
    package let after: State?
    /// The state that the feature holds without having emitted it, if it has another.
    package let unemitted: State?
    /// Every state that was emitted.
    package let emitted: [State]
    /// Whether a handler began or cancelled effects, and so emitted its state whether it had changed or not.
    package let hasEffects: Bool
    /// When it happened, on the clock of the test.
    package let time: Duration

    package init(
        cause: Cause,
        origin: (text: String, site: TestSite)?,
        before: State?,
        after: State?,
        unemitted: State?,
        emitted: [State] = [],
        hasEffects: Bool = true,
        time: Duration = .zero
    ) {
        (self.cause, self.origin) = (cause, origin)
        (self.before, self.after, self.unemitted, self.emitted) = (before, after, unemitted, emitted)
        (self.hasEffects, self.time) = (hasEffects, time)
    }
}

extension LedgerStep {
    /// As a failure message lists it.
    package var text: String {
        let what =
            switch cause {
            case .sent(let action, _): "the action \(Rendering.of(action)), which the test sent"
            case .fedBack(let action): "the action \(Rendering.of(action)), fed back by an effect"
            case .effect: "a change of the state by an effect, a timer or a stream"
            }
        guard let origin else { return what }
        return "\(what) (of \(origin.text), sent at \(origin.site))"
    }
}

extension LedgerStep where State: Equatable {
    /// As a failure message lists it, with what it changed.
    var textWithChange: String {
        guard let before, let after else { return text }
        return text + Difference.indented(from: before, to: after)
    }
}
