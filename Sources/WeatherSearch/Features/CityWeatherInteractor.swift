import UnoArchitecture

/// Loads the weather of the city that was requested last.
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
                        // Cancelled by a newer load, in which case this update is dropped, or by the service itself.
                        await send { $0.phase = .nothing }
                    } catch {
                        await send { $0.phase = .failure(city, reason: "\(error)") }
                    }
                }
            }
        }
    }
}
