import TestSupport
import Testing
import UnoArchitecture
import UnoInspector
import UnoLifting
import UnoPresentation
import UnoStateMachines
import UnoStorage
import UnoTesting

/// Each part of the library, with the tree that it is shown as.
@Suite("A graph's description shows")
struct GraphRowTests {
    struct Part: Sendable, Equatable {
        var (count, pair) = (0, (0, 1))
        static func == (left: Part, right: Part) -> Bool { left.count == right.count }
        var double: Int {
            get { 2 * count }
            set { count = newValue / 2 }
        }
    }
    struct Row: Sendable, Identifiable { let id: Int }
    @CasePathable
    enum Choice: Sendable {
        case none
        case part(Part)
    }
    struct Whole: Sendable {
        var part = Part()
        var optional: Part?
        var choice = Choice.none
        var rows: [Row] = []
        var stack = StackState<Part>()
        var dialog: AlertState<Int>?
    }
    @CasePathable
    enum Action: Sendable {
        case part(Int)
        case changed(Part)
        case row(IdentifiedAction<Int, Int>)
        case pair(id: Int, action: Int)
        case presented(PresentationAction<Int>)
        case stack(StackAction<Part, Int>)
        case dialog(PresentationAction<Int>)
        case binding(BindingAction<Whole>)
    }

    struct Step: SynchronousInteractor {
        let initialValue = Whole()
        func interact(state: inout Whole, action: Action) -> Emission<Whole> { .none }
    }

    struct Filter<Base: Interactor>: Interactor {
        let bases: [Base]
        let name = "even"
        func interact(_ upstream: AsyncStream<Base.Action>) -> AsyncStream<Base.DomainState> {
            bases[0].interact(upstream)
        }
    }

    struct Settings: FeatureDependency, Sendable {
        var isLong = false
        static let unprovided = Settings()
    }

    struct Row_: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let interactor: any Interactor
        let tree: String

