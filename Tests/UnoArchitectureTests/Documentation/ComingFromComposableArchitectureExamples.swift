import UnoArchitecture
import UnoPresentation
import UnoTesting

// The code of the article "Coming from The Composable Architecture", compiled as it stands there; `ArticleTests` holds the two
// together.

enum FromComposableArchitecture {
    @Interactor
    struct Search {
        struct State: Sendable, Equatable {
            var query = ""
            var titles: [String] = []
            var failure: String?
        }

        enum Action: Sendable {
            case typed(String)
            case found(Result<[String], any Error>)
        }

        let catalogue: Catalogue
        let clock: any Clock<Duration>

        var body: some InteractorOf<Self> {
            Interact(initialValue: State()) { state, action, dispatch in
                switch action {
                case .typed(let query):
                    state.query = query
                    return dispatch.run(\.found, id: "search", policy: .cancelPrevious) {
                        try await clock.sleep(for: .milliseconds(300))
                        return try await catalogue.titles(query)
                    }
                case .found(.success(let titles)):
                    state.titles = titles
                    return .state
                case .found(.failure(let error)):
                    state.failure = "\(error)"
                    return .state
                }
            }
        }
    }

    static func test() async {
        let catalogue = Catalogue { ["\($0)a"] }
        let harness = InteractorTestHarness { clock in Search(catalogue: catalogue, clock: clock) }
        await harness.send(.typed("Emm")) { $0.query = "Emm" }
        await harness.advance(by: .milliseconds(300))
        await harness.receive(\.found.success) { $0.titles = ["Emma"] }
        await harness.finish()
    }

    @Interactor
    struct Desk {
        @Destination
        enum Destination {
            case search(Search)
            case question(AlertState<Answer>)
        }

        enum Answer: Sendable { case leave }

        struct State: Sendable, Equatable {
            var destination: Destination.State?
            var hasLeft = false
        }

        enum Action: Sendable {
            case destination(PresentationAction<Destination.Action>)
            case searchTapped
            case leaveTapped
        }

        let search: Search

        var body: some InteractorOf<Self> {
            Update(initialValue: State()) { state, action, _ in
                switch action {
                case .searchTapped: state.destination = .search(Search.State())
                case .leaveTapped:
                    state.destination = .question(AlertState("Leave?") { ButtonState("Leave", action: .leave) })
                case .destination(.presented(.question(.leave))): state.hasLeft = true
                case .destination: break
                }
            }
            .presents(\.destination, action: \.destination) { Destination.interactor(search: search) }
        }
    }
}

extension FromComposableArchitecture.Desk.Destination.State: Equatable {}
