/// A line of a table: declarations that have to compile, and expressions that have to be true.
struct CompiledDeclaration {
    let name: String
    let code: String
    let checks: [String]

    /// All lines are one module, so their names differ.
    static let all = closures + conformances + names + hiddenNames + builds + others

    // MARK: Functions as values

    static let closures = [
        CompiledDeclaration(
            name: "functions behind an alias and in parentheses",
            code: """
                typealias Callback = @Sendable () -> Int
                typealias Change<Value> = @Sendable (inout Value) -> Void
                struct Feature {}
                extension Feature {
                    @CasePathable enum Action {
                        case done(Callback), named(run: Callback), pair(Callback, x: Int), generic(Change<Int>)
                        case parentheses((@Sendable () -> Int)), two(((Int) -> Int))
                    }
                }
                """,
            checks: [
                "Feature.Action.allCasePaths.done.embed { 1 }[case: \\.done]?() == 1",
                "Feature.Action.allCasePaths.named.embed { 2 }[case: \\.named]?() == 2",
                "Feature.Action.allCasePaths.pair.embed(({ 3 }, x: 4))[case: \\.pair]?.x == 4",
                "Feature.Action.pair({ 3 }, x: 4)[case: \\.pair]?.0() == 3",
                "Feature.Action.allCasePaths.parentheses.embed { 5 }[case: \\.parentheses]?() == 5",
                "Feature.Action.allCasePaths.two.embed { $0 + 1 }[case: \\.two]?(5) == 6",
                "Feature.Action.allCasePaths.generic.embed { $0 += 1 }.is(\\.generic)",
            ]),
        CompiledDeclaration(
            name: "functions in an enum with constrained parameters",
            code: """
                @CasePathable enum Constrained<Element: Sequence> {
                    case done(Callback), both(Callback, Element), map((Element) -> Element), nothing
                    case `let`(Callback), value(Element), extracting(in: Int)
                    static func done(count: Int) -> Constrained { .nothing }
                }
                """,
            checks: [
                "Constrained<[Int]>.allCasePaths.done.embed { 1 }[case: \\.done]?() == 1",
                "Constrained<[Int]>.allCasePaths.both.embed(({ 1 }, [2]))[case: \\.both]?.1 == [2]",
                "Constrained<[Int]>.map { $0 + [1] }[case: \\.map]?([2]) == [2, 1]",
                "Constrained<[Int]>.allCasePaths.nothing.embed(()).is(\\.nothing)",
                "Constrained<[Int]>.allCasePaths.let.embed { 1 }.is(\\.let)",
                "Constrained.value([1])[case: \\.value] == [1]",
                "Constrained<[Int]>.extracting(in: 3)[case: \\.extracting] == 3",
            ]),
        CompiledDeclaration(
            name: "functions in effects",
            code: """
                @ComposableEffect enum Work {
                    case done(Callback), parentheses((@Sendable () -> Int)), named(run: Callback, after: Int = 3)
                    case written(@Sendable () -> Int), optional(Int?), list([Int]), text(String = "a"), nothing
                    case forced(Int!), pair(Callback, Int), labelled(list: [Int], of: (@Sendable () -> Int)?)
                    case stated(@Sendable() -> Int = {
                        let one = Self.one // Its line ends the statement.
                        return one + 1
                    })
                    static let one = 1
                }
                extension Work.Composed {
                    var only: Work? { if case .just(let effect) = composition.kind { effect } else { nil } }
                    var number: Int? {
                        switch only {
                        case .done(let run), .parentheses(let run), .written(let run), .stated(let run): run()
                        case .named(let run, let after): run() + after
                        default: nil
                        }
                    }
                }
                func composed(_ effects: Work.Composed...) -> [Int?] { effects.map(\\.number) }
                func inPlace(_ number: inout Int) -> Work.Composed {
                    number > 0 ? .list([number]) : .named(run: { 1 }, after: number)
                }
                func fromFunction() -> [Work.Composed] { [1, nil].map { .optional($0) } + ([{ 1 }] as [Callback]).map(Work.Composed.done) }
                """,
            checks: [
                "composed(.done { 1 }, .done({ 2 }), .parentheses { 3 }, .written { 4 }) == [1, 2, 3, 4]",
                "composed(.stated(), .stated { 3 }) == [2, 3]",
                "composed(.named { 1 }, .named(run: { 1 }, after: 1), .nothing, .text(), .optional(nil))"
                    + " == [4, 2, nil, nil, nil]",
            ]),
    ]

    // MARK: Conformances that exist

