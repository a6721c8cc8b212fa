import TestSupport
import Testing
import UnoArchitecture
import UnoTesting

@testable import WeatherSearch

@Suite("The query", .timeLimit(.hang))
struct SearchQueryInteractorTests {
    struct Failure: Error, CustomStringConvertible { let description: String }

    static let window = Duration.milliseconds(100)

    let clock = TestClock()
    let search = QuestionedCitySearch()

    var interactor: SearchQueryInteractor { SearchQueryInteractor(search: search, debounce: Self.window, clock: clock) }

    @Test func `is searched for once when it rests, however long the typing took`() async throws {
        let runtime = Runtime(interactor)
        var earlier: EventTask?
        for text in ["p", "pa", "par"] {
            let event = runtime.send(.typed(text))
            await earlier?.finish()
            earlier = event
            await clock.waitForSleepers(1)
            clock.advance(by: .milliseconds(60))
        }
        #expect(search.questions.subjects.isEmpty)
        await clock.waitForSleepers(1)
        clock.advance(by: .milliseconds(40))
        try await search.questions.next().answer([.reykjavik])
        await earlier?.finish()
        #expect(search.questions.subjects == ["par"])
        #expect(await runtime.state == SearchQuery.State(text: "par", cities: [.reykjavik]))
    }

    @Test func `shows before it is searched for, with the cities of the query before`() async throws {
        let runtime = Runtime(interactor)
        let first = runtime.send(.typed("reykj"))
        await clock.waitForSleepers(1)
        clock.advance(by: Self.window)
        try await search.questions.next().answer([.reykjavik])
        await first.finish()

        runtime.send(.typed("reykja"))
        await clock.waitForSleepers(1)
        #expect(await runtime.state == SearchQuery.State(text: "reykja", cities: [.reykjavik], isSearching: true))
    }

    @Test func `never shows a slow answer that a newer query has overtaken`() async throws {
        let runtime = Runtime(interactor)
        let states = runtime.states(.unbounded)
        let first = runtime.send(.typed("tr"))
        await clock.waitForSleepers(1)
        clock.advance(by: Self.window)
        let slow = try await search.questions.next()

        // Within the window of the newer query already, the answer is for a text that is no longer shown.
        let second = runtime.send(.typed("reykj"))
        await slow.waitUntilCancelled()
        slow.answer([.tromso])
        await first.finish()
        await clock.waitForSleepers(1)
        clock.advance(by: Self.window)
        try await search.questions.next().answer([.reykjavik])
        await second.finish()
        await runtime.shutdown(.drain)
        let shown = await states.reduce(into: []) { $0.append($1.cities) }
        #expect(!shown.contains([.tromso]))
        #expect(shown.last == [.reykjavik])
    }

    @Test func `shows why a search failed, in place of the cities`() async throws {
        let runtime = Runtime(SearchQueryInteractor(search: search, debounce: .zero, clock: clock))
        let first = runtime.send(.typed("reykj"))
        try await search.questions.next().answer([.reykjavik])
        await first.finish()
        let second = runtime.send(.typed("tr"))
        try await search.questions.next().fail(Failure(description: "no index"))
        await second.finish()
        #expect(await runtime.state == SearchQuery.State(text: "tr", failure: "no index"))
        let third = runtime.send(.typed("trom"))
        try await search.questions.next().answer([.tromso])
        await third.finish()
        #expect(await runtime.state == SearchQuery.State(text: "trom", cities: [.tromso]))
    }

    @Test func `is searched for at once where the stream of actions ends`() async throws {
        let (actions, continuation) = AsyncStream<SearchQuery.Action>.makeStream()
        continuation.yield(.typed("re"))
        continuation.yield(.typed("reykj"))
        continuation.finish()
        async let states = interactor.interact(actions).reduce(into: []) { $0.append($1) }
        try await search.questions.next().answer([.reykjavik])
        #expect(
            await states == [
                SearchQuery.State(), SearchQuery.State(text: "re", isSearching: true),
                SearchQuery.State(text: "reykj", isSearching: true),
                // Starting an effect emits the state, too.
                SearchQuery.State(text: "reykj", isSearching: true),
                SearchQuery.State(text: "reykj", cities: [.reykjavik]),
            ])
        #expect(search.questions.subjects == ["reykj"])
    }
}
