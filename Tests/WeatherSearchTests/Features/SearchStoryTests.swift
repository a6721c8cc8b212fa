import TestSupport
import Testing
import UnoArchitecture
import UnoTesting

@testable import WeatherSearch

// The article "Testing" shows this test; `ArticleTests` holds the two together.

@Suite("A search, told step by step", .timeLimit(.hang))
struct SearchStoryTests {
    struct NoIndex: Error {}

    @Test("finds what is typed last, and nothing else")
    func story() async throws {
        let search = QuestionedCitySearch()
        let harness = InteractorTestHarness { clock in
            SearchQueryInteractor(search: search, debounce: .milliseconds(300), clock: clock)
        }

        // Typing shows at once. Two keys within the window are one search, which begins when it is over.
        await harness.send(.typed("r")) {
            $0.text = "r"
            $0.isSearching = true
        }
        await harness.send(.typed("re")) { $0.text = "re" }
        await harness.advance(by: .milliseconds(300))
        await harness.receive()
        let slow = try await search.questions.next()

        // A newer query overtakes the slow answer, which comes and is not received.
        await harness.send(.typed("tr")) { $0.text = "tr" }
        slow.answer([.reykjavik])
        await harness.advance(by: .milliseconds(300))
        await harness.receive()
        try await search.questions.next().answer([.tromso])
        await harness.receive {
            $0.cities = [.tromso]
            $0.isSearching = false
        }

        // A key that is taken back within the window is never searched for.
        let key = await harness.send(.typed("tro")) {
            $0.text = "tro"
            $0.isSearching = true
        }
        key.cancel()
        await harness.advance(by: .seconds(1))

        // A failure takes the place of the cities.
        await harness.send(.typed("x")) { $0.text = "x" }
        await harness.advance(by: .milliseconds(300))
        await harness.receive()
        try await search.questions.next().fail(NoIndex())
        await harness.receive {
            $0.cities = []
            $0.failure = "NoIndex()"
            $0.isSearching = false
        }
        await harness.finish()
        #expect(search.questions.subjects == ["re", "tr", "x"])
    }
}
