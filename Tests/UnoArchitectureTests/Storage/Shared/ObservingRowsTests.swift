import TestSupport
import Testing
import UnoArchitecture
import UnoPresentation
import UnoTesting

@testable import UnoStorage

/// Rows whose handlers note what they read.
private struct Readers: Interactor {
    struct Row: Sendable, Equatable, Identifiable {
        let id: Int
        var copy = 0
        var read: [Int] = []
    }

    enum RowAction: Sendable { case read }

    @CasePathable enum Action: Sendable {
        case add
        case row(IdentifiedAction<Int, RowAction>)
    }

    let number: Shared<Int>

    var body: some Interactor<IdentifiedArray<Int, Row>, Action> {
        Interact(initialValue: IdentifiedArray((0..<3).map { Row(id: $0) })) { _, action in
            if case .add = action { number.update { $0 += 1 } }
            return .none
        }
        .forEach(\.self, action: \.row) {
            Interact<Row, RowAction>.changing { row, _ in row.read.append(row.copy) }.observing(number, at: \.copy)
        }
    }
}

/// A child whose parent stores nothing: counts, starts a row that copies, and notes the count.
private struct Reverting: Interactor {
    struct Child: Sendable, Equatable {
        var count = 0
        var rows: IdentifiedArrayOf<Readers.Row> = [Readers.Row(id: 0)]
    }

    struct DomainState: Sendable, Equatable {
        var child = Child()
    }

    @CasePathable enum Action: Sendable {
        case child(ChildAction)
        case changed(Child)
    }

    @CasePathable enum ChildAction: Sendable {
        case row(IdentifiedAction<Int, Readers.RowAction>)
    }

    let number: Shared<Int>
    let counts: Record<Int>

    var body: some Interactor<DomainState, Action> {
        Interact<DomainState, Action>(initialValue: DomainState()) { _, _ in .none }
            .when(stateIs: \.child, actionIs: \.child, stateAction: \.changed) { children }
    }

    @InteractorBuilder<Child, ChildAction>
    private var children: some Interactor<Child, ChildAction> {
        Update(initialValue: Child()) { state, _, _ in state.count += 1 }
            .forEach(\.rows, action: \.row) {
                Interact<Readers.Row, Readers.RowAction> { row, _ in .none }.observing(number, at: \.copy)
            }
        Interact<Child, ChildAction>.changing(emitting: .none) { state, _ in counts.append(state.count) }
    }
}

/// A row whose change is answered, and whose answer its parent answers.
private struct Answering: Sendable, Equatable, Identifiable {
    let id: Int
    var count = 0
    var answers = 0
}

extension IdentifiedArray<Int, Answering> {
    fileprivate var answers: Int { reduce(0) { $0 + $1.answers } }
}

/// Rows with children that have states of their own.
private struct Leaves: Interactor {
    struct Page: Sendable, Equatable {
        var copy = ""
    }

    struct Leaf: Sendable, Equatable, Identifiable {
        let id: Int
        var page = Page()
    }

    @CasePathable enum Action: Sendable {
        case row(IdentifiedAction<Int, RowAction>)
    }

    @CasePathable enum RowAction: Sendable {
        case touch
        case page(Readers.RowAction)
        case pageState(Page)
    }

    let text: Shared<String>

    var body: some Interactor<IdentifiedArray<Int, Leaf>, Action> {
        Interact(initialValue: IdentifiedArray((0..<3).map { Leaf(id: $0) })) { _, _ in .state }
            .forEach(\.self, action: \.row) {
                Interact<Leaf, RowAction>.changing { leaf, action in
                    if case .pageState(let page) = action { leaf.page = page }
                }
                .when(stateIs: \.page, actionIs: \.page, stateAction: \.pageState) {
                    Interact(initialValue: Page()) { _, _ in .none }.observing(text, at: \.copy)
                }
            }
    }
}

@Suite("Rows that observe a shared value", .timeLimit(.hang))
struct ObservingRowsTests {
    @Test("read the present copy, although the step before has not touched the row") func readByRow() {
        let stage = Stage(Readers(number: Shared(0)))
        for _ in 0..<3 { stage.send(.add, .row(.element(id: 1, action: .read))) }
        #expect(stage.last[id: 1]?.read == [1, 2, 3])
    }

    @Test("with children that have states of their own follow a change from outside") func whenInRows() {
        let text = Shared("old")
        let stage = Stage(Leaves(text: text))
        #expect(stage.send(.row(.element(id: 1, action: .touch))).last.allSatisfy { $0.page.copy == "old" })
        stage.settle(text.update { $0 = "outside" })
        #expect(stage.last.allSatisfy { $0.page.copy == "outside" })
    }

    @Test("and their parent that answer each other without end are left to the next step") func withoutEnd() {
        let rows = IdentifiedArray((0..<2).map { Answering(id: $0) })
        let feature = Interact<IdentifiedArray<Int, Answering>, Readers.Action>.changing(rows) { state, action in
            if case .add = action { state[id: 0]?.count += 1 }
        }
        .forEach(\.self, action: \.row) {
            Interact<Answering, Readers.RowAction> { _, _ in .state }
                .onChange(of: \.count) { state, _, _ in
                    state.answers += 1
                    return .state
                }
        }
        .onChange(of: \.answers) { state, _, _ in
            for id in 0..<2 { state[id: id]?.count += 1 }
            return .state
        }
        let stage = Stage(feature)
        stage.send(.row(.element(id: 0, action: .read)), .row(.element(id: 1, action: .read)), .add, .add)
        #expect(stage.last.allSatisfy { $0.answers > 0 && $0.answers < 1_000 })
    }

    @Test(
        "that start within a step leave what the step has changed, though the parent stores none of it",
        arguments: Host.allCases)
    func startedInStep(host: Host) {
        let (number, counts) = (Shared(5), Record<Int>())
        let stage = Stage(Reverting(number: number, counts: counts), in: host)
        stage.send(.child(.row(.element(id: 0, action: .read))))
        stage.send(.child(.row(.element(id: 0, action: .read))))
        #expect(counts.elements == [1, 1])
    }
}