    static let conformances = [
        CompiledDeclaration(
            name: "a conformance in any form is not added again",
            code: """
                struct Domain {}
                struct Title { var text = "" }
                @ViewStateReducer<Domain, Title> struct IsolatedByHand: @MainActor ViewStateReducer {
                    @MainActor func reduce(_ domainState: Domain, into viewState: inout Title) { viewState.text = "b" }
                }
                @MainActor @ViewStateReducer<Domain, Title> struct Isolated {
                    func reduce(_ domainState: Domain, into viewState: inout Title) { viewState.text = "c" }
                }
                @MainActor @ViewStateReducer<Domain, Title> struct IsolatedBody {
                    var body: some ViewStateReducerOf<Self> { BuildViewState { _, state in state.text = "d" } }
                }
                @Interactor<Int, Int> struct Nonisolated: nonisolated Interactor {
                    var body: some InteractorOf<Self> { Interact(initialValue: 1) { _, _ in .state } }
                }
                typealias Part = Interactor
                @Interactor<Int, Int> struct Aliased: Part {
                    var body: some InteractorOf<Self> { Interact(initialValue: 2) { _, _ in .state } }
                }
                @Interactor<Int, Int> struct Extended {
                    var body: some InteractorOf<Self> { Interact(initialValue: 3) { _, _ in .state } }
                }
                extension Extended: Interactor {}
                @CasePathable enum Paths: nonisolated CasePathable { case a }
                @CasePathable enum MorePaths { case a }
                extension MorePaths: CasePathable {}
                @MainActor func text(_ reducer: some ViewStateReducer<Domain, Title>) -> String {
                    var title = Title()
                    reducer.reduce(Domain(), into: &title)
                    return title.text
                }
                """,
            checks: [
                "text(IsolatedByHand()) + text(Isolated()) + text(IsolatedBody()) == \"bcd\"",
                "[Nonisolated().initialValue, Aliased().initialValue, Extended().initialValue] == [1, 2, 3]",
                "Paths.a.is(\\.a) && MorePaths.a.is(\\.a)",
            ])
    ]

    // MARK: Names

    static let names = [
        CompiledDeclaration(
            name: "names of the modules",
            code: """
                @CasePathable enum Modules { case UnoArchitecture(Int), Swift }
                enum Shadowing {
                    enum UnoArchitecture {}
                    enum Swift {}
                    @CasePathable enum Paths { case one(Int), two }
                    @CasePathable enum Generic<Element: Sequence> { case one(Element), two }
                    @Interactor<Int, Int> struct Counter {
                        var body: some InteractorOf<Self> { Interact(initialValue: 1) { _, _ in .state } }
                    }
                    @StateMachine @EffectComposition struct Machine {
                        enum State { case on, off }
                        enum Input { case go }
                        enum IOEffect { case run(Int) }
                        let initialValue = State.on
                        static func reduceInput(_ state: State, _ input: Input) -> Transition { identity }
                    }
                }
                extension Shadowing.Machine: Shadowing.Machine.EffectRunner {
                    func runRun(_ value: Int) -> IOResultStream { fatalError() }
                }
                """,
            checks: [
                "Modules.UnoArchitecture(1)[case: \\.UnoArchitecture] == 1", "Modules.Swift.is(\\.Swift)",
                "Shadowing.Paths.one(1)[case: \\.one] == 1", "Shadowing.Generic.one([1])[case: \\.one] == [1]",
                "Shadowing.Counter().initialValue == 1", "Shadowing.Machine().initialValue == .on",
            ]),
        CompiledDeclaration(
            name: "labels that are keywords, and names of generated variables",
            code: """
                @CasePathable enum Labels {
                    case one(`let`: Int), several(`var`: Int, `inout`: Int, `in`: Int)
                }
                @StateMachine @EffectComposition struct Labelled {
                    enum State { case on, lab(`let`: Int) }
                    enum Input { case go }
                    enum IOEffect { case go(runner: Int), stop(`let`: Int), see(ioEffect: Int, `inout`: Int) }
                    let initialValue = State.on
                    static func reduceInput(_ state: State, _ input: Input) -> Transition { run(.stop(let: 1)) }
                }
                extension Labelled: Labelled.EffectRunner {
                    func runGo(runner: Int) -> IOResultStream { fatalError() }
                    func runStop(`let`: Int) -> IOResultStream { fatalError() }
                    func runSee(ioEffect: Int, `inout`: Int) -> IOResultStream { fatalError() }
                }
                """,
            checks: [
                "Labels.one(let: 1)[case: \\.one] == 1",
                "Labels.several(var: 1, `inout`: 2, in: 3)[case: \\.several]?.in == 3",
                "Labelled.effectScope(of: .lab(let: 1)) == 1",
            ]),
    ]

    // MARK: Other

