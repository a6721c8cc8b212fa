import UnoArchitecture

/// Many rows that record when they are moved.
struct Ledger: Interactor {
    struct Page: Sendable, Identifiable {
        let id: Int
        private(set) var entries: [Int] = []
        private(set) var moves = 0
        private var address: UInt = 0

        init(id: Int) { self.id = id }

        mutating func enter(_ entry: Int) {
            entries.append(entry)
            let now = withUnsafeBytes(of: &self) { UInt(bitPattern: $0.baseAddress) }
            if address != 0, now != address { moves += 1 }
            address = now
        }
    }

    struct State: Sendable {
        var pages = (0..<1_000).map(Page.init)
    }

    @CasePathable enum Action: Sendable {
        case row(IdentifiedAction<Int, Int>)
    }

    var body: some Interactor<State, Action> {
        Interact(initialValue: State()) { _, _ in .none }
            .forEach(\.pages, action: \.row) {
                Interact(initialValue: Page(id: -1)) { (page: inout Page, entry: Int) in
                    page.enter(entry)
                    return .none
                }
            }
    }
}

/// Rows with a stream transformer that emits before its first action.
struct Greeters: Interactor {
    struct Row: Sendable, Identifiable {
        let id: Int
        var greeting = 0
    }

    struct State: Sendable {
        var rows = [Row(id: 0), Row(id: 1)]
    }

    @CasePathable enum Action: Sendable {
        case row(IdentifiedAction<Int, Int>)
        case append, removeLast
    }

    var body: some Interactor<State, Action> {
        Interact(initialValue: State()) { (state: inout State, action: Action) in
            switch action {
            case .row: return .none
            case .append: state.rows.append(Row(id: state.rows.count))
            case .removeLast: state.rows.removeLast()
            }
            return .state
        }
        .forEach(\.rows, action: \.row) { Scope(state: \.greeting) { PullingGreeter(greeting: 7) } }
    }
}
