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
        case found(Result<[String], any Error>)
    }

    let find: @Sendable (String) async throws -> [String]
    let clock: any Clock<Duration>

    var body: some InteractorOf<Self> {
        Interact(initialValue: State()) { state, action, dispatch in
            switch action {
            case .typed(let text):
                state.text = text
                state.isSearching = true
                return dispatch.run(\.found) { try await find(text) }
                    .debounce(id: "search", for: .milliseconds(300), clock: clock)
            case .found(let answer):
                state.cities = (try? answer.get()) ?? []
                state.isSearching = false
                return .state
            }
        }
    }
}
