import UnoArchitecture
package import UnoLifting

/// What knows only of what is kept.
package struct RepositoryState: Sendable, Equatable {
    package var kept: [String] = []

    package init() {}
}

@CasePathable
package enum RepositoryAction: Sendable, Equatable {
    case keep(String)
    case kept(String)
}

extension Reducer where Action == RepositoryAction, State == RepositoryState {
    package static let repository = Reducer { action, state in
        if case .kept(let text) = action { state.kept.append(text) }
    }
}

/// Answers at once.
package struct RepositoryMiddleware: MiddlewareProtocol {
    package init() {}

    package func handle(
        action: RepositoryAction,
        from source: ActionSource,
        state: MiddlewareState<RepositoryState>
    ) -> IO<RepositoryAction> {
        guard case .keep(let text) = action else { return .none }
        return state.before.kept.contains(text) ? .none : .pure(.kept(text))
    }
}
