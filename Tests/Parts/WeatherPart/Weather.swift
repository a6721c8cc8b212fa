import UnoArchitecture
package import UnoLifting

/// What knows only of the weather.
package struct WeatherState: Sendable, Equatable {
    package var report: String?
    package var loading: String?

    package init() {}
}

@CasePathable
package enum WeatherAction: Sendable, Equatable {
    case load(String)
    case loaded(String)
}

extension Reducer where Action == WeatherAction, State == WeatherState {
    package static let weather = Reducer { action, state in
        switch action {
        case .load(let place): state.loading = place
        case .loaded(let report):
            state.loading = nil
            state.report = report
        }
    }
}

/// Loads the report for the place that the state says when the work begins.
package struct WeatherMiddleware: MiddlewareProtocol {
    let load: @Sendable (String) async -> String

    package init(load: @escaping @Sendable (String) async -> String) {
        self.load = load
    }

    package func handle(
        action: WeatherAction,
        from source: ActionSource,
        state: MiddlewareState<WeatherState>
    ) -> IO<WeatherAction> {
        guard case .load = action else { return .none }
        return .run(token: "load") { [load, live = state.live] output in
            guard let place = await live.loading else { return }
            await output(.loaded(load(place)))
        }
    }
}
