package import UnoArchitecture

/// Something that a feature did, as its test can see it.
package struct LedgerStep<State, Action: Sendable> {
    package enum Cause: Sendable {
        /// The test sent this.
        case sent(Action)
        /// An effect fed this back.
        case fedBack(Action)
        /// An effect, a timer or a stream changed the state by itself.
        case effect
    }

    package let cause: Cause
    /// The event that the step belongs to, if any.
    package let event: UInt64?
    /// The state before the step, emitted or not.
    package let before: State?
    /// The state after the step, emitted or not.
    package let after: State?
    /// The state that was emitted last before the step.
    package let shown: State?
    /// Every state that the step emitted.
    package let emitted: [State]
    /// Whether a handler began or cancelled effects, and so emitted its state whether it had changed or not.
    package let hasEffects: Bool
    /// Whether it has dismissed the feature: what it changes after that is not emitted.
    package let isDismissed: Bool
    /// When it happened, on the clock of the test.
    package let time: Duration
    /// Whether a test that receives it has to say when it happened; see ``ReceiveLedger/moved(from:to:)``.
    package var needsTime = false

    package init(
        cause: Cause,
        event: UInt64?,
        before: State?,
        after: State?,
        shown: State?,
        emitted: [State],
        hasEffects: Bool,
        isDismissed: Bool,
        time: Duration
    ) {
        (self.cause, self.event) = (cause, event)
        (self.before, self.after, self.shown, self.emitted) = (before, after, shown, emitted)
        (self.hasEffects, self.isDismissed, self.time) = (hasEffects, isDismissed, time)
    }
}

extension LedgerStep where State: Equatable {
    /// Whether the state is the same before, within and after the step.
    var isUnchanged: Bool { before == after && emitted.allSatisfy { $0 == after } }
}

extension LedgerStep: Sendable where State: Sendable {}

extension LedgerStep {
    /// The step of a feature that had the state `before`, and that had emitted `shown` last; nil for the first step, of
    /// which a test says nothing.
    package init?(
        _ step: ObservedStep<State, Action>,
        before: State?,
        after: State?,
        shown: State?,
        isDismissed: Bool,
        at time: Duration
    ) {
        let cause: Cause
        switch step.cause {
        case .start: return nil
        case .sent(let action): cause = .sent(action)
        case .fedBack(let action): cause = .fedBack(action)
        case .effect: cause = .effect
        }
        self.init(
            cause: cause,
            event: step.event,
            before: before,
            after: after,
            shown: shown,
            emitted: step.emitted.map(\.state),
            hasEffects: step.hasEffects,
            isDismissed: isDismissed,
            time: time
        )
    }

    /// Whether an effect fed back an action for which `isWanted` returns true.
    package func isFeedback(_ isWanted: (Action) -> Bool) -> Bool {
        if case .fedBack(let action) = cause { isWanted(action) } else { false }
    }
}
