import Testing
import UnoArchitecture
import UnoPresentation
import UnoTesting

#if canImport(SwiftUI)
    import SwiftUI
#endif

// The code of the article "Navigation", compiled as it stands there; `ArticleTests` holds the two together.

@Interactor
struct Todo {
    struct DomainState: Sendable, Equatable, Identifiable {
        let id: Int
        var title = ""
        var isDone = false
    }

    enum Action: Sendable, Equatable {
        case binding(BindingAction<DomainState>)
        case saved
        case deleted
    }

    let store: @Sendable (DomainState) async -> Void

    var body: some InteractorOf<Self> {
        BindingInteractor()
        Interact(initialValue: DomainState(id: 0)) { state, action in
            switch action {
            case .binding: .none
            case .deleted: .dismiss()
            case .saved:
                .perform { [store, state] _, send in
                    await store(state)
                    await send.dismiss()
                }
            }
        }
    }
}

@Interactor
struct TodoList {
    struct DomainState: Sendable, Equatable {
        var todos: [Todo.DomainState] = []
        var edited: Todo.DomainState?
        var question: AlertState<Answer>?
        var path: StackState<Todo.DomainState> = []
    }

    @CasePathable
    enum Answer: Sendable {
        case clear
    }

    enum Action: Sendable {
        case todos(IdentifiedAction<Int, Todo.Action>)
        case edited(PresentationAction<Todo.Action>)
        case question(PresentationAction<Answer>)
        case path(StackAction<Todo.DomainState, Todo.Action>)
        case editTapped(id: Int)
        case clearTapped
        case linkOpened([Int])
    }

    let store: @Sendable (Todo.DomainState) async -> Void

    var body: some InteractorOf<Self> {
        Update(initialValue: DomainState()) { state, action, _ in
            switch action {
            case .editTapped(let id):
                state.edited = state.todos.first { $0.id == id }
            case .clearTapped:
                state.question = AlertState("Remove all?") {
                    ButtonState("Remove", role: .destructive, action: .clear)
                    ButtonState.cancel()
                }
            case .question(.presented(.clear)):
                state.todos = []
            case .edited(.presented(.deleted)):
                state.todos.removeAll { $0.id == state.edited?.id }
            case .linkOpened(let ids):
                state.path = StackState(state.todos.filter { ids.contains($0.id) })
            case .todos, .edited, .question, .path:
                break
            }
        }
        .forEach(\.todos, action: \.todos) { Todo(store: store) }
        .presents(\.edited, action: \.edited) { Todo(store: store) }
        .presents(\.question, action: \.question)
        .presents(stack: \.path, action: \.path) { Todo(store: store) }
    }
}

@Interactor
struct TodoBoard {
    @Destination
    enum Destination {
        case edit(Todo)
        case question(AlertState<TodoList.Answer>)
    }

    struct DomainState: Sendable {
        var todos: [Todo.DomainState] = []
        var destination: Destination.State?
    }

    enum Action: Sendable {
        case destination(PresentationAction<Destination.Action>)
        case editTapped(id: Int)
    }

    let store: @Sendable (Todo.DomainState) async -> Void

    var body: some InteractorOf<Self> {
        Interact(initialValue: DomainState()) { state, action in
            switch action {
            case .editTapped(let id):
                state.destination = state.todos.first { $0.id == id }.map { .edit($0) }
            case .destination(.presented(.edit(.deleted))):
                state.destination = .question(AlertState("Undo?") { ButtonState("Undo", action: .clear) })
            case .destination:
                return .none
            }
            return .state
        }
        .presents(\.destination, action: \.destination) { Destination.interactor(edit: Todo(store: store)) }
    }
}

extension TodoBoard.Destination.State: Equatable {}
extension TodoBoard.DomainState: Equatable {}

func rename(_ state: inout TodoBoard.DomainState) -> String? {
    let title = state.destination?[case: \.edit]?.title
    state.destination?.modify(\.edit) { $0.title = "Tea" }
    return title
}

func send(
    board: InteractorTestHarness<TodoBoard.DomainState, TodoBoard.Action>,
    list: InteractorTestHarness<TodoList.DomainState, TodoList.Action>
) async {
    await board.send(\.destination.edit.binding.title, "Tea") { $0.destination = .edit(.init(id: 1, title: "Tea")) }
    await list.send(\.path[id: 0].binding.isDone, true) { $0.path[0].isDone = true }
}

func dialogs() -> (AlertState<Never>, ConfirmationDialogState<TodoList.Answer>) {
    let failure = AlertState<Never>("Not saved", message: "The disk is full.")
    let choice = ConfirmationDialogState<TodoList.Answer>("Remove all?", message: "This cannot be undone.") {
        ButtonState("Remove", role: .destructive, action: .clear)
        ButtonState.cancel("Keep")
    }
    return (failure, choice)
}

