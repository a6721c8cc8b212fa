internal import UnoArchitecture

/// For a property test, which records its own failure.
extension InteractorTestHarness {
    /// Sends an action, and returns when the feature is at rest.
    func perform(_ action: Action) async {
        _ = executor.hold { begin(action, at: site) }
        await rest()
    }

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
