internal import AsyncKit

extension Emission {
    /// Begins this emission when no other one has been debounced with `id` for `duration`.
    ///
    /// ```swift
    /// case .typed(let text):
    ///     state.text = text
    ///     return dispatch.run(\.found) { try await api.search(text) }
    ///         .debounce(id: "search", for: .milliseconds(300), clock: clock)
    /// ```
    ///
    /// Emits the state at once. A newer debounce with the same id in the scope takes the place of this one, and cancels its
    /// effects if they have begun; so does ``cancel(id:)``. An effect of this emission that has an id of its own keeps it
    /// and is cancelled by that only.
    ///
    /// To delay the actions of a part instead, see ``Interactors/Debounce``.
    ///
    /// - *Finish*: a finishing graph awaits the time and the effects.
    /// - *Clock*: if `clock` fails to sleep, that is reported, and this emission begins at once.
    public func debounce(
        id: any Hashable & Sendable,
        for duration: Duration,
        clock: any Clock<Duration>,
        fileID: StaticString = #fileID, line: UInt = #line
    ) -> Emission {
        let gate = Gate(.perform, id: id, policy: .cancelPrevious, at: CallSite(fileID, line)) { pass in
            do {
                try await clock.sleep(for: duration.asWindow)
            } catch {
                if Task.isCancelled { return }
                let message =
                    "The clock of a debounce, \(type(of: clock)), did not sleep; what it delays begins at once"
                Diagnostics.current.report(Diagnostic(.unreliableClock, message, at: CallSite(fileID, line)))
            }
            pass.grant()
        }
        return .effects(EffectProgram(EffectTree(.gated(gate), of: [tree.map { $0.identified(by: id) }])))
    }
}

extension EffectTree.Instruction {
    /// This instruction, with `id` for an effect that has none.
    fileprivate func identified(by id: any Hashable & Sendable) -> EffectTree.Instruction {
        guard case .work(var effect) = self, effect.id == nil else { return self }
        (effect.id, effect.policy) = (id, .runBoth)
        return .work(effect)
    }
}
