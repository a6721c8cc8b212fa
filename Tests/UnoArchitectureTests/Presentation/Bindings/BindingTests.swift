import Observation
import TestSupport
import Testing
import UnoArchitecture
import UnoPresentation
import UnoTesting

@Interactor struct FormFeature {
    struct State: Sendable, Equatable {
        var name = ""
        var age = 0
        var phase = Phase.idle
        var rows: [FormRow.State] = []
        var changes: [String] = []
    }

    @CasePathable enum Phase: Sendable, Equatable {
        case idle
        case editing(String)
        indirect case within(Phase)
    }

    @CasePathable enum Action: Sendable, Equatable {
        case binding(BindingAction<State>)
        case rows(IdentifiedAction<Int, FormRow.Action>)
        case edit
    }

    var body: some InteractorOf<Self> {
        BindingInteractor()
        Interact(initialValue: State()) { state, action in
            switch action {
            case .binding(\.age):
                state.changes.append("age \(state.age)")
                return .state
            case .binding, .rows: return .none
            case .edit:
                state.phase = .editing("")
                return .state
            }
        }
        .forEach(\.rows, action: \.rows) { FormRow() }
    }
}

/// Two binding cases, before or behind the other part.
struct TwoForms: Interactor {
    struct State: Sendable, Equatable { var name = "", age = 0, seen: [String] = [] }

    @CasePathable enum Action: Sendable, Equatable {
        case first(BindingAction<State>)
        case second(BindingAction<State>)
    }

    let order: Int
    let first: BindingInteractor<State, Action>
    let second: BindingInteractor<State, Action>
    let part: Interact<State, Action>
    var body: some Interactor<State, Action> {
        if order == 0 {
            first
            second
            part
        } else if order == 1 {
            EmptyInteractor<State, Action>()
            second
            first
            part
        } else {
            part
            first
            second
        }
    }
}

@Interactor struct FormRow {
    struct State: Sendable, Equatable, Identifiable { var id: Int, isDone = false }
    @CasePathable enum Action: Sendable, Equatable { case binding(BindingAction<State>) }
    var body: some InteractorOf<Self> { BindingInteractor() }
}

