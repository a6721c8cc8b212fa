import UnoArchitecture
import UnoLifting

// The code of the article "Coming from SwiftRex", compiled as it stands there; `ArticleTests` holds the two together.

enum FromSwiftRex {
    @CasePathable
    enum SearchAction: Sendable {
        case typed(String)
        case found([String])
    }

    struct SearchState: Sendable, Equatable {
        var query = ""
        var titles: [String] = []
    }

    static let searchReducer = Reducer<SearchAction, SearchState> { action, state in
        switch action {
        case .typed(let query): state.query = query
        case .found(let titles): state.titles = titles
        }
    }

    struct SearchMiddleware: MiddlewareProtocol {
        let catalogue: Catalogue

        func handle(
            action: SearchAction,
            from source: ActionSource,
            state: MiddlewareState<SearchState>
        ) -> IO<SearchAction> {
            guard case .typed(let query) = action else { return .none }
            return .run(token: "search") { [catalogue] output in
                let titles = (try? await catalogue.titles(query)) ?? []
                await output(.found(titles))
            }
        }
    }

    @CasePathable
    enum AppAction: Sendable {
        case search(SearchAction)
    }

    struct AppState: Sendable, Equatable {
        var search = SearchState()
    }

    static func makeRuntime(_ catalogue: Catalogue) -> Runtime<AppState, AppAction> {
        let store = Store<AppState, AppAction>(
            initialValue: AppState(),
            reducer: searchReducer.lift(action: \.search, state: \AppState.search),
            middleware: SearchMiddleware(catalogue: catalogue).lift(action: \.search, state: \AppState.search)
        )
        return Runtime(store)
    }
}