        init(_ name: String, _ interactor: any Interactor, _ tree: String) {
            (testDescription, self.interactor, self.tree) = (name, interactor, tree)
        }
    }

    static let step = Interact<Whole, Action>(initialValue: Whole()) { _, _ in .none }
    static let part = Interact<Part, Int>(initialValue: Part()) { _, _ in .none }
    static let row = Interact<Row, Int>(initialValue: Row(id: 0)) { _, _ in .none }
    static let number = Interact<Int, Int>(initialValue: 0) { _, _ in .none }

    static let requiring = Requiring<Int, Int, _>(Settings.self) { settings in
        if settings.isLong { number } else { Update<Int, Int>(initialValue: 0) { _, _, _ in } }
    }

    static func with(_ kind: String, _ scope: String) -> String { "\(kind)\n├─ interact\n└─ interact: \(scope)" }

    static let rows: [Row_] = [
        Row_("Interact", step, "interact"),
        Row_("Update", Update<Int, Int>(initialValue: 0) { _, _, _ in }, "update"),
        Row_("SynchronousInteractor", Step(), "Step (step)"),
        Row_("EmptyInteractor", EmptyInteractor<Int, Int>(), "empty"),
        Row_(
            "Merge", Interactors.Merge(number, Interactors.Merge(number, number)),
            "merge\n├─ interact\n├─ interact\n└─ interact"),
        Row_("MergeMany", Interactors.MergeMany(interactors: [number, number]), "for (2)\n├─ interact\n└─ interact"),
        Row_("CollectInteractors", Interactors.CollectInteractors<Int, Int, _> { number }, "collect\n└─ interact"),
        Row_(
            "Debounce", DebounceInteractor(for: .milliseconds(300), clock: TestClock()) { number },
            "debounce 0.3 seconds\n└─ interact"),
        Row_(
            "Throttle", ThrottleInteractor(for: .seconds(2), clock: TestClock()) { number },
            "throttle 2.0 seconds\n└─ interact"),
        Row_("onChange", step.onChange(of: \.part.count) { _, _, _ in .none }, "onChange \\.part.count\n└─ interact"),
        Row_(
            "onChange of a computed property", step.onChange(of: \.part.double) { _, _, _ in .none },
            "onChange \\.part.(computed Int)\n└─ interact"),
        Row_(
            "onChange of an element of a tuple", step.onChange(of: \.part.pair.1) { _, _, _ in .none },
            "onChange \\.part.pair.1\n└─ interact"),
        Row_("wrap", number.wrap { $0.proceed() }, "wrap\n└─ interact"),
        Row_("atEnd", number.atEnd(.cancel), "atEnd\n└─ interact"),
        Row_("starting", number.starting(with: 3), "starting\n└─ interact"),
        Row_("Requiring", requiring, "requiring\n└─ if (second branch)\n   └─ update"),
        Row_(
            "Requiring with what is provided", requiring.providing(Settings(isLong: true)),
            "providing\n└─ requiring\n   └─ if (first branch)\n      └─ interact"),
        Row_(
            "when", step.when(stateIs: \.part, actionIs: \.part, stateAction: \.changed) { part },
            with("when", "for \\.part, state \\.part, back as \\.changed")),
        Row_(
            "when of a case",
            Interact<Choice, Action>(initialValue: .none) { _, _ in .none }
                .when(stateIs: \.part, actionIs: \.part, stateAction: \.changed) { part },
            with("when", "for \\.part, state \\.part?, back as \\.changed")),
        Row_(
            "Scope", Scope<Whole, Action, _>(state: \.part, action: \.part) { part },
            "scope\n└─ interact: for \\.part, state \\.part"),
        Row_(
            "Scope on actions", Scope<Part, Action, _>(action: \.part) { part },
            "scope\n└─ interact: for \\.part, the whole state"),
        Row_(
            "Scope on a state", Scope<Whole, Int, _>(state: \.part) { part },
            "scope\n└─ interact: for actions, state \\.part"),
        Row_(
            "ifLet", step.ifLet(\.optional, action: \.part) { part }, with("ifLet", "for \\.part, state \\.optional?")),
        Row_(
            "ifCaseLet",
            Interact<Choice, Action>(initialValue: .none) { _, _ in .none }.ifCaseLet(\.part, action: \.part) { part },
            with("ifLet", "for \\.part, state \\.part?")),
        Row_("forEach", step.forEach(\.rows, action: \.row) { row }, with("forEach", "for \\.row, state \\.rows?")),
        Row_(
            "forEach with pairs", step.forEach(\.rows, idAndAction: \.pair) { row },
            with("forEach", "for \\.pair, state \\.rows?")),
        Row_(
            "presents", step.presents(\.optional, action: \.presented) { part },
            with("presents", "for \\.presented, state \\.optional?")),
        Row_(
            "a dialog", step.presents(\.dialog, action: \.dialog),
            "presents\n├─ interact\n└─ dialog: for \\.dialog, state \\.dialog?"),
        Row_(
            "a stack", step.presents(stack: \.stack, action: \.stack) { part },
            with("stack", "for \\.stack, state \\.stack?")),
        Row_("BindingInteractor", BindingInteractor<Whole, Action>(), "binding"),
        Row_("Reducer", Reducer<Int, Int> { _, _ in }, "reducer"),
        Row_(
            "Store", Store(initialValue: 0, reducer: Reducer<Int, Int>.identity, middleware: IdentityMiddleware()),
            "store"),
        Row_("observing", step.observing(Shared(Part()), at: \.part), "observing \\.part\n└─ interact"),
        Row_("observing the whole", part.observing(Shared(Part())), "observing\n└─ interact"),
        Row_(
            "a transformer with parts", Filter(bases: [number, number]),
            "Filter<Interact<Int, Int>> (transformer)\n├─ interact\n└─ interact"),
    ]

    @Test("each part of the library", arguments: rows)
    func part(row: Row_) { #expect(GraphDescription(of: row.interactor).treeWithoutPlaces == row.tree) }
}
