import UnoArchitecture
import UnoPresentation

extension Program {
    /// How long the typing must pause before the search starts.
    static let debounce = Duration.milliseconds(120)

    /// Shows a screen that is updated as the user types, until Escape.
    ///
    /// The feature lives on the main actor, as the screen does: a typed key is in the view state before the next key is
    /// read. Searches and weather services run off the main actor. Releasing the view model ends them.
    @MainActor
    func runOnTerminal() async throws -> ExitStatus {
        let model = makeViewModel(debounce: Self.debounce)
        let send: @Sendable (SearchAction) -> Void = { action in Task { @MainActor in model.sendViewEvent(action) } }
        return try await inspected(sending: send) { address in
            try await run(model, notice: address.map { "Inspector: \($0)" })
        }
    }

    @MainActor
    private func run(_ model: TerminalScreen.Model, notice: String?) async throws -> ExitStatus {
        try await RawTerminal.run {
            let screen = TerminalScreen(model, renderer: ScreenRenderer(formatter: formatter, notice: notice))
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { try await screen.follow() }
                group.addTask {
                    for await size in TerminalSize.changes() { try await screen.resize(to: size) }
                }
                group.addTask {
                    for await _ in RawTerminal.continuations() { try await screen.redraw() }
                }
                group.addTask { await Self.send(Keystrokes.stream(from: 0), to: model) }
                // The task that reads the keys ends first, unless writing to the screen fails.
                try await group.next()
                group.cancelAll()
                try await group.waitForAll()
            }
            return .success
        }
    }

    /// Sends the actions of the keys to `model`, until a key that ends the program.
    @MainActor
    private static func send(_ keys: AsyncStream<Key>, to model: TerminalScreen.Model) async {
        var line = QueryLine()
        for await key in keys {
            guard ![.escape, .interrupt, .endOfInput].contains(key) else { return }
            if key == .suspend { RawTerminal.suspend() }
            if let action = line.action(for: key) { model.sendViewEvent(action) }
        }
    }
}