@MainActor @Suite("Bindings", .timeLimit(.hang)) struct BindingTests {
    @Test func `A change is a value: equal, described, and found by its field`() {
        typealias Change = BindingAction<FormFeature.State>
        let name = Change.set(\.name, "x")
        #expect(name == .set(\.name, "x"))
        #expect(name != .set(\.name, "y"))
        #expect(Change.set(\.age, 1) != .set(\.name, "1"))
        #expect(name.is(\.name))
        #expect(!name.is(\.age))
        #expect(name[\.name] == "x")
        #expect(name[\.age] == nil)
        #expect("\(name)".hasSuffix("name = \"x\""))
        let inCase = Change.set(\.phase, case: \.editing, "x")
        #expect(inCase == .set(\.phase, case: \.editing, "x"))
        #expect(inCase != .set(\.phase, .editing("x")))
        #expect(inCase.is(\.phase) && inCase[\.phase] == nil)
        // The value of the case has the type of the field.
        let within = Change.set(\.phase, case: \.within, .idle)
        #expect(within != .set(\.phase, .idle) && within[\.phase] == nil)
        #expect(BindingAction<LaterBindings.State>.set(\.name, "x") != .set(\.other, "x"))
        var state = FormFeature.State()
        inCase.apply(to: &state)
        #expect(state.phase == .idle)
        state.phase = .editing("")
        inCase.apply(to: &state)
        #expect(state.phase == .editing("x"))
    }

    @Test func `In a harness`() async {
        let harness = InteractorTestHarness(FormFeature(), initialState: .init(rows: [.init(id: 1)]))
        await harness.send(.binding(.set(\.name, "x"))) { $0.name = "x" }
        await harness.send(.binding(.set(\.age, 7))) { ($0.age, $0.changes) = (7, ["age 7"]) }
        await harness.send(.rows(.init(id: 1, action: .binding(.set(\.isDone, true))))) { $0.rows[0].isDone = true }
        await harness.finish()
    }

    /// A form whose bindings are not the first parts of its body.
    @Interactor struct LaterBindings {
        struct State: Sendable, Equatable { var row = FormRow.State(id: 1), name = "", other = "", log: [String] = [] }
        @CasePathable enum Action: Sendable, Equatable {
            case row(FormRow.Action)
            case binding(BindingAction<State>)
            case other(BindingAction<State>)
        }

        var body: some InteractorOf<Self> {
            Scope(state: \.row, action: \.row) { FormRow() }
            BindingInteractor()
            BindingInteractor(action: \.other)
            Interact { state, action in
                state.log.append("\(state.name)\(state.other)")
                return .state
            }
            BindingInteractor(action: \.other)
            Interact(initialValue: State()) { _, _ in .none }
        }
    }

    @Test func `A binding that is not the first part emits one state with the part behind it`() async {
        let harness = InteractorTestHarness(LaterBindings())
        await harness.send(.binding(.set(\.name, "x")), emitting: 1) { ($0.name, $0.log) = ("x", ["x"]) }
        await harness.finish()
    }

    @Test("Two bindings for two cases change their fields, wherever they stand", arguments: 0..<3)
    func twoBindings(order: Int) async {
        let part = Interact<TwoForms.State, TwoForms.Action>(initialValue: .init()) { state, action in
            state.seen.append("\(state.name) \(state.age)")
            return .none
        }
        let first = BindingInteractor<TwoForms.State, TwoForms.Action>(action: \.first)
        let second = BindingInteractor<TwoForms.State, TwoForms.Action>(action: \.second)
        let harness = InteractorTestHarness(TwoForms(order: order, first: first, second: second, part: part))
        let isBehind = order < 2
        await harness.send(.first(.set(\.name, "a"))) { ($0.name, $0.seen) = ("a", isBehind ? ["a 0"] : [" 0"]) }
        await harness.send(.second(.set(\.age, 5))) {
            $0.age = 5
            $0.seen.append(isBehind ? "a 5" : "a 0")
        }
        await harness.finish()
    }

    @Test func `Setting a field of a view model sends the change; so do its bindings`() {
        let model = ViewModel(
            FormFeature().starting(with: .init(rows: [.init(id: 1), .init(id: 2)])), instances: .many)
        let watch = Watch()
        watch("name") { model.name }
        watch("age") { model.age }
        model.name = "x"
        #expect(model.name == "x")
        #expect(watch.changes == ["name"])
        let age = model.binding(\.age)
        age.value += 1
        age.value += 1
        #expect(model.changes == ["age 1", "age 2"])
        let rows = model.scope(rows: \.rows, action: \.rows)
        rows[1].isDone = true
        rows[0].binding(\.isDone).value.toggle()
        #expect(model.rows.map(\.isDone) == [true, true])
    }

    @Test func `A binding to the value of a case has a default while the enum is in another case`() {
        let model = ViewModel(FormFeature(), instances: .many)
        let text = model.binding(\.phase, case: \.editing, default: "none")
        #expect(text.value == "none")
        text.value = "lost"
        #expect(model.phase == .idle)
        model.sendViewEvent(.edit)
        text.value = "kept"
        #expect(model.phase == .editing("kept"))
        #expect(text.value == "kept")
    }

    @Test func `A binding is part of whatever scope it is made in`() {
        let model = ViewModel(FormFeature(), instances: .many)
        let whole = model.scope()
        whole.name = "x"
        #expect(whole.binding(\.name).value == "x")
        let query = whole.binding(\.name) { .binding(.set(\.name, $0 + "!")) }
        query.value = "y"
        #expect(model.name == "y!")
    }
}
