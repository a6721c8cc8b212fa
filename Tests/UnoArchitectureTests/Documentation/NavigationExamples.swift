import Testing
import UnoArchitecture
import UnoPresentation
import UnoTesting

#if canImport(SwiftUI)
    import SwiftUI
#endif

// The code of the article "Navigation", compiled as it stands there; `ArticleTests` holds the two together.

struct Todo: Interactor {
    struct DomainState: Sendable, Equatable, Identifiable {
        let id: Int
        var title = ""
        var isDone = false
    }

    @CasePathable
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

struct TodoList: Interactor {
    struct DomainState: Sendable, Equatable {
        var todos: [Todo.DomainState] = []
        var edited: Todo.DomainState?
        var question: AlertState<Answer>?
        var path: StackState<Todo.DomainState> = []
    }

    enum Answer: Sendable {
        case clear
    }

    @CasePathable
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
        Interact(initialValue: DomainState()) { state, action in
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
                return .none
            }
            return .state
        }
        .forEach(\.todos, action: \.todos) { Todo(store: store) }
        .presents(\.edited, action: \.edited) { Todo(store: store) }
        .presents(\.question, action: \.question)
        .presents(stack: \.path, action: \.path) { Todo(store: store) }
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
        await harness.send(.question(.presented(.clear))) {
            $0.todos = []
            $0.question = nil
        }
        await harness.finish()
    }

    @Test("A link builds the stack")
    func link() async {
        let harness = InteractorTestHarness(feature, initialState: .init(todos: todos))
        await harness.send(.linkOpened([1, 2])) { [todos] in $0.path = StackState(todos) }
        await harness.send(.path(.element(id: StackElementID(1), action: .deleted))) {
            $0.path.popLast()
        }
        await harness.finish()
    }

    @MainActor
    @Test("The rows of a view model")
    func rows() {
        let model = ViewModel(feature.starting(with: .init(todos: todos)), instances: .many)
        tick(model)
        #expect(model.todos == [.init(id: 1, title: "Read", isDone: true), .init(id: 2, title: "Write")])
    }
}
