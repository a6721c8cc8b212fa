internal import AsyncKit
package import UnoArchitecture

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

        var ledger: ReceiveLedger<State, Action> {
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
