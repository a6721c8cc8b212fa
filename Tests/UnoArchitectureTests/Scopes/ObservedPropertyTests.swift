import TestSupport
import Testing
import UnoArchitecture
import UnoPresentation
import UnoStateMachines
import UnoTesting

/// Parts of a state whose property has observers.
@Suite("A property with observers", .timeLimit(.hang))
struct ObservedPropertyTests {
    struct Sheet: Interactor {
        var body: some Interactor<Int, Int> {
            Interact(initialValue: 0) { state, action in
                state += action
                return .state
            }
        }
    }

    struct Row: Sendable, Equatable, Identifiable {
        var id: Int
        var sheet: Int? = 0
    }

    struct Inner: Sendable, Equatable {
        var sheet: Int? = 0
        var text = ""
    }

    struct State: Sendable, Equatable {
        var sheet: Int? { didSet { writes += 1 } }
        var rows = [Row(id: 1), Row(id: 2)] { didSet { writes += 1 } }
        var inner = Inner() { didSet { writes += 1 } }
        var text = ""
        var writes = 0
    }

    @CasePathable enum RowAction: Sendable, Equatable {
        case nothing
        case sheet(Int)
    }

    @CasePathable enum Action: Sendable, Equatable {
        case open
        case type(String)
        case sheet(PresentationAction<Int>)
        case child(Int)
        case row(IdentifiedAction<Int, RowAction>)
        case inner(RowAction)
    }

    private static func parent() -> some Interactor<State, Action> {
        Interact(initialValue: State()) { state, action in
            switch action {
            case .open: state.sheet = 0
            case .type(let text): state.text = text
            case .sheet, .child, .row, .inner: return .none
            }
            return .state
        }
    }

    @InteractorBuilder<State, Action>
    private static func withInner() -> some Interactor<State, Action> {
        parent()
        Scope(state: \.inner, action: \.inner) {
            Interact<Inner, RowAction>(initialValue: Inner()) { _, _ in .none }
                .ifLet(\.sheet, action: \.sheet) { Sheet() }
                .onChange(of: \.text) { _, _, _ in .none }
        }
    }

    private func writes(_ actions: [Action], in feature: some Interactor<State, Action>) async -> [Int?] {
        let runtime = Runtime(feature)
        var writes: [Int?] = []
        for action in actions {
            await runtime.send(action).finish()
            writes.append(await runtime.state?.writes)
        }
        await runtime.shutdown(.drain)
        return writes
    }

    @Test("is written by what changes it, and not by looking for its child") func writes() async {
        let child = Self.parent().ifLet(\.sheet, action: \.child) { Sheet() }
        #expect(await writes([.type("a"), .open, .type("b"), .child(1), .type("c")], in: child) == [0, 1, 1, 2, 2])
        let presented = Self.parent().presents(\.sheet, action: \.sheet) { Sheet() }
        let actions: [Action] = [.type("a"), .open, .type("b"), .sheet(.presented(1)), .type("c"), .sheet(.dismiss)]
        #expect(await writes(actions, in: presented) == [0, 1, 1, 2, 2, 3])
    }

    @Test("is not written by looking at a collection in it, nor at what is within its rows") func rows() async {
        let feature = Self.parent().forEach(\.rows, action: \.row) {
            Interact<Row, RowAction>(initialValue: Row(id: 0)) { _, _ in .none }
                .ifLet(\.sheet, action: \.sheet) { Sheet() }
        }
        let actions: [Action] = [
            .type("a"), .row(.element(id: 2, action: .sheet(1))), .type("b"), .row(.element(id: 2, action: .sheet(1))),
        ]
        let writes = await writes(actions, in: feature).map { $0 ?? 0 }
        #expect(writes[0] == 0 && writes[2] == writes[1])
        // Each handler that gets a part of it to change counts as a write: those of the row and of its child.
        #expect(writes[3] - writes[2] == writes[1] - writes[0] && writes[1] <= 2)
    }

    struct Whole: Sendable, Equatable {
        var path = StackState<Int>() { didSet { writes += 1 } }
        var door = Door.State.closed { didSet { writes += 1 } }
        var writes = 0
    }

    struct Door: StateMachine {
        enum State: Sendable, Equatable { case closed, open }
        enum Input: Sendable, Equatable { case push, pull, knock }
        typealias IOResult = Never

        let initialValue = State.closed

        static func reduceInput(_ state: State, _ input: Input) -> Transition {
            switch (state, input) {
            case (.closed, .push): nextState(.open)
            case (.closed, .knock): identity
            case (.open, _), (.closed, .pull): undefined
            }
        }
    }

    @CasePathable enum WholeAction: Sendable {
        case path(StackAction<Int, Int>)
        case door(Door.Action)
    }

    @InteractorBuilder<Whole, WholeAction>
    private static func withDoor() -> some Interactor<Whole, WholeAction> {
        Interact(initialValue: Whole()) { _, _ in .none }
        Scope(state: \.door, action: \.door) { Door() }
    }

    @Test("is written by what pushes and pops, and not by popping what is gone") func stack() async {
        let feature = Interact<Whole, WholeAction>(initialValue: Whole()) { _, _ in .none }
            .presents(stack: \.path, action: \.path) { Sheet() }
        let runtime = Runtime(feature)
        let actions: [StackAction<Int, Int>] = [
            .push(1), .push(2), .popTo(1), .popTo(7), .popFrom(7), .popTo(0), .popTo(0), .popTo(nil), .popTo(nil),
            .popFrom(0),
        ]
        var writes: [Int?] = []
        for action in actions {
            await runtime.send(.path(action)).finish()
            writes.append(await runtime.state?.writes)
        }
        #expect(writes == [1, 2, 2, 2, 2, 3, 3, 4, 4, 4])
        await runtime.shutdown(.drain)
    }

    @Test("is written by a transition to a next state only") func machine() async {
        let recorder = DiagnosticsRecorder()
        let runtime = recorder { Runtime(Self.withDoor()) }
        var writes: [Int?] = []
        for input in [Door.Input.pull, .knock, .push, .push] {
            await runtime.send(.door(.input(input))).finish()
            writes.append(await runtime.state?.writes)
        }
        #expect(writes == [0, 0, 1, 1])
        #expect(recorder.kinds == [.undefinedTransition, .undefinedTransition])
        await runtime.shutdown(.drain)
    }

    @Test("is not written by looking for a child within it, nor by reading it") func inner() async {
        let writes = await writes([.type("a"), .type("b"), .inner(.nothing)], in: Self.withInner())
        #expect(writes[0] == 0 && writes[1] == 0)
        // One for the handler, which could have changed it.
        #expect(writes[2] == 1)
    }
}
