import UnoArchitecture

@Interactor
struct Trip {
    struct State: Sendable, Equatable {
        var stops: [String] = []
    }

    enum Action: Sendable {
        case chosen(String)
    }

    var body: some InteractorOf<Self> {
        Interact(initialValue: State()) { state, action in
            switch action {
            case .chosen(let city):
                state.stops.append(city)
                return .state
            }
        }
    }
}
