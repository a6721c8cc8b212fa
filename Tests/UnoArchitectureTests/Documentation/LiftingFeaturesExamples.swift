import Testing
import UnoArchitecture
import UnoLifting
import UnoTesting

// The code of the article "Lifting", compiled as it stands there; `ArticleTests` holds the two together.

enum Lifted {
    @CasePathable
    enum WeatherAction: Sendable, Equatable {
        case load(String)
        case loaded(Int)
        case failed
    }

    struct Weather: Sendable, Equatable {
        var city = ""
        var degrees: Int?
    }

    static let weatherReducer = Reducer<WeatherAction, Weather> { action, weather in
        switch action {
        case .load(let city): weather = Weather(city: city)
        case .loaded(let degrees): weather.degrees = degrees
        case .failed: weather.degrees = nil
        }
    }

    static func weatherMiddleware(
        _ degrees: @escaping @Sendable (String) async throws -> Int
    ) -> some MiddlewareProtocol<WeatherAction, WeatherAction, Weather> {
        EffectMiddleware(degrees) { action, _, state, degrees in
            guard case .load(let city) = action, city != state.before.city else { return .none }
            return .run(token: "load") { output in
                do {
                    await output(.loaded(try await degrees(city)))
                } catch {
                    await output(.failed)
                }
            }
        }
    }

    @CasePathable
    enum AppAction: Sendable, Equatable {
        case weather(WeatherAction)
        case reset
    }

    struct AppState: Sendable, Equatable {
        var weather = Weather()
        var loads = 0
    }

    static let appReducer: Reducer<AppAction, AppState> =
        weatherReducer.lift(action: \.weather, state: \AppState.weather)
        <> Reducer { action, app in
            switch action {
            case .weather(.load): app.loads += 1
            case .reset: app = AppState()
            case .weather: break
            }
        }

    static func makeApp(_ degrees: @escaping @Sendable (String) async throws -> Int) -> Store<AppState, AppAction> {
        Store(
            initialValue: AppState(),
            reducer: appReducer,
            middleware: weatherMiddleware(degrees).lift(action: \.weather, state: \AppState.weather)
        )
    }

    static func testReducer() {
        var weather = Weather()
        weatherReducer.reduce(.loaded(4), &weather)
        #expect(weather.degrees == 4)
    }

    static func testApp() async {
        let harness = InteractorTestHarness(makeApp { _ in 4 })
        await harness.send(.weather(.load("Oslo"))) {
            $0.weather.city = "Oslo"
            $0.loads = 1
        }
        await harness.receive(.weather(.loaded(4))) { $0.weather.degrees = 4 }
        await harness.finish()
    }
}
