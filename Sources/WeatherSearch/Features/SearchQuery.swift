/// The feature of a query that is typed and the cities that match it.
enum SearchQuery {
    struct State: Sendable, Hashable {
        var text = ""
        /// The cities of the newest answer, the best first; while a search is due or under way, of an earlier query.
        var cities: [City] = []
        /// A search for `text` is due or under way.
        var isSearching = false
        /// Why the newest search gave no answer.
        var failure: String?
    }

    enum Action: Sendable {
        /// The text is now this.
        case typed(String)
    }

    /// The effects of the feature.
    enum Effect: Sendable {
        case search
    }
}
