import TestSupport
import Testing
import UnoArchitecture
import UnoTesting

@testable import WeatherSearch

@Suite("The search feature", .timeLimit(.hang))
struct SearchFeatureTests {
    @Test func `shows typing at once, searches when it rests, and takes back what is overtaken`() async throws {
        let (clock, search) = (TestClock(), QuestionedCitySearch())
        let weather = QuestionedWeatherService()
        let runtime = Runtime(
            SearchInteractor(search: search, weather: weather, debounce: .milliseconds(100), clock: clock))
        let states = runtime.states(.unbounded)

        // Three keys within the window are one search; a superseded key has nothing left to do.
        let superseded = [runtime.send(.typed("p")), runtime.send(.typed("pa"))]
        runtime.send(.typed("par"))
        for event in superseded { await event.finish() }
        await clock.waitForSleepers(1)
        clock.advance(by: .milliseconds(100))
        let slow = try await search.questions.next()
        #expect(slow.subject == "par")

        // More typing takes that search back; its late answer never shows.
        let typed = runtime.send(.typed("reykj"))
        await slow.waitUntilCancelled()
        await clock.waitForSleepers(1)
        clock.advance(by: .milliseconds(100))
        let quick = try await search.questions.next()
        quick.answer([.reykjavik, .tromso])
        await typed.finish()
        slow.answer([.sample("Paris")])

        // Choosing another city takes the first load back; what the service says of the second shows.
        let first = runtime.send(.chosen)
        let abandoned = try await weather.questions.next()
        runtime.send(.moved(by: 1))
        let second = runtime.send(.chosen)
        await abandoned.waitUntilCancelled()
        abandoned.answer(try .sample(.reykjavik))
        try await weather.questions.next().fail(WeatherServiceError.timedOut)
        await first.finish()
        await second.finish()
        await runtime.shutdown(.drain)

        let shown = await states.reduce(into: []) { $0.append($1.results) }
        #expect(shown.prefix(4).map { $0?.query.text } == [nil, "p", "pa", "par"])
        #expect(!shown.contains { $0?.query.cities.first?.name == "Paris" })
        #expect(search.questions.subjects == ["par", "reykj"])
        let reason = "the weather service did not answer in time"
        #expect(shown.last??.weather.phase == .failure(.tromso, reason: reason))
    }
}
