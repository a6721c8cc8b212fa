// What an effect's `Send` and `DynamicState` do in the isolation.
extension EffectRun {
    /// The reason why the effect may no longer change anything; nil if it may.
    private func refusal(at site: CallSite?) -> SendOutcome? {
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
    ///
    /// - Parameter site: nil in a replay.
    func dismiss(at site: CallSite?) -> SendOutcome {
        if let refusal = refusal(at: site) { return refusal }
        var isDismissed = false
        engine.step(.effect, of: eventID, by: self, carrying: context) {
            engine.status.note(LiteralPlace(site))
            home.loadFromParent()
            engine.listener?.changed(.dismissal, to: nil as Never?)
            isDismissed = home.dismiss(at: site)
        }
        return isDismissed ? .accepted : .rejected(.childEnded)
    }

    /// Applies `update` as a step of its own. The caller holds the turn.
    func apply<State: Sendable>(
        _ update: (inout State) -> Void,
        with transaction: ViewTransaction?,
        at site: CallSite
    ) -> SendOutcome {
        if let refusal = refusal(at: site) { return refusal }
        let scope: StateScope<State> = home.typed()
        var isApplied = false
        engine.step(.effect, of: eventID, by: self, carrying: context) {
            engine.status.note(LiteralPlace(site))
            if let transaction { engine.show(with: transaction) }
            scope.loadFromParent()
            scope.modify {
                update(&$0)
                isApplied = true
            }
            if let listener = engine.listener { listener.changed(.update, to: scope.state) }
            if isApplied { scope.emit() }
        }
        return isApplied ? .accepted : .cancelled
    }

    /// Applies the recorded update of an effect of the same part, after which the part had `state`; false if that has another type.
    func apply(recorded state: any Sendable, at site: CallSite) -> Bool {
        func apply<State: Sendable>(_ state: State) -> Bool {
            guard home is StateScope<State> else { return false }
            _ = self.apply({ (present: inout State) in present = state }, with: nil, at: site)
            return true
        }
        return apply(state)
    }

    func currentState<State: Sendable>() -> State {
        let scope: StateScope<State> = home.typed()
        return scope.stateForEffects
    }
}

extension AnyScope {
    /// The scope, with the type of its state. A debug build checks it.
    ///
    /// Why the type is right: only `StateScope<State>.follow` and the machines and stores of such a scope begin the effects
    /// of an `Emission<State>`, whose work is the only one to ask. An ``EffectProgram`` keeps the type, and only `map` changes
    /// it: the work of an emission that `map` has made for a part gets a ``StateAccess`` instead. A checked cast would look up
    /// the metadata of `StateScope<State>`, 330 instructions of the 30,000 of an effect.
    fileprivate final func typed<State: Sendable>() -> StateScope<State> {
        unsafeDowncast(self, to: StateScope<State>.self)
    }
}