    static let others = [
        CompiledDeclaration(
            name: "deprecated cases, and values that cannot be",
            code: """
                typealias Nothing = Never
                @CasePathable enum Old {
                    @available(*, deprecated) case old(Int)
                    @available(*, unavailable) case gone(Int)
                    case never(Never), alias(Nothing), two(Nothing, x: Int), alert(AlertState<Never>)
                }
                @CasePathable enum OldGeneric<Element: Sequence> {
                    @available(*, deprecated) case old(Element)
                    case never(Never), alias(Nothing), two(Nothing, Element), value(Element)
                }
                @Destination enum Screen { case alert(AlertState<Never>), dialog(ConfirmationDialogState<Nothing>) }
                @ComposableEffect enum OldWork {
                    @available(*, deprecated) case old(Int)
                    @available(*, deprecated) case older
                    case fresh
                }
                @StateMachine @EffectComposition struct OldMachine {
                    enum State { @available(*, deprecated) case old; case on, no(Nothing) }
                    enum Input { case go }
                    enum IOEffect { @available(*, deprecated) case old(Int); case fresh }
                    let initialValue = State.on
                    static func reduceInput(_ state: State, _ input: Input) -> Transition { identity }
                }
                extension OldMachine: OldMachine.EffectRunner {
                    func runOld(_ value: Int) -> IOResultStream { fatalError() }
                    func runFresh() -> IOResultStream { fatalError() }
                }
                """,
            checks: [
                "OldGeneric.value([1]).is(\\.value)", "OldMachine.effectScope(of: .on) == 1",
                "AnyCasePath<Old, Never>(\\.never).extract(from: .alert(AlertState(\"a\"))) == nil",
            ]),
        CompiledDeclaration(
            name: "an operator that begins as a regular expression might",
            code: """
                infix operator </: AdditionPrecedence
                @CasePathable enum Operators {
                    case one(Int)
                    static func </ (left: Self, right: Self) -> Self { right }
                    static let two = Operators.one(1) </ .one(2), three = Operators.one(1) </ .one(2); case last(Int)
                }
                """, checks: ["Operators.last(1).is(\\.last)", "Operators.three[case: \\.one] == 2"]),
        CompiledDeclaration(
            name: "a body with a return inside an if",
            code: """
                @Interactor<Int, Int> struct Returning {
                    let flag: Bool
                    var body: some InteractorOf<Self> {
                        if flag { return Interact(initialValue: 1) { _, _ in return .state } }
                        return Interact(initialValue: 2) { _, _ in .state }
                    }
                }
                @Interactor<Int, Int> struct Building {
                    let flag: Bool
                    var body: some InteractorOf<Self> {
                        if flag {
                            Interact(initialValue: 1) { _, _ in return .state }
                        } else {
                            Interact(initialValue: 2) { _, _ in return .state }
                        }
                    }
                }
                """,
            checks: [
                "Returning(flag: true).initialValue + Returning(flag: false).initialValue == 3",
                "Building(flag: true).initialValue + Building(flag: false).initialValue == 3",
            ]),
        CompiledDeclaration(
            name: "a feature without actions, and one whose state is generic",
            code: """
                @Interactor struct Still {
                    struct State: Sendable, Equatable { var text = "still" }
                    enum Action: Sendable {}
                    var body: some InteractorOf<Self> { Update(initialValue: State()) { _, _, _ in } }
                }
                struct Favourite<ID: Hashable & Sendable>: Sendable, Equatable { var id: ID; var isOn = false }
                enum FavouriteAction: Sendable { case tap }
                @Interactor struct Favourites<ID: Hashable & Sendable> {
                    typealias DomainState = Favourite<ID>
                    typealias Action = FavouriteAction
                    let id: ID
                    var body: some InteractorOf<Self> {
                        Update(initialValue: Favourite(id: id)) { state, _, _ in state.isOn.toggle() }
                    }
                }
                @Interactor struct Screen1 {
                    struct State: Sendable, Equatable { var alert: AlertState<Never>?; var still = Still.State() }
                    @CasePathable enum Action: Sendable {
                        case alert(PresentationAction<Never>), still(Still.Action), tap
                    }
                    var body: some InteractorOf<Self> {
                        Scope(state: \\.still, action: \\.still) { Still() }
                        Update(initialValue: State()) { state, action, _ in
                            if case .tap = action { state.alert = AlertState("a") }
                        }
                        .presents(\\.alert, action: \\.alert)
                    }
                }
                """,
            checks: [
                "Favourites(id: 3).initialValue == Favourite(id: 3)", "Still().initialValue.text == \"still\"",
                "Screen1().initialValue.alert == nil",
            ]),
        CompiledDeclaration(
            name: "type parameters that are the associated types",
            code: """
                @Interactor struct Log<State: Sendable, Action: Sendable> {
                    let initial: State
                    var body: some InteractorOf<Self> { Interact(initialValue: initial) { _, _ in .state } }
                }
                @ViewStateReducer struct Copy<DomainState> {
                    struct ViewState { var copy: DomainState? }
                    func reduce(_ domainState: DomainState, into viewState: inout ViewState) { viewState.copy = domainState }
                }
                @StateMachine struct Counting<Input: Sendable> {
                    struct State { var count = 0 }
                    let initialValue = State()
                    static func reduceInput(_ state: State, _ input: Input) -> Transition { identity }
                }
                """,
            checks: ["Log<Int, String>(initial: 4).initialValue == 4", "Counting<Int>().initialValue.count == 0"]),
        CompiledDeclaration(
            name: "two cases of one name with phases by hand",
            code: """
                @StateMachine struct Phases {
                    enum State { case at(x: Int), at(y: Int, Int) }
                    enum Input { case go }
                    let initialValue = State.at(x: 1)
                    static func effectScope(of state: State) -> Bool { if case .at(x: _) = state { true } else { false } }
                    static func reduceInput(_ state: State, _ input: Input) -> Transition { identity }
                }
                """, checks: ["Phases.effectScope(of: .at(x: 1)) != Phases.effectScope(of: .at(y: 1, 2))"]),
    ]
}