/// A child whose state has no default value.
struct TodoTitle: Interactor {
    enum Action: Sendable { case typed(String) }

    var body: some Interactor<Todo.DomainState, Action> {
        Interact { state, action in
            switch action {
            case .typed(let title): state.title = title
            }
            return .state
        }
    }
}

@MainActor
func tick(_ model: DirectViewModel<TodoList.Action, TodoList.DomainState>) {
    let rows = model.scope(rows: \.todos, action: \.todos)
    rows[0].isDone = true
    rows[id: 2]?.title = "Write"
}

#if canImport(SwiftUI)
    struct TodoView: View {
        @Bindable var model: ScopedViewModel<Todo.Action, Todo.DomainState>

        var body: some View {
            VStack {
                TextField("Title", text: $model.title)
                Button("Save") { model.sendViewEvent(.saved) }
            }
        }
    }

    struct TodoListView: View {
        let model: DirectViewModel<TodoList.Action, TodoList.DomainState>

        var body: some View {
            NavigationStack(path: model.binding(path: \.path, action: \.path)) {
                ForEach(model.scope(rows: \.todos, action: \.todos)) { row in
                    Toggle("Done", isOn: row.binding(\.isDone))
                }
                .sheet(item: model.binding(presenting: \.edited, action: \.edited)) { TodoView(model: $0) }
                .alert(model.binding(presenting: \.question, action: \.question))
                .navigationDestination(for: StackElementID.self) { id in
                    if let todo = model.scope(stack: \.path, id: id, action: \.path) { TodoView(model: todo) }
                }
            }
        }
    }
#endif

@Suite("The example of the article on navigation", .timeLimit(.minutes(20)))
struct TodoListTests {
    private let todos: [Todo.DomainState] = [.init(id: 1, title: "Read"), .init(id: 2)]

    private let feature = TodoList(store: { _ in })

    @Test("A sheet is dismissed by its feature, an alert by its button")
    func dismissed() async {
        let harness = InteractorTestHarness(feature, initialState: .init(todos: todos))
        await harness.send(.editTapped(id: 1)) { $0.edited = Todo.DomainState(id: 1, title: "Read") }
        await harness.send(.edited(.presented(.saved)))
        await harness.receive { $0.edited = nil }

        await harness.send(.clearTapped) {
            $0.question = AlertState("Remove all?") {
                ButtonState("Remove", role: .destructive, action: .clear)
                ButtonState.cancel()
            }
        }
        await harness.send(\.question.clear) {
            $0.todos = []
            $0.question = nil
        }
        await harness.finish()
    }

    @Test("A link builds the stack")
    func link() async {
        let harness = InteractorTestHarness(feature, initialState: .init(todos: todos))
        await harness.send(.linkOpened([1, 2])) { [todos] in $0.path = StackState(todos) }
        await harness.send(\.path[id: 1].deleted) { $0.path.popLast() }
        await harness.send(.path(.push(.init(id: 3)))) { $0.path.append(.init(id: 3)) }
        await harness.send(.path(.element(id: 2, action: .binding(.set(\.isDone, true))))) {
            $0.path[id: 2]?.isDone = true
        }
        await harness.send(.path(.popFrom(2))) { $0.path.popLast() }
        await harness.finish()
    }

    @Test("Destinations, and actions by path")
    func paths() async {
        let list = InteractorTestHarness(feature, initialState: .init(todos: todos))
        await list.send(.linkOpened([1])) { [todos] in $0.path = [todos[0]] }
        let board = InteractorTestHarness(TodoBoard(store: { _ in }), initialState: .init(todos: todos))
        await board.send(\.editTapped, 1) { $0.destination = .edit(.init(id: 1, title: "Read")) }
        await send(board: board, list: list)
        await board.send(\.destination.edit.deleted) {
            $0.destination = .question(AlertState("Undo?") { ButtonState("Undo", action: .clear) })
        }
        await board.send(\.destination.dismiss) { $0.destination = nil }
        await board.finish()
        await list.finish()
    }

    @Test("Alerts and dialogs have messages and texts of their own")
    func texts() {
        let (failure, choice) = dialogs()
        #expect(failure.buttons.isEmpty && failure.message == "The disk is full.")
        #expect(choice.buttons.map(\.label) == ["Remove", "Keep"])
    }

    @Test("A child without a default works on the state of its parent")
    func withoutDefault() {
        var todo = todos[0]
        _ = TodoTitle().interact(state: &todo, action: .typed("Write"))
        #expect(todo.title == "Write")
    }

    @MainActor
    @Test("The rows of a view model")
    func rows() {
        let model = ViewModel(feature.starting(with: .init(todos: todos)), instances: .many)
        tick(model)
        #expect(model.todos == [.init(id: 1, title: "Read", isDone: true), .init(id: 2, title: "Write")])
    }
}
