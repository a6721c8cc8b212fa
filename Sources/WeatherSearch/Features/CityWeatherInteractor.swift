import UnoArchitecture

/// Asks the service for the weather of the newest city that is wanted.
@Interactor<CityWeather.State, CityWeather.Action>
struct CityWeatherInteractor {
    let service: any WeatherService

    var body: some InteractorOf<Self> {
        Interact(initialValue: DomainState()) { state, action in
            switch action {
            case .load(let city):
                state.phase = .loading(city)
                return .perform(id: CityWeather.Effect.load, policy: .cancelPrevious) { [service] _, send in
                    do {
                        let report = try await service.report(for: city)
                        await send { $0.phase = .report(report) }
                    } catch is CancellationError {
                        // Taken back for another city, in which case this does not arrive, or by the service itself.
                        await send { $0.phase = .nothing }
                    } catch {
                        await send { $0.phase = .failure(city, reason: "\(error)") }
                    }
                }
            }
        }
    }
}
