import UnoArchitecture

struct Search {
    struct State: Sendable, Equatable {
        var text = ""
        var cities: [String] = []
        var isSearching = false
    }
}
