import UnoArchitecture

/// Shows typed text at once, and searches for it when the typing pauses.
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
                // The result of a running search would be for another text.
                return .cancel(id: SearchQuery.Effect.search)
            }
        }
        debounced(by: clock)
    }

    /// Both parts receive every action; this one handles an action only if no other follows within the window.
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
