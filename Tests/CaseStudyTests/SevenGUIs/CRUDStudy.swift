import TestSupport
import Testing
import UnoArchitecture
import UnoPresentation
import UnoTesting

/// 7GUIs, task 5: a list of names that is filtered, and whose selected name is changed or deleted.
@Interactor struct CRUDStudy {
    struct Person: Sendable, Equatable, Identifiable {
        let id: Int
        var name: String
        var surname: String
    }

    struct State: Sendable, Equatable {
        var people: [Person] = []
        var nextID = 1
        var prefix = ""
        var selection: Int?
        var name = ""
        var surname = ""
        var shown: [Person] { people.filter { $0.surname.hasPrefix(prefix) } }
    }

    enum Action: Sendable, Equatable {
        case binding(BindingAction<State>)
        case create, update, delete
    }

    var body: some InteractorOf<Self> {
        BindingInteractor()
        Interact(initialValue: State()) { state, action in
            let selected = state.people.firstIndex { $0.id == state.selection }
            switch action {
            case .binding: break
            case .create:
                state.people.append(Person(id: state.nextID, name: state.name, surname: state.surname))
                state.nextID += 1
            case .update:
                guard let selected else { return .none }
                (state.people[selected].name, state.people[selected].surname) = (state.name, state.surname)
            case .delete:
                guard let selected else { return .none }
                state.people.remove(at: selected)
                state.selection = nil
            }
            return .state
        }
        .onChange(of: \.selection) { state, _, selection in
            guard let person = state.people.first(where: { $0.id == selection }) else { return .none }
            (state.name, state.surname) = (person.name, person.surname)
            return .state
        }
    }
}

@MainActor @Suite("Case study: CRUD", .timeLimit(.hang)) struct CRUDStudyTests {
    @Test func `Create, select, update, filter and delete`() {
        let model = ViewModel(CRUDStudy(), instances: .many)
        for (name, surname) in [("Ada", "Lovelace"), ("Alan", "Turing")] {
            model.name = name
            model.surname = surname
            model.sendViewEvent(.create)
        }
        model.selection = 1
        #expect(model.surname == "Lovelace")
        model.surname = "King"
        model.sendViewEvent(.update)
        model.prefix = "K"
        #expect(model.shown.map(\.name) == ["Ada"])
        model.sendViewEvent(.delete)
        model.prefix = ""
        #expect(model.shown.map(\.name) == ["Alan"])
        #expect(model.selection == nil)
        model.sendViewEvent(.update)
        #expect(model.people.map(\.surname) == ["Turing"])
    }
}
