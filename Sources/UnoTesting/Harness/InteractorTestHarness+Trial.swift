internal import UnoArchitecture

/// For a property test, which records its own failure.
extension InteractorTestHarness {
    /// Sends an action, and returns when everything has come to rest.
    func perform(_ action: Action) async {
        _ = executor.hold { begin(action, at: site) }
        await rest()
    }

    /// What the feature's diagnostics have reported.
    func takeDiagnostics() -> [String] {
        log.withContents { contents in
            defer { contents.diagnostics = [] }
            return contents.diagnostics.map { "\($0)" }
        }
    }

    /// Ends the feature, and records nothing.
    func discard() {
        log.withContents { contents in
            contents.diagnostics = []
            contents.end = .told
        }
        graph.cancel()
    }
}
