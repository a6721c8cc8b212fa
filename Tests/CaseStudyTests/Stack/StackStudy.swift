import TestSupport
import Testing
import UnoArchitecture
import UnoPresentation
import UnoTesting

/// A stack of screens of two kinds, which push each other through their parent, and which a link opens.
@Interactor struct StackStudy {
    @Destination
    enum Path {
        case number(NumberScreen)
        case note(NoteScreen)
    }

    struct State: Sendable, Equatable { var path: StackState<Path.State> = [] }

    enum Action: Sendable, Equatable {
        case path(StackAction<Path.State, Path.Action>)
        case link(String)
        case popToRoot
    }

    var body: some InteractorOf<Self> {
        Interact(initialValue: State()) { state, action in
            switch action {
            case .path(.element(let id, .number(.noteTapped))):
                guard case .number(let number)? = state.path[id: id] else { return .none }
                state.path.append(.note(.init(text: "Note on \(number)")))
            case .link(let text): state.path = [.number(1), .note(.init(text: text))]
            case .popToRoot: state.path.removeAll()
            case .path: return .none
            }
            return .state
        }
        .presents(stack: \.path, action: \.path) { Path.interactor(number: NumberScreen(), note: NoteScreen()) }
    }
}

@Interactor struct NumberScreen {
    typealias State = Int
    enum Action: Sendable { case increment, noteTapped }

    var body: some InteractorOf<Self> {
        Interact(initialValue: 0) { number, action in
            guard action == .increment else { return .none }
            number += 1
            return .state
        }
    }
}

@Interactor struct NoteScreen {
    struct State: Sendable, Equatable { var text = "" }

    enum Action: Sendable, Equatable {
        case binding(BindingAction<State>)
        case done
    }

    var body: some InteractorOf<Self> {
        BindingInteractor()
        Interact(initialValue: State()) { _, action in action == .done ? .dismiss() : .none }
    }
}

extension StackStudy.Path.State: Equatable {}
extension StackStudy.Path.Action: Equatable {}

@MainActor @Suite("Case study: a navigation stack", .timeLimit(.hang)) struct StackStudyTests {
    @Test func `Screens push each other, and leave by themselves`() async {
        let harness = InteractorTestHarness(StackStudy())
        await harness.send(\.path.push, .number(0)) { $0.path = [.number(0)] }
        await harness.send(\.path[id: 0].number, .increment) { $0.path[0] = .number(1) }
        await harness.send(\.path[id: 0].number, .noteTapped) { $0.path.append(.note(.init(text: "Note on 1"))) }
        await harness.send(\.path[id: 1].note.binding.text, "New") { $0.path[1] = .note(.init(text: "New")) }
        await harness.send(\.path[id: 1].note.done) { $0.path.popLast() }
        await harness.send(.popToRoot) { $0.path.removeAll() }
        await harness.finish()
    }

    @Test("A link opens two screens at once; the user goes back")
    func link() {
        let model = ViewModel(StackStudy(), instances: .many)
        let path = model.binding(path: \.path, action: \.path)
        model.sendViewEvent(.link("linked"))
        #expect(path.value.count == 2)
        let note = path.value.last.flatMap { model.scope(stack: \.path, id: $0, action: \.path) }
        #expect(note?.scope(case: \.note, action: \.note)?.text == "linked")
        path.value.removeLast()
        #expect(Array(model[\.path]) == [.number(1)])
    }
}
