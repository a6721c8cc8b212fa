import UnoArchitecture

@Interactor
struct Trip {
    struct State: Sendable, Equatable {
        var stops: [String] = []
        var search = Search.State()
    }

    enum Action: Sendable {
        case chosen(String)
        case search(Search.Action)
    }

    let search: Search

    var body: some InteractorOf<Self> {
        Interact(initialValue: State()) { state, action in
            switch action {
            case .chosen(let city):
                state.stops.append(city)
                return .state
            case .search:
                return .none
            }
        }
        Scope(state: \.search, action: \.search) { search }
    }
}
