/// An effect and the scope that it came from: what `Send` and `DynamicState` reach.
final class EffectSource<State: Sendable> {
    private let run: EffectRun
    private let scope: StateScope<State>

    init(run: EffectRun, scope: StateScope<State>) {
        self.run = run
        self.scope = scope
    }

    /// Applies `update` as a step of its own. Call it with the turn.
    func apply(_ update: (inout State) -> Void, at site: CallSite) -> SendOutcome {
        guard !run.hasEnded else {
            scope.engine.log.report(
                .effectEnded,
                "A state was sent after its effect had ended; await the work inside the effect",
                at: site
            )
            return .rejected(.effectEnded)
        }
        guard run.isActive else { return .cancelled }
        scope.engine.beginStep(for: run.ticket)
        scope.beginStep()
        var isApplied = false
        scope.modify {
            update(&$0)
            isApplied = true
        }
        guard isApplied else { return .cancelled }
        scope.emit()
        scope.engine.followSlices()
        return .accepted
    }

    var currentState: State {
        // Within a step the cell is ahead of the parent's slice; between steps the slice is the truth.
        if !scope.engine.isStepping, run.isActive { scope.beginStep() }
        guard let state = scope.state ?? scope.lastResort() else {
            preconditionFailure("A scope without state started an effect")
        }
        return state
    }
}
