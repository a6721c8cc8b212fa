internal import AsyncKit
package import UnoArchitecture
internal import ValueKit

/// What a harness hears from any thread: the reports of the feature, and that a job blocks its thread.
package final class HarnessReports: Sendable {
    private struct State {
        var lastCall: TestSite
        var reports: [Diagnostic] = []
        /// The actions that came after the dismissal.
        var refused: [any Sendable] = []
        var dismissal: FeatureUnderTest.Dismissal?
        /// Whether the test has looked at the dismissal, or its failure has been recorded.
        var isDismissalSeen = false
        /// The calls of `send` and `dispatch` by cancelled effects.
        var late: [EffectSurroundings.LateCall] = []
        /// Whether the end of the test cancels the effects.
        var isOver = false
    }

    private let state: Locked<State>

    package init(at site: TestSite) { state = Locked(State(lastCall: site)) }

    /// The test's last call.
    package var lastCall: TestSite {
        get { state.withLock { $0.lastCall } }
        set { state.withLock { $0.lastCall = newValue } }
    }

    /// The hook for the graphs that the harness makes.
    private var hook: Diagnostics {
        Diagnostics { report in self.state.withLock { $0.reports.append(report) } }
    }

    /// Runs `body`, which makes the graph of a feature, so that the reports of the graph come here.
    package func hear<Result>(_ body: () -> Result) -> Result {
        let late: @Sendable (EffectSurroundings.LateCall) -> Void = { call in
            self.state.withLock { if !$0.isOver { $0.late.append(call) } }
        }
        return Diagnostics.$local.withValue(hook) { EffectSurroundings.$late.withValue(late, operation: body) }
    }

    /// The calls by cancelled effects, each with its place.
    package var lateCalls: [String] {
        state.withLock { $0.late }.map { call in
            "\(call.action ?? "a change of the state") at \(call.fileID):\(call.line)"
        }
    }

    /// From now on, what cancelled effects call is not late: the end of the test cancels them.
    package func end() { state.withLock { $0.isOver = true } }

    /// Takes the reports since the last call, as text.
    package func take() -> [String] {
        let (reports, refused) = state.withLock { state in
            defer { (state.reports, state.refused) = ([], []) }
            return (state.reports, state.refused)
        }
        return reports.map { "\($0)" }
            + refused.map { "\(Rendering.of($0)) came after the feature had been dismissed, and was refused" }
    }

    /// Records the reports since the last call as issues.
    package func tell(at site: TestSite) {
        for report in take() { Failure(report, at: site).record() }
    }

    // MARK: Dismissing

    /// The host of a feature, in the place of the parent that presents it in an app.
    ///
    /// - Parameter state: what the feature starts with; nil for its own initial value.
    package func host(startingWith state: (any Sendable)?) -> FeatureUnderTest {
        FeatureUnderTest(startingWith: state) { dismissal in
            self.state.withLock { $0.dismissal = dismissal }
        } refused: { action in
            self.state.withLock { $0.refused.append(action) }
        }
    }

    /// Whether the feature has asked to be dismissed.
    package var isDismissed: Bool { state.withLock { $0.dismissal != nil } }

    /// Whether the feature has asked to be dismissed, for the test, which then has looked at it.
    package func lookAtDismissal() -> Bool {
        state.withLock { state in
            if state.dismissal != nil { state.isDismissalSeen = true }
            return state.dismissal != nil
        }
    }

    /// Records, in an exhaustive test, that the test has not looked at the dismissal.
    package func tellDismissal<Subject, Action>(_ ledger: ReceiveLedger<Subject, Action>) {
        guard ledger.exhaustivity == .on else { return }
        let unseen = state.withLock { state in
            defer { if state.dismissal != nil { state.isDismissalSeen = true } }
            return state.isDismissalSeen ? nil : state.dismissal
        }
        guard let unseen else { return }
        let place = unseen.site.map { " at \($0.fileID):\($0.line)" } ?? ""
        Failure(
            "At the end of the test, the feature has been dismissed\(place), and the test has not looked at it: "
                + "#expect(await harness.isDismissed)",
            at: unseen.event.flatMap { ledger.events[$0]?.site } ?? lastCall
        ).record()
    }

    /// Records that a job has run for `time`.
    ///
    /// - Parameter events: the events in flight, as text; empty if that is not known.
    package func tellBlocked(_ time: Duration, _ events: String) {
        let text =
            "The feature does not come to rest: one job of it has run for \(time). A handler or an effect blocks its "
            + "thread, or computes for longer than the time-out of the call"
        Failure(text + (events.isEmpty ? "" : ". Under way:\n\(events)"), at: lastCall).record()
    }
}
