import Foundation
import TestSupport
import Testing
import UnoArchitecture
import UnoInspector
import UnoTesting

@testable import WeatherSearch

/// Somebody types in the search, and all of it is recorded.
@Suite(.timeLimit(.minutes(10)))
struct RecordedTypingTests {
    /// Where the pages go that `.ci/page` looks at; nil if it has not asked for them.
    private static let folder = ProcessInfo.processInfo.environment["UNO_PAGES"].map { URL(filePath: $0) }

    private let clock = TestClock()

    private func interactor() throws -> SearchInteractor {
        let cities = try CityFile(path: CityFileLocation.builtIn()).cities()
        return SearchInteractor(
            search: IndexedCitySearch(index: CityIndex(cities: cities), limit: 10),
            weather: FailingWeatherService(error: WeatherServiceError.timedOut), debounce: .milliseconds(120),
            clock: clock)
    }

    /// Types words letter by letter, as many letters as stated or a few more.
    private func record(_ words: [String], letters: Int) async throws -> Recording<SearchState, SearchAction> {
        let recorder = Recorder<SearchState, SearchAction>(clock: clock)
        let runtime = Runtime(try interactor(), recording: recorder, clock: clock)
        var random = SplitMix(seed: 1)
        var (count, previous) = (0, nil as EventTask?)
        while count < letters {
            let word = words.randomElement(using: &random)!
            for end in word.indices {
                let typed = runtime.send(.typed(String(word[...end])))
                count += 1
                // A letter that was waiting for its search is over when the next one has been handled.
                await previous?.finish()
                previous = typed
                clock.advance(by: .milliseconds(Int.random(in: 30...110, using: &random)))
                guard Int.random(in: 0..<4, using: &random) == 0 else { continue }
                await clock.waitForSleepers(1)
                clock.advance(by: .milliseconds(120))
                await typed.finish()
                switch Int.random(in: 0..<6, using: &random) {
                case 0: await runtime.send(.chosen).finish()
                case 1: await runtime.send(.moved(by: 1)).finish()
                case 2: await runtime.send(.left).finish()
                default: break
                }
            }
        }
        await runtime.shutdown(.cancel)
        return recorder.recording
    }

    @Test func `A recording of typing has a page`() async throws {
        let words = ["berlin", "bergen", "san francisco", "são paulo", "reykjavik", "xyzzy"]
        let recording = try await record(words, letters: Self.folder == nil ? 300 : 65_000)
        let steps = recording.steps
        #expect(Set(steps.map(\.cause)).isSuperset(of: [.start, .sent, .held, .effect, .fedBack]))
        let page = recording.page(title: "weather-search", graph: GraphDescription(of: try interactor()))
        #expect(page.count < 2_000 * steps.count)
        try Self.write(page, "long.html")
    }

    @Test func `Typing that attacks its page has one, too`() async throws {
        let attacks = [
            "</script><script>attacked=1</script>", "<img src=x onerror=attacked=1>", "\"'`&<>\\{{script}}",
            "\u{2028}\u{202e}\0<!--<script>",
        ]
        let recording = try await record(attacks, letters: 200)
        try Self.write(recording.page(title: attacks[0]), "attacks.html")
    }

    private static func write(_ page: Data, _ name: String) throws {
        guard let folder else { return }
        try page.write(to: folder.appending(path: name))
    }
}
