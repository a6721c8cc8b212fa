internal import UnoAsync

/// An effect that a handler declared with a policy.
protocol DeclaredEffect {
    var policy: EffectPolicy { get }
}

/// An effect of a scope with a state: the target of its `Send` and `DynamicState`.
final class ScopedEffectRun<State: Sendable>: EffectRun, DeclaredEffect {
    private var scope: StateScope<State>
    private let startCondition: (any StartCondition)?
    override var site: CallSite? { declared.site }
    var policy: EffectPolicy { declared.policy }
    override var countsTowardsLimit: Bool { kind == .perform }
    private let declared: (site: CallSite?, policy: EffectPolicy)
    /// Cleared when the work starts, so that a retained `Send` or `DynamicState` does not retain the work's captures.
    private var perform: (@Sendable (DynamicState<State>, Send<State>) async -> Void)?

    init(
        _ effect: Effect<State>,
        id: AnyHashable?,
        call: HandlerCall,
        in scope: StateScope<State>,
        turn: Number?,
        continuation: (() -> Void)?
    ) {
        self.scope = scope
        self.declared = (effect.site, effect.policy)
        self.startCondition = effect.condition?.openHere(in: scope.engine.isolation)
        self.perform = effect.work
        super.init(kind: effect.kind, id: id, call: call, scope: scope, turn: turn, continuation: continuation)
    }

    override var condition: (any StartCondition)? { startCondition }

    override func takeWork() -> @Sendable () async -> Void {
        guard let perform = perform.take() else { return super.takeWork() }
        let isolation: GraphIsolation = engine.isolation
        let source = GraphBound(self, to: isolation.token)
        return {
            await perform(
                DynamicState(effect: source, isolation: isolation),
                Send(effect: source, isolation: isolation)
            )
        }
    }

    override func leaveScope() -> AnyScope {
        let remains = StateScope<State>(engine: engine)
        if let state = scope.state ?? scope.fallbackState() { remains.setState(state) }
        scope = remains
        return remains
    }

    /// The reason why the effect may no longer change anything; nil if it may.
    private func refusal(at site: CallSite) -> SendOutcome? {
        guard !hasEnded else {
            engine.log.report(
                .effectEnded,
                "A state was sent after its effect had ended; await the work inside the effect",
                at: site
            )
            return .rejected(.effectEnded)
        }
        return isActive ? nil : .cancelled
    }

    /// Dismisses the feature in a step of its own. The caller holds the turn.
    func dismiss(at site: CallSite) -> SendOutcome {
        if let refusal = refusal(at: site) { return refusal }
        engine.beginStep(for: eventID, carrying: context)
        var isDismissed = false
        engine.perform {
            scope.beginStep()
            isDismissed = scope.dismiss(at: site)
        }
        engine.followSlices()
        return isDismissed ? .accepted : .rejected(.childEnded)
    }

    /// Applies `update` as a step of its own. The caller holds the turn.
    func apply(_ update: (inout State) -> Void, with transaction: ViewTransaction?, at site: CallSite) -> SendOutcome {
        if let refusal = refusal(at: site) { return refusal }
        engine.beginStep(for: eventID, carrying: context)
        if let transaction { engine.sink.carry(transaction) }
        var isApplied = false
        engine.perform {
            scope.beginStep()
            scope.modify {
                update(&$0)
                isApplied = true
            }
            if isApplied { scope.emit() }
        }
        guard isApplied else { return .cancelled }
        engine.followSlices()
        return .accepted
    }

    var currentState: State {
        // Within a step the cell is ahead of the parent's slice; between steps the slice is authoritative.
        if !engine.isStepping, isActive { scope.beginStep() }
        guard let state = scope.state ?? scope.fallbackState() else {
            fatalError("A scope without state started an effect")
        }
        return state
    }
}
