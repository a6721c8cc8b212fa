/// The feature of a typed query and the cities that match it.
enum SearchQuery {
    struct State: Sendable, Hashable, Codable {
        var text = ""
        /// The result of the newest completed search, the best first. While a search is due or running, this is the
        /// result of an earlier query.
        var cities: [City] = []
        /// A search for `text` is due or running.
        var isSearching = false
        /// Why the newest search failed.
        var failure: String?
    }

    enum Action: Sendable, Codable {
        /// The text has changed to this.
        case typed(String)
    }

    /// The effects of the feature.
    enum Effect: Sendable {
        case search
    }
}
