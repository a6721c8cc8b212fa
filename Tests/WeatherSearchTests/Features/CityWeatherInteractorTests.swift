import TestSupport
import Testing
import UnoArchitecture

@testable import WeatherSearch

@Suite("The weather of a chosen city", .timeLimit(.hang))
struct CityWeatherInteractorTests {
    let weather = QuestionedWeatherService()

    @Test func `is being loaded, and then shows the report`() async throws {
        let runtime = Runtime(CityWeatherInteractor(service: weather))
        let event = runtime.send(.load(.reykjavik))
        let question = try await weather.questions.next()
        #expect(question.subject == .reykjavik)
        #expect(await runtime.state?.phase == .loading(.reykjavik))
        question.answer(try .sample(.reykjavik))
        await event.finish()
        #expect(await runtime.state?.phase == .report(try .sample(.reykjavik)))
    }

    @Test func `shows why there is none`() async {
        let runtime = Runtime(
            CityWeatherInteractor(service: FailingWeatherService(error: WeatherServiceError.timedOut)))
        await runtime.send(.load(.tromso)).finish()
        let reason = "the weather service did not answer in time"
        #expect(await runtime.state?.phase == .failure(.tromso, reason: reason))
    }

    @Test func `is nothing when the service takes the work back`() async {
        let runtime = Runtime(CityWeatherInteractor(service: FailingWeatherService(error: CancellationError())))
        await runtime.send(.load(.tromso)).finish()
        #expect(await runtime.state?.phase == .nothing)
    }

    @Test("of another city cancels the load of the first", arguments: [false, true])
    func anotherCity(serviceGivesUp: Bool) async throws {
        let runtime = Runtime(CityWeatherInteractor(service: weather))
        let states = runtime.states(.unbounded)
        let first = runtime.send(.load(.reykjavik))
        let abandoned = try await weather.questions.next()
        let second = runtime.send(.load(.tromso))
        await abandoned.waitUntilCancelled()
        if serviceGivesUp { abandoned.fail(CancellationError()) } else { abandoned.answer(try .sample(.reykjavik)) }
        await first.finish()
        try await weather.questions.next().answer(try .sample(.tromso))
        await second.finish()
        await runtime.shutdown(.drain)
        let phases = await states.reduce(into: []) { $0.append($1.phase) }
        #expect(phases == [.nothing, .loading(.reykjavik), .loading(.tromso), .report(try .sample(.tromso))])
    }
}
