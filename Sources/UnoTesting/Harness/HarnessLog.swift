internal import AsyncKit
internal import UnoArchitecture

/// The steps that a harness has seen and the actions that its test has sent. May be used from any thread.
final class HarnessLog<State: Equatable & Sendable, Action: Sendable>: Sendable {
    struct Event: Sendable {
        let name: String
        let site: TestSite
        let task: EventTask
    }

    struct Contents: Sendable {
        var ledger: Ledger<State, Action>
        var history: [StateRecord<State>] = []
        /// The state of the feature after its last step, emitted or not.
        var held: State?
        var events: [UInt64: Event] = [:]
        var handled: Set<UInt64> = []
        var diagnostics: [Diagnostic] = []
        var end = End.open
        /// The test's last call.
        var lastCall: TestSite
        /// The calls of `send` and `dispatch` by cancelled effects.
        var late: [EffectSurroundings.LateCall] = []
        /// The number of calls that wait for rest, and the task of the last call.
        var waitingCalls = 0
        var caller: Int?
    }

    enum End: Sendable {
        /// Then `finished` or `told`.
        case open
        /// The test has ended the graph. Then `told`.
        case finished
        /// Everything that is left at the end of the test has been recorded.
        case told
    }

    private let contents: Locked<Contents>

    init(exhaustivity: Exhaustivity, at site: TestSite) {
        contents = Locked(Contents(ledger: Ledger(exhaustivity: exhaustivity), lastCall: site))
    }

    func withContents<Result: Sendable>(_ body: (inout Contents) -> Result) -> Result {
        contents.withLock(body)
    }

    func note(_ step: ObservedStep<State, Action>, at moment: TestClock.Instant) {
        contents.withLock { contents in
            let origin = step.event.flatMap { contents.events[$0] }
            let cause: LedgerStep<State, Action>.Cause? =
                switch step.cause {
                case .start: nil
                case .sent(let action): .sent(action, event: step.event!)
                case .fedBack(let action): .fedBack(action)
                case .effect: .effect
                }
            let before = contents.history.last?.state
            let text =
                switch step.cause {
                case .start: "start"
                case .sent(let action): Rendering.of(action)
                case .fedBack(let action): "\(Rendering.of(action)), fed back"
                case .effect: "effect"
                }
            contents.history += step.states.map { StateRecord(state: $0, cause: text, time: moment.offset) }
            contents.held = step.held
            if case .sent = step.cause { contents.handled.insert(step.event!) }
            guard let cause else { return }
            let after = contents.history.last?.state
            contents.ledger.note(
                LedgerStep(
                    cause: cause,
                    origin: origin.map { ($0.name, $0.site) },
                    before: before,
                    after: after,
                    unemitted: step.held == after ? nil : step.held,
                    emitted: step.states,
                    hasEffects: step.hasEffects,
                    time: moment.offset
                )
            )
        }
    }
}
