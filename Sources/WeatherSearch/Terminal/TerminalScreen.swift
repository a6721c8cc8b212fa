/// The screen of the terminal: draws the newest content at the newest size, and only what has changed.
actor TerminalScreen {
    private let renderer: ScreenRenderer
    private let output: TextOutput
    private var content = ScreenContent()
    private var size: TerminalSize
    private var shown: ScreenFrame?

    init(renderer: ScreenRenderer, output: TextOutput = .standard) {
        self.renderer = renderer
        self.output = output
        size = .current(of: output.descriptor)
    }

    func show(_ content: ScreenContent) throws {
        self.content = content
        try draw()
    }

    func resize(to size: TerminalSize) throws {
        guard size != self.size else { return }
        self.size = size
        try draw()
    }

    private func draw() throws {
        let frame = renderer.frame(of: content, size: size)
        guard frame != shown else { return }
        try output.write(frame.update(from: shown))
        shown = frame
    }
}
