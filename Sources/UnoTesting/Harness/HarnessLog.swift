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

    package var ledger: Ledger<State, Action>
    /// The state of the feature after its last step, emitted or not.
    package var held: State?
    /// The state that was emitted last.
    private var shown: State?
    package var end = End.open

    /// - Parameter state: the state before the first step that is noted, if there is one.
    package init(_ exhaustivity: Exhaustivity, of subject: String, startingAt state: State? = nil) {
        ledger = Ledger(exhaustivity, of: subject)
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
        let failures = [ledger.atEnd(site)].compactMap { $0 } + (end == .open ? ledger.leftInFlight(advice) : [])
        end = .told
        return failures
    }
}

extension HarnessRecord: Sendable where State: Sendable {}

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
        /// Whether the end of the test has cancelled the effects.
        var isOver = false
    }

    private let state: Locked<State>

    package init(at site: TestSite) { state = Locked(State(lastCall: site)) }

    /// The test's last call.
    package var lastCall: TestSite {
        get { state.withLock { $0.lastCall } }
        set { state.withLock { $0.lastCall = newValue } }
    }

    /// The hook for the graphs that the harness makes. Whether a second view model of one line is in use depends on the tests
    /// that run beside this one, so that hint is left out.
    private var hook: Diagnostics {
        Diagnostics { report in
            if report.kind != .duplicateViewModel { self.state.withLock { $0.reports.append(report) } }
        }
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
    package func tellDismissal<Subject, Action>(_ ledger: Ledger<Subject, Action>) {
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

/// What an interactor's harness has seen. May be used from any thread.
package final class HarnessLog<State: Equatable & Sendable, Action: Sendable>: Sendable {
    package struct Contents: Sendable {
        var record: HarnessRecord<State, Action>
        /// Every emitted state.
        var history: [StateRecord<State>] = []
        /// The states that a host hands on.
        var handedOn: [StateRecord<State>] { history.filter { !$0.isInterim } }
        var handled: Set<UInt64> = []
        /// The number of calls that wait for rest, and the task of the last call.
        var waitingCalls = 0
        var caller: Int?

        var ledger: Ledger<State, Action> {
            get { record.ledger }
            _modify { yield &record.ledger }
        }
    }

    package let reports: HarnessReports
    private let contents: Locked<Contents>

    package init(exhaustivity: Exhaustivity, at site: TestSite) {
        reports = HarnessReports(at: site)
        contents = Locked(Contents(record: HarnessRecord(exhaustivity, of: "state")))
    }

    package func withContents<Result: Sendable>(_ body: (inout Contents) -> Result) -> Result {
        contents.withLock(body)
    }

    package func note(_ step: ObservedStep<State, Action>, at moment: TestClock.Instant) {
        let isDismissed = reports.isDismissed
        contents.withLock { contents in
            if case .sent = step.cause, let event = step.event { contents.handled.insert(event) }
            guard contents.record.note(step, at: moment.offset, isDismissed: isDismissed) else { return }
            let cause: StateRecord<State>.Origin =
                switch step.cause {
                case .start: .start
                case .sent(let action): .sent(action)
                case .fedBack(let action): .fedBack(action)
                case .effect: .effect
                }
            contents.history += step.emitted.map {
                StateRecord(state: $0.state, origin: cause, time: moment.offset, isInterim: $0.isInterim)
            }
        }
    }
}
