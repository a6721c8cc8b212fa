import UnoArchitecture

// The code of the article "Coming from ReactorKit and RxSwift", compiled as it stands there; `ArticleTests` holds the two together.

enum FromReactorKit {
    @Interactor
    struct Search {
        struct State: Sendable, Equatable {
            var query = ""
            var titles: [String] = []
            var isLoading = false
        }

        enum Action: Sendable {
            case typed(String)
            case refresh
        }

        let catalogue: Catalogue

        var body: some InteractorOf<Self> {
            Interact(initialValue: State()) { state, action in
                switch action {
                case .typed(let query):
                    state.query = query
                    return .state
                case .refresh:
                    state.isLoading = true
                    return .perform(id: "refresh", policy: .cancelPrevious) { [query = state.query] _, send in
                        let titles = try await catalogue.titles(query)
                        await send {
                            $0.titles = titles
                            $0.isLoading = false
                        }
                    } catch: { state, _ in
                        state.isLoading = false
                    }
                }
            }
        }
    }

    static func run(_ catalogue: Catalogue) async -> [Search.State] {
        var seen: [Search.State] = []
        let runtime = Runtime(Search(catalogue: catalogue))
        let states = runtime.states(.unbounded)
        runtime.send(.typed("Emma"))
        await runtime.send(.refresh).finish()
        await runtime.shutdown(.drain)
        for await state in states { seen.append(state) }
        return seen
    }
}
