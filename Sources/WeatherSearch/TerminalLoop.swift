extension Program {
    /// Shows a screen that follows the typing, until Escape.
    func runOnTerminal() async throws -> ExitStatus {
        try await RawTerminal.run {
            let renderer = ScreenRenderer(formatter: formatter)
            var content = ScreenContent()
            var shown: ScreenFrame?
            func show() throws {
                let frame = renderer.frame(of: content, size: .current())
                try TextOutput.standard.write(frame.update(from: shown))
                shown = frame
            }
            try show()
            for await key in Keystrokes.stream(from: 0) {
                guard ![.escape, .interrupt, .endOfInput].contains(key) else { break }
                if key == .enter, let selection = content.selection {
                    content.detail = await detail(for: content.results[selection])
                } else {
                    try await edit(&content, key)
                }
                try show()
            }
            return .success
        }
    }

    private func edit(_ content: inout ScreenContent, _ key: Key) async throws {
        switch key {
        case .up: content.selection = content.selection.map { max(0, $0 - 1) }
        case .down: content.selection = content.selection.map { min(content.results.count - 1, $0 + 1) }
        case .character(let character): content.query.append(character)
        case .backspace: content.query = String(content.query.dropLast())
        case .deleteLine: content.query = ""
        default: return
        }
        guard key != .up, key != .down else { return }
        content.results = try await search.cities(matching: content.query)
        content.selection = content.results.isEmpty ? nil : 0
        content.status = content.results.isEmpty ? "No city matches" : ""
    }

    private func detail(for city: City) async -> ScreenContent.Detail {
        do {
            return .report(try await weather.report(for: city))
        } catch {
            return .failure("\(error)")
        }
    }
}
