import TestSupport
import Testing
import UnoArchitecture
import UnoTesting

@testable import WeatherSearch

@Suite("The search", .timeLimit(.hang))
struct SearchInteractorTests {
    let search = QuestionedCitySearch()
    let weather = QuestionedWeatherService()

    var interactor: SearchInteractor {
        SearchInteractor(search: search, weather: weather, debounce: .zero, clock: TestClock())
    }

    /// Types `text` and answers the search for it.
    func type(_ text: String, finding cities: [City], in runtime: Runtime<SearchState, SearchAction>) async throws {
        let event = runtime.send(.typed(text))
        try await search.questions.next().answer(cities)
        await event.finish()
    }

    @Test("is idle until something is typed", arguments: [SearchAction.chosen, .moved(by: 1), .left])
    func idle(action: SearchAction) async {
        let runtime = Runtime(interactor)
        await runtime.send(action).finish()
        #expect(await runtime.state == .idle)
    }

    @Test func `selects the best city, and moves within the list`() async throws {
        let runtime = Runtime(interactor)
        try await type("r", finding: [.reykjavik, .tromso], in: runtime)
        #expect(await runtime.state?.results?.selectedCity == .reykjavik)
        for (rows, city) in [(1, City.tromso), (5, .tromso), (-1, .reykjavik), (-5, .reykjavik)] {
            await runtime.send(.moved(by: rows)).finish()
            #expect(await runtime.state?.results?.selectedCity == city)
        }
        try await type("zz", finding: [], in: runtime)
        #expect(await runtime.state?.results?.selection == nil)
    }

    @Test func `shows the report of the chosen city, beside the results`() async throws {
        let runtime = Runtime(interactor)
        try await type("r", finding: [.reykjavik, .tromso], in: runtime)
        runtime.send(.moved(by: 1))
        let chosen = runtime.send(.chosen)
        let question = try await weather.questions.next()
        #expect(question.subject == .tromso)
        #expect(await runtime.state?.results?.weather.phase == .loading(.tromso))
        question.answer(try .sample(.tromso))
        await chosen.finish()
        let results = await runtime.state?.results
        #expect(results?.weather.phase == .report(try .sample(.tromso)))
        #expect(results?.query.cities == [.reykjavik, .tromso])
    }

    @Test func `takes a choice before the answer for the best city of the answer`() async throws {
        let runtime = Runtime(interactor)
        try await type("tr", finding: [.tromso], in: runtime)
        let typed = runtime.send(.typed("reykj"))
        let question = try await search.questions.next()
        await runtime.send(.chosen).finish()
        question.answer([.reykjavik, .tromso])
        try await weather.questions.next().answer(try .sample(.reykjavik))
        await typed.finish()
        #expect(await runtime.state?.results?.weather.phase == .report(try .sample(.reykjavik)))
        #expect(weather.questions.subjects == [.reykjavik])
    }

    @Test func `forgets a choice before the answer when the typing goes on`() async throws {
        let runtime = Runtime(interactor)
        let overtaken = runtime.send(.typed("tr"))
        let slow = try await search.questions.next()
        await runtime.send(.chosen).finish()
        let typed = runtime.send(.typed("reykj"))
        await slow.waitUntilCancelled()
        slow.answer([.tromso])
        await overtaken.finish()
        try await search.questions.next().answer([.reykjavik])
        await typed.finish()
        #expect(weather.questions.subjects.isEmpty)
    }

    @Test func `is cleared by leaving, with the search and the load that are under way`() async throws {
        let runtime = Runtime(interactor)
        try await type("reykj", finding: [.reykjavik], in: runtime)
        let chosen = runtime.send(.chosen)
        let load = try await weather.questions.next()
        let typed = runtime.send(.typed("tr"))
        let late = try await search.questions.next()

        await runtime.send(.left).finish()
        await load.waitUntilCancelled()
        await late.waitUntilCancelled()
        load.answer(try .sample(.reykjavik))
        late.answer([.tromso])
        await chosen.finish()
        await typed.finish()
        #expect(await runtime.state == .idle)

        // What is typed next finds nothing of what was left.
        let again = runtime.send(.typed("t"))
        let question = try await search.questions.next()
        #expect(await runtime.state == .results(.init(query: .init(text: "t", isSearching: true))))
        question.answer([])
        await again.finish()
    }

    @Test func `is the same as a stream of actions that becomes one of states`() async throws {
        let (actions, continuation) = AsyncStream<SearchAction>.makeStream()
        let states = interactor.interact(actions)
        #expect(await states.first { _ in true } == .idle)
        // A stream works while a state is asked for, so the asking goes on beside the answers.
        async let found = states.first { $0.results?.query.isSearching == false }
        continuation.yield(.typed("reykj"))
        try await search.questions.next().answer([.reykjavik])
        #expect(await found?.results?.selection == 0)
        let report = CityWeather.Phase.report(try .sample(.reykjavik))
        async let reported = states.contains { $0.results?.weather.phase == report }
        continuation.yield(.chosen)
        try await weather.questions.next().answer(try .sample(.reykjavik))
        #expect(await reported)
        continuation.yield(.left)
        #expect(await states.contains(.idle))
        continuation.finish()
        #expect(await states.first { _ in true } == nil)
    }
}
