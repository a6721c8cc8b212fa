import TestSupport
import Testing
import UnoArchitecture
import UnoStorage
import UnoTesting

/// Rows that are removed while a step has yet to run something of theirs.
@Suite(.timeLimit(.hang))
struct RowGoneInItsStepTests {
    @Test("A row that goes in the step in which a child of its row has copied a value is not asked to follow the copy")
    func afterACopy() {
        let executor = ControlledExecutor()
        let runtime = Runtime(Rows(limit: Shared(3)), executor: .on(executor))
        executor.runUntilIdle()
        runtime.send(.row(.element(id: 0, action: .reset)))
        #expect(executor.end(runtime)?.map(\.id) == [1])
    }

    @Test("Rows that go while their step waits for a transformer do not get the rest of it")
    func whileATransformerIsAwaited() {
        let executor = ControlledExecutor()
        let runtime = Runtime(House(executor: executor), executor: .on(executor), clock: TestClock())
        executor.runUntilIdle()
        for number in [1, 3] { runtime.send(.list(.line(.element(id: 0, action: number)))) }
        #expect(executor.end(runtime) == .empty)
    }
}

extension RowGoneInItsStepTests {
    struct Editor: Sendable, Equatable, Identifiable {
        var id = 0
        var limit = 0
    }

    enum EditorAction: Sendable { case touch }

    struct Row: Sendable, Equatable, Identifiable {
        let id: Int
        var editor = Editor()
    }

    @CasePathable enum RowAction: Sendable {
        case reset
        case editor(EditorAction)
        case edited(Editor)
    }

    @CasePathable enum Action: Sendable {
        case row(IdentifiedAction<Int, RowAction>)
    }

    struct Rows: Interactor {
        let limit: Shared<Int>

        var body: some Interactor<[Row], Action> {
            Interact<[Row], Action>(initialValue: [Row(id: 0), Row(id: 1)]) { rows, action in
                // The parent takes a row that is reset off the list.
                guard case .row(.element(let id, .reset)) = action else { return .none }
                rows.removeAll { $0.id == id }
                return .state
            }
            .forEach(\.self, action: \.row) {
                Interact<Row, RowAction> { row, action in
                    switch action {
                    case .reset: row.editor = Editor(id: row.editor.id + 1)
                    case .edited(let editor): row.editor = editor
                    case .editor: return .none
                    }
                    return .state
                }
                .when(stateIs: \.editor, actionIs: \.editor, stateAction: \.edited) {
                    Interact<Editor, EditorAction>(initialValue: Editor()) { _, _ in .none }
                        .observing(limit, at: \.limit)
                }
            }
        }
    }
}

extension RowGoneInItsStepTests {
    /// Gives each action back as a state before it asks for the next one.
    struct Echo: Interactor {
        let executor: ControlledExecutor

        func interact(_ upstream: AsyncStream<Int>) -> AsyncStream<Int> {
            AsyncStream { continuation in
                let task = Task(executorPreference: executor) {
                    for await number in upstream { continuation.yield(number) }
                    continuation.finish()
                }
                continuation.onTermination = { _ in task.cancel() }
            }
        }
    }

    struct Line: Sendable, Equatable, Identifiable {
        let id: Int
        var echo = 0
        var noted = 0
    }

    @CasePathable enum ListAction: Sendable {
        case line(IdentifiedAction<Int, Int>)
    }

    @CasePathable enum Screen: Sendable, Equatable {
        case empty
        case list([Line])
    }

    @CasePathable enum ScreenAction: Sendable {
        case list(ListAction)
        case listState([Line])
    }

    struct List: Interactor {
        let executor: ControlledExecutor

        var body: some Interactor<[Line], ListAction> {
            Interact<[Line], ListAction>(initialValue: []) { _, _ in .none }
                .forEach(\.self, action: \.line) {
                    Scope(state: \.echo) { Echo(executor: executor) }
                    // Any part whose step refers to its node without owning it: Debounce, Throttle, ifLet, forEach, presents, a transformer.
                    DebounceInteractor(for: .milliseconds(10), clock: TestClock()) {
                        Interact<Line, Int>.changing { line, number in line.noted = number }
                    }
                }
        }
    }

    struct House: Interactor {
        let executor: ControlledExecutor

        var body: some Interactor<Screen, ScreenAction> {
            Interact<Screen, ScreenAction>.changing(.list([Line(id: 0)]), for: \.listState) { screen, lines in
                // A line that has heard a 3 closes the list.
                screen = lines.contains { $0.echo == 3 } ? .empty : .list(lines)
            }
            .when(stateIs: \Case<Screen>.list, actionIs: \.list, stateAction: \.listState) { List(executor: executor) }
        }
    }
}
