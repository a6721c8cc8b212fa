import UnoArchitecture

@Interactor
struct Search {
    struct State: Sendable, Equatable {
        var text = ""
        var cities: [String] = []
        var isSearching = false
    }

    enum Action: Sendable {
        case typed(String)
    }

    var body: some InteractorOf<Self> {
        Interact(initialValue: State()) { state, action in
            switch action {
            case .typed(let text):
                state.text = text
                return .state
            }
        }
    }
}
