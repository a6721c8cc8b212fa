internal import UnoArchitecture

/// For a property test, which records its own failure.
extension InteractorTestHarness {
    /// Sends an action, and does not wait for its step.
    func perform(_ action: Action) { _ = executor.hold { begin(action, at: site) } }

    /// Returns the reports of the feature's diagnostics, and clears them.
    func takeDiagnostics() -> [String] {
        log.reports.take()
    }

    /// Ends the feature without recording an issue.
    func discard() {
        _ = log.reports.take()
        log.withContents { $0.record.end = .told }
        graph.cancel()
    }
}
