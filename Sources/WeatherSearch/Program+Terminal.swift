import UnoArchitecture

extension Program {
    /// How long typing rests before it is searched for.
    private static let debounce = Duration.milliseconds(120)

    /// Shows a screen that follows the typing, until Escape.
    ///
    /// The feature lives on the main actor, as the screen does: a key that is typed is in the view state before the next
    /// one is read. Searches and weather services run elsewhere. Letting go of the view model ends them.
    @MainActor
    func runOnTerminal() async throws -> ExitStatus {
        try await RawTerminal.run {
            let model = makeViewModel(debounce: Self.debounce)
            let screen = TerminalScreen(model, renderer: ScreenRenderer(formatter: formatter))
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { try await screen.follow() }
                group.addTask {
                    for await size in TerminalSize.changes() { try await screen.resize(to: size) }
                }
                group.addTask { await Self.send(Keystrokes.stream(from: 0), to: model) }
                // The keys end first, unless the screen cannot be written.
                try await group.next()
                group.cancelAll()
                try await group.waitForAll()
            }
            return .success
        }
    }

    /// Hands on what the keys mean, until one that leaves.
    @MainActor
    private static func send(_ keys: AsyncStream<Key>, to model: TerminalScreen.Model) async {
        var line = QueryLine()
        for await key in keys {
            guard ![.escape, .interrupt, .endOfInput].contains(key) else { return }
            if let action = line.action(for: key) { model.sendViewEvent(action) }
        }
    }
}
