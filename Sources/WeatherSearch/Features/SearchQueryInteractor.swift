import UnoArchitecture

/// Shows what is typed at once, and what matches when the typing rests.
@Interactor<SearchQuery.State, SearchQuery.Action>
struct SearchQueryInteractor {
    let search: any CitySearch
    let debounce: Duration
    let clock: any Clock<Duration>

    var body: some InteractorOf<Self> {
        Interact(initialValue: DomainState()) { state, action in
            switch action {
            case .typed(let text):
                state.text = text
                state.isSearching = true
                // An answer that is still on its way is for another text.
                return .cancel(id: SearchQuery.Effect.search)
            }
        }
        debounced(by: clock)
    }

    /// Both parts see every action; this one sees it when no other has followed for a while.
    private func debounced(by clock: some Clock<Duration>) -> any InteractorOf<Self> {
        DebounceInteractor(for: debounce, clock: clock) {
            Interact<DomainState, Action>(initialValue: DomainState()) { _, action in
                switch action {
                case .typed(let text):
                    .perform(id: SearchQuery.Effect.search, policy: .cancelPrevious) { [search] _, send in
                        do {
                            let cities = try await search.cities(matching: text)
                            await send {
                                $0.cities = cities
                                $0.failure = nil
                                $0.isSearching = false
                            }
                        } catch {
                            await send {
                                $0.cities = []
                                $0.failure = "\(error)"
                                $0.isSearching = false
                            }
                        }
                    }
                }
            }
        }
    }
}
