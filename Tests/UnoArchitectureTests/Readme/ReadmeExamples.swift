import UnoArchitecture

// The code of the README, compiled as it stands there; `ReadmeTests` holds the two together.

enum ReadmeFirstFeature {
    struct API: Sendable {
        let count: @Sendable () async -> Int
        static let live = API { 42 }
    }

    struct Counter: Interactor {
        struct DomainState: Sendable, Equatable { var count = 0 }
        enum Action: Sendable { case increment, load }
        let api: API
        var body: some InteractorOf<Self> {
            Interact(initialValue: DomainState()) { state, action in
                switch action {
                case .increment:
                    state.count += 1
                    return .state
                case .load:
                    return .perform { state, send in
                        let count = await api.count()
                        await send { $0.count = count }  // atomic: nothing is lost
                    }
                }
            }
        }
    }

    static func run() async -> Runtime<Counter.DomainState, Counter.Action> {
        let runtime = Runtime(Counter(api: .live))
        await runtime.send(.load).finish()  // the step, its effects, and what they fed back
        return runtime
    }

    static func watch(
        _ runtime: Runtime<Counter.DomainState, Counter.Action>,
        actions: AsyncStream<Counter.Action>,
        print: (Int) -> Void
    ) async -> AsyncStream<Counter.DomainState> {
        for await state in runtime.states() {  // every subscriber chooses its buffer: .latest, .bounded(8), ...
            print(state.count)
        }
        let states = Counter(api: .live).interact(actions)  // AsyncStream in, AsyncStream out
        return states
    }
}

enum ReadmeComposition {
    struct Index: Sendable {
        let cities: [String]
    }

    struct Query: Interactor {
        struct DomainState: Sendable, Equatable { var matches: [String] = [] }
        let index: Index
        var body: some Interactor<DomainState, String> {
            Interact(initialValue: DomainState()) { state, text in
                state.matches = index.cities.filter { $0.hasPrefix(text) }
                return .state
            }
        }
    }

    enum SearchState: Sendable, Equatable, CasePathable {
        case idle
        case results(Query.DomainState)

        struct AllCasePaths: Sendable {
            let results = AnyCasePath<SearchState, Query.DomainState>(
                embed: { .results($0) },
                extract: { if case .results(let results) = $0 { results } else { nil } }
            )
        }
        static let allCasePaths = AllCasePaths()
    }

    enum SearchAction: Sendable, CasePathable {
        case query(String)
        case resultsChanged(Query.DomainState)

        struct AllCasePaths: Sendable {
            let query = AnyCasePath<SearchAction, String>(
                embed: { .query($0) },
                extract: { if case .query(let text) = $0 { text } else { nil } }
            )
            let resultsChanged = AnyCasePath<SearchAction, Query.DomainState>(
                embed: { .resultsChanged($0) },
                extract: { if case .resultsChanged(let results) = $0 { results } else { nil } }
            )
        }
        static let allCasePaths = AllCasePaths()
    }

    struct Search: Interactor {
        var body: some Interactor<SearchState, SearchAction> {
            Interact(initialValue: SearchState.idle) { state, action in
                guard case .resultsChanged(let results) = action else { return .none }
                state = .results(results)
                return .state
            }
            .when(stateIs: \.results, actionIs: \.query, stateAction: \.resultsChanged) {
                DebounceInteractor(for: .milliseconds(300), clock: clock) { Query(index: index) }
            }
        }
        let clock: any Clock<Duration>
        let index: Index
    }
}
