import UnoInspector

extension Program {
    /// What `--inspect` shows in a browser.
    struct Inspection: Sendable {
        let recorder = Recorder<SearchState, SearchAction>(keeping: .last(100_000))
        /// The time of the feature, which the viewer can pause.
        let clock = InspectorClock()
    }

    /// Does `body`, and meanwhile serves the page of what it does if that was asked for.
    ///
    /// - Parameters:
    ///   - send: sends an action again.
    ///   - body: gets the address of the page; nil if there is none.
    func inspected(
        sending send: @escaping @Sendable (SearchAction) -> Void,
        _ body: (_ address: String?) async throws -> ExitStatus
    ) async throws -> ExitStatus {
        guard let inspection else { return try await body(nil) }
        let server = try InspectorServer(
            inspection.recorder, title: "weather-search", graph: graph, clock: inspection.clock, send: send)
        try TextOutput.error.write("weather-search: inspector at \(server.address)\n")
        // Cancelled at the end of `body`, whatever the viewer does.
        async let _ = server.run()
        return try await body(server.address)
    }
}
