import Foundation
import TestSupport
import Testing
import UnoArchitecture
import UnoPresentation
import UnoTesting

@testable import WeatherSearch

@MainActor
@Suite("The terminal's screen", .timeLimit(.hang))
struct TerminalScreenTests {
    let search = QuestionedCitySearch()
    let clock = TestClock()
    let pipe = Pipe()

    private func makeModel() -> TerminalScreen.Model {
        ViewModel(
            initialValue: ScreenContent(),
            SearchInteractor(search: search, weather: QuestionedWeatherService(), debounce: .seconds(1), clock: clock),
            ScreenContentReducer(),
            instances: .many)
    }

    /// What has been written since the last call; there must be something.
    private func written() -> String { String(decoding: pipe.fileHandleForReading.availableData, as: UTF8.self) }

    @Test("shows what is typed at once and what is found later, and writes only the lines that differ")
    func typing() async throws {
        let model = makeModel()
        let output = TextOutput(descriptor: pipe.fileHandleForWriting.fileDescriptor)
        let screen = TerminalScreen(
            model, renderer: ScreenRenderer(), output: output, size: TerminalSize(columns: 40, rows: 6))
        let changes = Record<Void>()
        try screen.draw { changes.append() }
        #expect(written().contains("Esc leave"))

        let typed = model.sendViewEvent(.typed("r"))
        #expect(changes.count == 1)
        try screen.draw { changes.append() }
        #expect(written() == "\u{1B}[1;1H\u{1B}[KCity: r\u{1B}[2;1H\u{1B}[K\u{1B}[2mSearching …\u{1B}[0m\u{1B}[1;8H")

        await clock.waitForSleepers(1)
        clock.advance(by: .seconds(1))
        try await search.questions.next().answer([.reykjavik])
        await typed.finish()
        #expect(changes.count == 2)
        try screen.draw { changes.append() }
        let found = written()
        #expect(found.contains("› Reykjavík, Iceland"))
        #expect(!found.contains("City: r") && !found.contains("Esc leave"))

        // A key that changes nothing draws nothing.
        model.sendViewEvent(.moved(by: 1))
        #expect(changes.count == 2)
    }

    @Test func `writes everything again after others have used the terminal, although nothing has changed`() throws {
        let output = TextOutput(descriptor: pipe.fileHandleForWriting.fileDescriptor)
        let screen = TerminalScreen(makeModel(), renderer: ScreenRenderer(), output: output)
        try screen.draw {}
        let first = written()
        try screen.draw {}
        try screen.redraw()
        // So that there is something to read in any case.
        try output.write("|")
        #expect(first.contains("Esc leave") && written() == "\(first)|")

        // The size may have changed meanwhile.
        let size = TerminalSize(columns: 40, rows: 6)
        try TerminalScreen(makeModel(), renderer: ScreenRenderer(), output: output, size: size).redraw()
        #expect(written() == first)
    }

    @Test func `follows its view model until it is cancelled`() async throws {
        let model = makeModel()
        let output = TextOutput(descriptor: pipe.fileHandleForWriting.fileDescriptor)
        let screen = TerminalScreen(model, renderer: ScreenRenderer(), output: output)
        let following = Task { try await screen.follow() }
        model.sendViewEvent(.typed("r"))
        following.cancel()
        try await following.value
        try screen.resize(to: TerminalSize(columns: 30, rows: 5))
        #expect(written().contains("City: r"))
        // The next content has the new size, too.
        try screen.draw {}
        try output.write("|")
        #expect(written() == "|")
    }
}
