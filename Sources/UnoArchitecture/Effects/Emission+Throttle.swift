internal import AsyncKit

extension Emission {
    /// Begins this emission at most once in each window of `duration`.
    ///
    /// Emits the state at once. The first emission with `id` in the scope begins at once, as if it were not throttled, and a window
    /// with it. An emission that comes within the window is dropped or, if `latest` is true, waits for the end of the window: then
    /// the latest one begins, and another window with it. ``cancel(id:)`` ends the window and drops the emission that waits for it.
    ///
    /// To thin out the actions of a part instead, see ``Interactors/Throttle``.
    ///
    /// What follows this emission in a concatenation begins when its effects have ended; the window may last longer, and neither
    /// keeps an event open nor ends when an event is cancelled.
    ///
    /// - *Finish*: a finishing graph does not await the window; an emission that waits begins at once.
    ///
    /// - Parameters:
    ///   - id: names the window. Use another id for the effects of this emission.
    ///   - duration: the length of a window; one of zero or less drops nothing.
    ///   - latest: whether the latest emission within a window begins when the window ends.
    ///   - clock: measures the time; one that fails to sleep is reported, and the system's takes its place.
    public func throttle(
        id: any Hashable & Sendable,
        for duration: Duration,
        latest: Bool = true,
        clock: any Clock<Duration>,
        fileID: StaticString = #fileID, line: UInt = #line
    ) -> Emission {
        guard duration > .zero else {
            switch self {
            case .none, .unshown: return .state
            case .state, .effects: return self
            }
        }
        let policy = latest ? EffectPolicy.waitTurn(atMost: 1, then: .dropOldest) : .dropNew
        var gate = Gate(.perform, id: id, policy: policy, at: CallSite(fileID, line)) { $0.grant() }
        gate.window = Effect(kind: .observe, id: id, policy: .runBoth, site: CallSite(fileID, line)) { _ in
            _ = await GraphClock(clock, at: CallSite(fileID, line)).sleep(for: duration)
        }
        gate.window?.isOfEvent = false
        return .effects(EffectProgram(EffectTree(.gated(gate), of: [tree])))
    }
}
