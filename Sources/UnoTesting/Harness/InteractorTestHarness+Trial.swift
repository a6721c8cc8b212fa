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
        log.withContents { contents in
            defer { contents.diagnostics = [] }
            return contents.diagnostics.map { "\($0)" }
        }
    }

    /// Ends the feature without recording an issue.
    func discard() {
        log.withContents { contents in
            contents.diagnostics = []
            contents.end = .told
        }
        graph.cancel()
    }
}
