import Observation
import UnoArchitecture
import UnoPresentation

/// The screen of the terminal: draws the content of a view model whenever it changes, and writes only the lines
/// that differ.
@MainActor
final class TerminalScreen {
    typealias Model = ViewModel<SearchAction, SearchState, ScreenContent>

    private let model: Model
    private let renderer: ScreenRenderer
    private let output: TextOutput
    private var size: TerminalSize
    private var shown: ScreenFrame?

    init(_ model: Model, renderer: ScreenRenderer, output: TextOutput = .standard, size: TerminalSize? = nil) {
        self.model = model
        self.renderer = renderer
        self.output = output
        self.size = size ?? .current(of: output.descriptor)
    }

    /// Draws the content now and after each change, until the task is cancelled.
    ///
    /// Changes made while the main actor is busy are drawn together.
    func follow() async throws {
        let (changes, source) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        source.yield()
        for await _ in changes { try draw { source.yield() } }
    }

    /// Draws the present content. `onChange` is called once, when the content is about to change.
    func draw(onChange: @escaping @Sendable () -> Void) throws {
        try show(
            withObservationTracking {
                renderer.frame(of: model.viewState, size: size)
            } onChange: {
                onChange()
            }
        )
    }

    func resize(to size: TerminalSize) throws {
        guard size != self.size else { return }
        self.size = size
        try show(renderer.frame(of: model.viewState, size: size))
    }

    /// Draws everything anew: the terminal has been used by others.
    func redraw() throws {
        size = .current(of: output.descriptor)
        shown = nil
        try show(renderer.frame(of: model.viewState, size: size))
    }

    private func show(_ frame: ScreenFrame) throws {
        guard frame != shown else { return }
        try output.write(frame.update(from: shown))
        shown = frame
    }
}
