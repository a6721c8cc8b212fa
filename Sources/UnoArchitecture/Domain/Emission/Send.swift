/// How an effect changes the state of the scope that started it.
///
/// Each call is a step of its own: the change is applied in the host's isolation, between actions, and the state is
/// emitted. The call returns when the step is settled and its states are handed on, so a slow consumer slows the
/// effect. Actions that the effect has dispatched before are handled first. A `Send` is good until its effect ends; later
/// calls are reported and rejected.
public struct Send<State: Sendable>: Sendable {
    let effect: GraphBound<EffectSource<State>>
    let isolation: GraphIsolation

    /// Replaces the whole state. Concurrent changes by others are overwritten: prefer the closure form.
    @discardableResult
    public func callAsFunction(
        _ newState: State,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) async -> SendOutcome {
        await apply(at: CallSite(fileID, line)) { $0 = newState }
    }

    /// Changes the state atomically: nothing else changes it between the closure's first read and its last write.
    @discardableResult
    public func callAsFunction(
        fileID: StaticString = #fileID,
        line: UInt = #line,
        _ update: @escaping @Sendable (inout State) -> Void
    ) async -> SendOutcome {
        await apply(at: CallSite(fileID, line), update)
    }

    private func apply(
        at site: CallSite,
        _ update: @escaping @Sendable (inout State) -> Void
    ) async -> SendOutcome {
        let outcome = await isolation.takeTurn { [effect] isolation in
            effect.open(in: isolation).feedbackHandled()
        } step: { [effect] isolation in
            effect.open(in: isolation).apply(update, at: site)
        }.outcome
        if outcome == .cancelled { EffectSurroundings.note(outcome, at: site) }
        return outcome
    }
}
