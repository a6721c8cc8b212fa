import UnoArchitecture
import UnoPresentation
import UnoTesting

// The code of the article "Coming from Lattice", compiled as it stands there; `ArticleTests` holds the two together.

enum FromLattice {
    struct SearchState: Sendable, Equatable {
        var query = ""
        var results = Results()
    }

    struct Results: Sendable, Equatable {
        var titles: [String] = []
    }

    @CasePathable
    enum SearchAction: Sendable {
        case typed(String)
        case find(String)
        case found(Results)
    }

    struct SearchScreen: Equatable {
        var titles: [String] = []
    }

    @ViewStateReducer<SearchState, SearchScreen>
    struct SearchScreenReducer {
        var body: some ViewStateReducerOf<Self> {
            BuildViewState { state, screen in screen.titles = state.results.titles }
        }
    }

    @Interactor<Results, String>
    struct Finder: Sendable {
        let catalogue: Catalogue

        var body: some InteractorOf<Self> {
            Interact(initialValue: Results()) { _, query in
                .perform(id: "find", policy: .cancelPrevious) { _, send in
                    let titles = (try? await catalogue.titles(query)) ?? []
                    await send { $0.titles = titles }
                }
            }
        }
    }

    @Interactor<SearchState, SearchAction>
    struct Search: Sendable {
        let catalogue: Catalogue
        let clock: any Clock<Duration>

        var body: some InteractorOf<Self> {
            Interact(initialValue: SearchState()) { state, action in
                switch action {
                case .typed(let query): state.query = query
                case .found(let results): state.results = results
                case .find: return .none
                }
                return .state
            }
            .when(stateIs: \.results, actionIs: \.find, stateAction: \.found) {
                DebounceInteractor(for: .milliseconds(300), clock: clock) { Finder(catalogue: catalogue) }
            }
        }
    }

    @MainActor
    static func find(_ catalogue: Catalogue, clock: any Clock<Duration>) -> (titles: () -> [String], task: EventTask) {
        let model = ViewModel(
            initialValue: SearchScreen(),
            Search(catalogue: catalogue, clock: clock),
            SearchScreenReducer()
        )
        let task = model.sendViewEvent(.find("Emma"))
        return ({ model.titles }, task)
    }

    static func test() async {
        let catalogue = Catalogue { ["\($0) I", "\($0) II"] }
        let harness = InteractorTestHarness { Search(catalogue: catalogue, clock: $0) }
        await harness.send(.typed("Emma")) { $0.query = "Emma" }
        await harness.send(.find("Emma"))
        await harness.advance(by: .milliseconds(300))
        await harness.receive()  // the search begins
        await harness.receive { $0.results.titles = ["Emma I", "Emma II"] }
        await harness.finish()
    }
}
