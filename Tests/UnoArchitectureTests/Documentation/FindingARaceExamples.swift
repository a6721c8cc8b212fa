import Testing
import UnoArchitecture
import UnoPresentation
import UnoPresentationTesting
import UnoTesting

// The code of the article "Finding a race", compiled as it stands there; `ArticleTests` holds the two together.

actor Account {
    private(set) var balance: Int

    init(balance: Int) {
        self.balance = balance
    }

    func withdraw(_ amount: Int, approving approve: @Sendable () async -> Void) async -> Bool {
        guard balance >= amount else { return false }
        await approve()
        balance -= amount
        return true
    }
}

enum FindingARace {
    static func explored() -> Exploration {
        explore(schedules: 500) { scenario in
            let account = Account(balance: 100)
            let customers = ["Ann", "Bob"].map { name in
                scenario.task(name) {
                    scenario.note("wants 80")
                    let isPaid = await account.withdraw(80) { await scenario.checkpoint() }
                    scenario.note(isPaid ? "is paid" : "is refused")
                }
            }
            for customer in customers { await customer.value }
            let balance = await account.balance
            scenario.expect(balance >= 0, "the balance is \(balance)")
        }
    }
}

actor CarefulAccount {
    private(set) var balance: Int

    init(balance: Int) {
        self.balance = balance
    }

    func withdraw(_ amount: Int, approving approve: @Sendable () async -> Void) async -> Bool {
        guard balance >= amount else { return false }
        await approve()
        // Anything may have happened to the balance meanwhile.
        guard balance >= amount else { return false }
        balance -= amount
        return true
    }
}

@Suite("An account")
struct AccountTests {
    @Test("never pays what it does not have")
    func neverOverdrawn() {
        explore(schedules: 500) { scenario in
            let account = CarefulAccount(balance: 100)
            let customers = ["Ann", "Bob"].map { name in
                scenario.task(name) { _ = await account.withdraw(80) { await scenario.checkpoint() } }
            }
            for customer in customers { await customer.value }
            #expect(await account.balance == 20)
        }
    }
}

struct QuickSearch: Interactor {
    struct DomainState: Sendable, Equatable {
        var query = ""
        var rows: [String] = []
    }

    enum Action: Sendable {
        case typed(String)
        case found(String)
    }

    let policy: EffectPolicy

    var body: some InteractorOf<Self> {
        Interact(initialValue: DomainState()) { [policy] state, action, dispatch in
            switch action {
            case .typed(let query):
                state.query = query
                return .perform(id: "search", policy: policy) { _, _ in await dispatch(.found(query)) }
            case .found(let row):
                state.rows = [row]
                return .state
            }
        }
    }
}

@Suite("A quick search")
struct QuickSearchTests {
    @MainActor
    @Test("shows the result of the last query")
    func lastQuery() async {
        await exploreOnMainActor(schedules: 200) { scenario in
            let model = scenario.viewModel("the page") { DirectViewModel(QuickSearch(policy: .cancelPrevious)) }
            let events = [await model.send(.typed("re")), await model.send(.typed("rey"))]
            for event in events { await event.finish() }
            #expect(await model.read { $0.viewState.rows } == ["rey"])
        }
    }
}
