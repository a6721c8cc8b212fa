internal import AsyncKit
internal import UnoArchitecture
internal import UnoPresentation
internal import UnoTesting

/// What a view model's harness has seen.
///
/// Separate from the harness, so that what is left can be recorded when the harness is released.
@MainActor
final class ViewModelLog<ViewState: Equatable, Action: Sendable> {
    /// The thread of the main actor.
    private nonisolated let mainThread = Platform.currentThread
    nonisolated let reports: HarnessReports
    var record: HarnessRecord<ViewState, Action>
    var viewStates: [ViewState]

    init(_ viewState: ViewState, _ exhaustivity: Exhaustivity, reporting reports: HarnessReports) {
        self.reports = reports
        record = HarnessRecord(exhaustivity, of: "view state", startingAt: viewState)
        viewStates = [viewState]
    }

    /// Notes a step. An equal view state is no change, and a step without a change is none unless the test has sent its
    /// action or has to receive it.
    func note(_ step: ObservedStep<ViewState, Action>, at time: Duration, isSending: Bool) {
        switch step.cause {
        case .fedBack: record.note(step, at: time)
        case .sent where isSending || step.event.map { record.ledger.events[$0] != nil } ?? false:
            record.note(step, at: time)
        case .start, .sent, .effect:
            if let state = step.states.last, state != record.held { record.note(step, at: time) }
        }
    }

    /// Called when the harness is released: records what `finish()` has not.
    ///
    /// On another thread than the main actor's, records it a moment later.
    nonisolated func tellAtEnd(of model: any AnyObject & Sendable) {
        if Platform.currentThread == mainThread {
            MainActor.assumeIsolated { tellWhatIsLeft() }
        } else {
            Task { @MainActor in
                // What is in flight is cancelled with the model.
                withExtendedLifetime(model) { self.tellWhatIsLeft() }
            }
        }
    }

    private func tellWhatIsLeft() {
        let site = reports.lastCall
        reports.tell(at: site)
        for failure in record.leftAtEnd(site, "call finish()") { failure.record() }
        reports.tellDismissal(record.ledger)
    }
}
