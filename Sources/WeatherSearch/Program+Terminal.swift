import UnoArchitecture

extension Program {
    /// How long typing rests before it is searched for.
    private static let debounce = Duration.milliseconds(120)

    /// Shows a screen that follows the typing, until Escape.
    ///
    /// Keys become actions of the feature, and its states become screens; neither waits for the other, nor
    /// for a search or a weather service.
    func runOnTerminal() async throws -> ExitStatus {
        try await RawTerminal.run {
            let runtime = makeRuntime(debounce: Self.debounce)
            let screen = TerminalScreen(renderer: ScreenRenderer(formatter: formatter))
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask {
                    for await state in runtime.states(.latest) { try await screen.show(ScreenContent(state)) }
                }
                group.addTask {
                    for await size in TerminalSize.changes() { try await screen.resize(to: size) }
                }
                group.addTask { await Self.send(Keystrokes.stream(from: 0), to: runtime) }
                // The keys end first, unless the screen cannot be written.
                try await group.next()
                group.cancelAll()
                try await group.waitForAll()
            }
            await runtime.shutdown(.cancel)
            return .success
        }
    }

    /// Hands on what the keys mean, until one that leaves.
    private static func send(_ keys: AsyncStream<Key>, to runtime: Runtime<SearchState, SearchAction>) async {
        var line = QueryLine()
        for await key in keys {
            guard ![.escape, .interrupt, .endOfInput].contains(key) else { return }
            if let action = line.action(for: key) { await runtime.deliver(action) }
        }
    }
}
