import Testing
import UnoArchitecture
import UnoPresentation

// The code of the article "Coming from Combine stores", compiled as it stands there; `ArticleTests` holds the two together.

enum FromCombine {
    @Interactor
    struct Search {
        struct State: Sendable, Equatable {
            var query = ""
            var titles: [String] = []
        }

        enum Action: Sendable {
            case typed(String)
            case found([String])
        }

        let catalogue: Catalogue
        let clock: any Clock<Duration>

        var body: some InteractorOf<Self> {
            Update(initialValue: State()) { state, action, effects in
                switch action {
                case .typed(let query):
                    state.query = query
                    effects.add(
                        effects.dispatch.run(\.found) { (try? await catalogue.titles(query)) ?? [] }
                            .debounce(id: "search", for: .milliseconds(300), clock: clock)
                    )
                case .found(let titles):
                    state.titles = titles
                }
            }
        }
    }

    @MainActor
    static func type(
        _ catalogue: Catalogue, clock: any Clock<Duration>
    ) -> (model: DirectViewModel<Search.Action, Search.State>, event: EventTask) {
        let model = DirectViewModel(Search(catalogue: catalogue, clock: clock))
        let event = model.sendViewEvent(.typed("Emma"))
        #expect(model.query == "Emma")
        return (model, event)
    }
}
