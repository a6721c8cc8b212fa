import UnoArchitecture
package import UnoLifting

/// What knows only of places.
package struct LocationState: Sendable, Equatable {
    package var place: String?
    package var isAsking = false

    package init() {}
}

@CasePathable
package enum LocationAction: Sendable, Equatable {
    case ask
    case found(String)
}

extension Reducer where Action == LocationAction, State == LocationState {
    package static let location = Reducer { action, state in
        switch action {
        case .ask: state.isAsking = true
        case .found(let place):
            state.isAsking = false
            state.place = place
        }
    }
}

/// Asks where we are.
package struct LocationMiddleware: MiddlewareProtocol {
    let find: @Sendable () async -> String

    package init(find: @escaping @Sendable () async -> String) {
        self.find = find
    }

    package func handle(
        action: LocationAction,
        from source: ActionSource,
        state: MiddlewareState<LocationState>
    ) -> IO<LocationAction> {
        guard action == .ask, !state.before.isAsking else { return .none }
        return .run { [find] output in await output(.found(find())) }
    }
}
