internal import AsyncKit
package import UnoArchitecture

/// What a harness has seen of a feature, and what its test has said of it.
package struct HarnessRecord<State: Equatable, Action: Sendable> {
    package enum End: Sendable {
        /// Then `finished` or `told`.
        case open
        /// The test has ended the graph. Then `told`.
        case finished
        /// Everything that is left at the end of the test has been recorded.
        case told
    }

    package var ledger: ReceiveLedger<State, Action>
    /// The state of the feature after its last step, emitted or not.
    package var held: State?
    /// The state that was emitted last.
    private var shown: State?
    package var end = End.open

    /// - Parameter state: the state before the first step that is noted, if there is one.
    package init(_ exhaustivity: Exhaustivity, of subject: String, startingAt state: State? = nil) {
        ledger = ReceiveLedger(exhaustivity, of: subject)
        (held, shown) = (state, state)
    }

    /// Notes a step; a step of an effect that neither emits nor changes anything is none.
    ///
    /// - Parameter isDismissed: whether the feature has asked to be dismissed, in this step or before.
    /// - Returns: whether the step was noted.
    @discardableResult
    package mutating func note(
        _ step: ObservedStep<State, Action>,
        at time: Duration,
        isDismissed: Bool = false
    ) -> Bool {
        let (before, after) = (held, step.held ?? held)
        if case .effect = step.cause, step.emitted.isEmpty, before == after { return false }
        let noted = LedgerStep(
            step,
            before: before,
            after: after,
            shown: shown,
            isDismissed: isDismissed,
            at: time
        )
        held = after
        shown = step.emitted.last?.state ?? shown
        guard let noted else { return true }
        ledger.note(noted)
        return true
    }

    /// The check of an action that the test has sent and whose step has not come.
    package var checkOfNothing: StateCheck<State> { StateCheck(of: held, ledger.exhaustivity, ledger.subject) }

    /// The failures for what `finish()` has not recorded when the harness is released.
    ///
    /// - Parameter site: the test's last call.
    package mutating func leftAtEnd(_ site: TestSite, _ advice: String) -> [Failure] {
        guard end != .told else { return [] }
        return [ledger.atEnd(site)].compactMap { $0 } + (end == .open ? ledger.leftInFlight(advice) : [])
    }
}

extension HarnessRecord: Sendable where State: Sendable {}
