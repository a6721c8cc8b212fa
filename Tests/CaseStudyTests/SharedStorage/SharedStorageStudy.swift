import UnoArchitecture
import UnoStorage

/// Two tabs share statistics: one counts, the other shows and resets them.
///
/// Whether they are in memory or in a file, the features do not know.
struct Stats: Sendable, Codable, Equatable {
    private(set) var count = 0
    private(set) var maximum = 0
    private(set) var changes = 0

    mutating func add(_ change: Int) {
        count += change
        changes += 1
        maximum = max(maximum, count)
    }
}

@Interactor struct CounterTab {
    struct State: Sendable, Equatable { var stats = Stats(), isPrime: Bool? }
    enum Action: Sendable { case increment, decrement, askWhetherPrime }

    let stats: Shared<Stats>

    var body: some InteractorOf<Self> {
        Interact(initialValue: State()) { state, action in
            switch action {
            case .increment: state.stats = stats.update { $0.add(1) }
            case .decrement: state.stats = stats.update { $0.add(-1) }
            case .askWhetherPrime:
                let count = state.stats.count
                state.isPrime = count > 1 && !(2..<max(count, 2)).contains { count % $0 == 0 }
            }
            return .state
        }
        .observing(stats, at: \.stats)
    }
}

@Interactor struct ProfileTab {
    typealias State = Stats
    enum Action: Sendable { case reset }

    let stats: Shared<Stats>

    var body: some InteractorOf<Self> {
        Interact(initialValue: Stats()) { state, _ in
            state = stats.update { $0 = Stats() }
            return .state
        }
        .observing(stats)
    }
}

@Interactor struct SharedStorageStudy {
    enum Tab: Sendable { case counter, profile }
    struct State: Sendable, Equatable { var tab = Tab.counter, counter = CounterTab.State(), profile = Stats() }
    enum Action: Sendable {
        case selected(Tab)
        case counter(CounterTab.Action)
        case profile(ProfileTab.Action)
    }

    let stats: Shared<Stats>

    var body: some InteractorOf<Self> {
        Scope(state: \.counter, action: \.counter) { CounterTab(stats: stats) }
        Scope(state: \.profile, action: \.profile) { ProfileTab(stats: stats) }
        Interact(initialValue: State()) { state, action in
            guard case .selected(let tab) = action else { return .none }
            state.tab = tab
            return .state
        }
    }
}
