import TestSupport
import Testing
import UnoArchitecture
import UnoPresentation
import UnoTesting

@Suite("A child asks to be dismissed that its parent removes or replaces itself", .timeLimit(.hang))
struct DismissalRequestTests {
    @Interactor struct Child {
        struct State: Sendable, Equatable, Identifiable { var id = 1 }
        @CasePathable enum Action: Sendable, Equatable { case save, saveAndNew, saveAndReplaceAll }
        var body: some InteractorOf<Self> { Interact(initialValue: State()) { _, _ in .dismiss() } }
    }

    static let question = AlertState<Int>("Delete?") { ButtonState("Delete", action: 1) }
    static let secondQuestion = AlertState<Int>("Really?") { ButtonState("Really", action: 2) }

    @Interactor struct Parent {
        struct State: Sendable, Equatable {
            var child: Child.State?
            var alert: AlertState<Int>?
            var path: StackState<Child.State> = []
            var log: [String] = []
        }

        @CasePathable enum Action: Sendable, Equatable {
            case open, ask
            case push(Int)
            case child(PresentationAction<Child.Action>)
            case alert(PresentationAction<Int>)
            case path(StackAction<Child.State, Child.Action>)
        }

        var body: some InteractorOf<Self> {
            Interact(initialValue: State()) { state, action in
                switch action {
                case .open: state.child = Child.State()
                case .ask: state.alert = DismissalRequestTests.question
                case .push(let count): for id in 1...count { state.path.append(Child.State(id: id)) }
                case .child(.presented(.save)): state.child = nil
                case .child(.presented(.saveAndNew)): state.child = Child.State(id: 2)
                case .child(.presented(.saveAndReplaceAll)): return .none
                case .child(.dismiss): state.log.append("dismiss \(state.child?.id ?? 0)")
                case .alert(.presented(1)): state.alert = DismissalRequestTests.secondQuestion
                case .alert(.presented): state.log.append("confirmed")
                case .alert(.dismiss): state.log.append("no")
                case .path(.element(let id, .save)): state.path.pop(from: id)
                case .path(.element(_, .saveAndNew)): state.path.append(Child.State(id: 9))
                case .path(.element(_, .saveAndReplaceAll)): state.path = [Child.State(id: 7), Child.State(id: 8)]
                case .path(.popFrom(let id)): state.log.append("pop \(state.path[id: id]?.id ?? 0)")
                case .path(.popTo): state.path = [Child.State(id: 7)]
                case .path(.push): break
                }
                return .state
            }
            .presents(\.child, action: \.child) { Child() }
            .presents(\.alert, action: \.alert)
            .presents(stack: \.path, action: \.path) { Child() }
        }
    }

    private let first = StackElementID(0)
    private let second = StackElementID(1)

    @Interactor struct Draft {
        struct State: Sendable, Equatable { var text = "" }
        @CasePathable enum Action: Sendable, Equatable { case watch, done }
        var body: some InteractorOf<Self> {
            Interact(initialValue: State()) { state, action in
                switch action {
                case .watch:
                    return .observe(id: "watch", policy: .dropNew) { _, send in
                        await send { $0.text += "!" }
                        for await _ in AsyncStream<Never>.makeStream().stream {}
                    }
                case .done: return .dismiss()
                }
            }
        }
    }

    /// Presents the next draft in the step in which one is dismissed.
    @Interactor struct Desk {
        struct State: Sendable, Equatable {
            var draft: Draft.State? = Draft.State()
            var isClosed: Bool { draft == nil }
        }
        @CasePathable enum Action: Sendable, Equatable { case draft(PresentationAction<Draft.Action>) }
        var body: some InteractorOf<Self> {
            Interact(initialValue: State()) { _, _ in .state }
                .onChange(of: \.isClosed) { state, _, isClosed in
                    guard isClosed else { return .none }
                    state.draft = Draft.State(text: "next")
                    return .state
                }
                .presents(\.draft, action: \.draft) { Draft() }
        }
    }

    @Test("A child that is presented in the step of a dismissal is another one: the effects of the first have ended")
    func presentedAgain() async {
        let harness = InteractorTestHarness(Desk(), exhaustivity: .off)
        await harness.send(.draft(.presented(.watch)))
        await harness.receive { $0.draft?.text = "!" }
        await harness.send(.draft(.presented(.done))) { $0.draft = Draft.State(text: "next") }
        // The first child's effect would have this one dropped.
        await harness.send(.draft(.presented(.watch)))
        await harness.receive { $0.draft?.text = "next!" }
        await harness.finish()
    }

