import UnoArchitecture

// The code of the article "Coming from Actomaton", compiled as it stands there; `ArticleTests` holds the two together.

enum FromActomaton {
    @Interactor
    struct Search {
        struct State: Sendable, Equatable {
            var query = ""
            var titles: [String] = []
        }

        enum Action: Sendable {
            case typed(String)
            case found([String])
            case clear
        }

        let catalogue: Catalogue

        var body: some InteractorOf<Self> {
            Interact(initialValue: State()) { state, action, dispatch in
                switch action {
                case .typed(let query):
                    state.query = query
                    return dispatch.run(\.found, id: "search", policy: .cancelPrevious) {
                        try await catalogue.titles(query)
                    } catch: { _ in
                        .found([])
                    }
                case .found(let titles):
                    state.titles = titles
                    return .state
                case .clear:
                    state = State()
                    return .cancel(id: "search")
                }
            }
        }
    }

    static func run(_ catalogue: Catalogue) async -> Search.State? {
        let runtime = Runtime(Search(catalogue: catalogue))
        let task = runtime.send(.typed("Emma"))
        await task.finish()
        let state = await runtime.state
        await runtime.shutdown(.cancel)
        return state
    }
}
