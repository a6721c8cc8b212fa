public import UnoArchitecture

extension StateDisplay {
    /// Shows the state after a step of a replay, until `showPresent()`.
    ///
    /// ```swift
    /// try await model.show(step: 12, of: replay)
    /// model.showPresent()
    /// ```
    ///
    /// The replay holds its effects, and the feature of the view model goes on unseen: what is sent meanwhile is refused with the
    /// outcome `.rejected(.showsPast)`. Complexity: that of ``Replay/state(after:)``; the first call runs the replay.
    ///
    /// - Throws: what ``Replay/state(after:)`` throws; the view model then shows what it did.
    public func show(
        step: Int, of replay: Replay<ShownState, some Sendable>
    ) async throws(ReplayError) {
        let state = try await replay.state(after: step)
        // Whoever has waited for the replay may have gone back to the present.
        guard !Task.isCancelled else { throw .cancelled }
        show(state)
    }
}