    /// A child without an id.
    @Interactor struct Wizard {
        enum State: Sendable, Equatable { case welcome, watching }
        @CasePathable enum Action: Sendable, Equatable { case watch }
        var body: some InteractorOf<Self> {
            Interact(initialValue: State.welcome) { _, _ in
                .observe(id: "watch", policy: .dropNew) { _, send in
                    await send { $0 = .watching }
                    for await _ in AsyncStream<Never>.makeStream().stream {}
                }
            }
        }
    }

    /// Begins a dismissed wizard anew.
    @Interactor struct Office {
        struct State: Sendable, Equatable { var wizard: Wizard.State? = .welcome }
        @CasePathable enum Action: Sendable, Equatable { case wizard(PresentationAction<Wizard.Action>) }
        var body: some InteractorOf<Self> {
            Interact<State, Action>.showing(State()) { state, action in
                if case .wizard(.dismiss) = action { state.wizard = .welcome }
            }
            .presents(\.wizard, action: \.wizard) { Wizard() }
        }
    }

    @Test("A child in another case that takes the place of a dismissed one is another one: the first has ended")
    func anotherCase() async {
        let harness = InteractorTestHarness(Office(), exhaustivity: .off)
        await harness.send(.wizard(.presented(.watch)))
        await harness.receive { $0.wizard = .watching }
        await harness.send(.wizard(.dismiss)) { $0.wizard = .welcome }
        // The first child's effect would have this one dropped.
        await harness.send(.wizard(.presented(.watch)))
        await harness.receive { $0.wizard = .watching }
        await harness.finish()
    }

    @Test func `The parent removes the child: it is not told of a dismissal`() async {
        let harness = InteractorTestHarness(Parent())
        await harness.send(.open) { $0.child = Child.State() }
        await harness.send(.child(.presented(.save)), emitting: 1) { $0.child = nil }
        // Nothing is left of the request, and the next child is dismissed as usual.
        await harness.send(.open) { $0.child = Child.State() }
        await harness.send(.child(.presented(.saveAndReplaceAll)), emitting: 1) {
            $0.child = nil
            $0.log = ["dismiss 1"]
        }
        await harness.finish()
    }

    @Test func `The parent presents another child: that one stays, and the parent is not told of a dismissal`() async {
        let harness = InteractorTestHarness(Parent())
        await harness.send(.open) { $0.child = Child.State() }
        await harness.send(.child(.presented(.saveAndNew)), emitting: 1) { $0.child = Child.State(id: 2) }
        await harness.send(.child(.dismiss), emitting: 1) { ($0.child, $0.log) = (nil, ["dismiss 2"]) }
        await harness.finish()
    }

    @Test func `The parent answers a button of an alert with another alert`() async {
        let harness = InteractorTestHarness(Parent())
        await harness.send(.ask) { $0.alert = DismissalRequestTests.question }
        await harness.send(.alert(.presented(1)), emitting: 1) { $0.alert = DismissalRequestTests.secondQuestion }
        await harness.send(.alert(.presented(2)), emitting: 1) { ($0.alert, $0.log) = (nil, ["confirmed"]) }
        await harness.finish()
    }

    @Test func `The parent pops the element: it is not told of a pop`() async {
        let harness = InteractorTestHarness(Parent())
        await harness.send(.push(2)) { $0.path = Self.stack(1, 2) }
        await harness.send(.path(.element(id: second, action: .save)), emitting: 1) { _ = $0.path.popLast() }
        await harness.send(.path(.element(id: first, action: .saveAndNew)), emitting: 1) {
            $0.path.removeAll()
            $0.log = ["pop 1"]
        }
        await harness.finish()
    }

    @Test func `The parent puts another stack there: its elements stay, although their ids are equal`() async {
        let harness = InteractorTestHarness(Parent())
        await harness.send(.push(2)) { $0.path = Self.stack(1, 2) }
        await harness.send(.path(.element(id: second, action: .saveAndReplaceAll)), emitting: 1) {
            $0.path = Self.stack(7, 8)
        }
        await harness.send(.path(.popTo(nil)), emitting: 1) { $0.path = Self.stack(7) }
        await harness.send(.path(.element(id: first, action: .saveAndNew)), emitting: 1) {
            $0.path.removeAll()
            $0.log = ["pop 7"]
        }
        await harness.finish()
    }

    private static func stack(_ ids: Int...) -> StackState<Child.State> { StackState(ids.map { Child.State(id: $0) }) }
}
