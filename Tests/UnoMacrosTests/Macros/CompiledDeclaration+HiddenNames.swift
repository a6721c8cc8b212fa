extension CompiledDeclaration {
    /// Types with names that mean something else where the generated code stands.
    static let hiddenNames = [
        CompiledDeclaration(
            name: "names of the type with the compositions",
            code: """
                enum Composing {
                    struct Effect: Sendable, Equatable { enum Kind { case one } }
                    struct Factory: Sendable, Equatable {}
                    @ComposableEffect enum Work: Equatable {
                        case save(Effect), make(Factory), both(Effect, Factory), plain(effect: Effect = Effect()), kind([Effect.Kind])
                        indirect case again(Composed)
                    }
                    @ComposableEffect enum Generic<Effect: Sendable, Factory: Sendable> { case save(Effect), make(Factory) }
                    @ComposableEffect enum OfSomeBuilds {
                        case load
                        #if NEVER
                            struct Effect {}
                            case debug(Effect)
                        #endif
                    }
                }
                enum ComposingThemselves {
                    @ComposableEffect enum Effect { case save(Int), again([Effect]) }
                    @ComposableEffect enum Factory { case save(Composing.Effect) }
                    @ComposableEffect enum Work {
                        case save(Work), again([Self])
                        struct Work: Sendable {}
                    }
                }
                @StateMachine @EffectComposition struct Repeating {
                    enum State { case on }
                    enum Input { case go }
                    indirect enum IOEffect { case again(Composed), all([Composed]) }
                    let initialValue = State.on
                    static func reduceInput(_ state: State, _ input: Input) -> Transition { run(.again(.all([]))) }
                }
                extension Repeating: Repeating.EffectRunner {
                    func runAgain(_ value: IOEffect.Composed) -> IOResultStream { fatalError() }
                    func runAll(_ value: [IOEffect.Composed]) -> IOResultStream { fatalError() }
                }
                """,
            checks: [
                "Composing.Work.Composed.save(.init()) == .just(.save(.init()))",
                "Composing.Work.Composed.again(.make(.init())) == .just(.again(.make(.init())))",
                "Composing.Work.Composed.plain() == .just(.plain())",
                "[Composing.Generic<Int, String>.Composed.save(1), .make(\"a\")].count == 2",
                "[ComposingThemselves.Work.Composed.save(.init()), .again([])].count == 2",
            ]),
        CompiledDeclaration(
            name: "names of the type with the paths",
            code: """
                enum Controlled {
                    struct Root: Sendable, Equatable { var text = "" }
                    struct BoundState: Sendable, Equatable { var text = "" }
                    @CasePathable enum Action {
                        case root(Root), bound(BoundState), binding(BindingAction<BoundState>)
                    }
                    static func bound<Paths: BindingCasePaths>(_ paths: Paths) -> Paths.BoundState.Type {
                        Paths.BoundState.self
                    }
                    // Before the paths are used: the order decides what a name means.
                    static let state = bound(Action.allCasePaths)
                }
                enum Named {
                    @CasePathable enum Root { case binding(BindingAction<Int>), again([Root]) }
                    @CasePathable enum Case { case Case(Int), two }
                    @CasePathable enum Constrained<Element: Sequence> { case Constrained(Element), two }
                    @CasePathable enum Nesting {
                        case one(Nesting), again([Self])
                        struct Nesting: Equatable {}
                    }
                    @CasePathable enum Taking<Taking: Sequence> { case one(Taking), two }
                    @CasePathable enum Action {
                        case binding(BindingAction<Int>), two
                        struct BindingAction<Value> { var value: Value }
                    }
                }
                """,
            checks: [
                "Controlled.state == Controlled.BoundState.self",
                "Controlled.Action.root(.init(text: \"a\"))[case: \\.root]?.text == \"a\"",
                "Controlled.Action.bound(.init(text: \"b\"))[case: \\.bound]?.text == \"b\"",
                "Named.Root.again([]).is(\\.again)", "Named.Case.Case(1)[case: \\.Case] == 1",
                "Named.Constrained.Constrained([1])[case: \\.Constrained] == [1]",
                "Named.Nesting.one(.init())[case: \\.one] == .init()",
                "Named.Taking<[Int]>.one([1])[case: \\.one] == [1]",
                "Named.Action.binding(.init(value: 1))[case: \\.binding]?.value == 1",
            ]),
        CompiledDeclaration(
            name: "names of a machine's input and of its state",
            code: """
                @StateMachine struct Amounts {
                    struct State { var sum = 0 }
                    enum Input: Equatable { case set(to: Int), add(Int, Int) }
                    let initialValue = State()
                    static func reduceInput(_ state: State, _ input: Input) -> Transition {
                        switch input {
                        case .set(let number): nextState(State(sum: number))
                        case .add(let one, let two): nextState(State(sum: state.sum + one + two))
                        }
                    }
                }
                let input = 100, action = 200
                @StateMachine @ComposableStateMachine struct Adding {
                    struct State {
                        @NestedState var amounts = Amounts.State()
                        @NestedState var flag = Flag.State.on
                        @StateMachine struct Flag {
                            enum State { case on, off }
                            enum Input { case flip }
                            let initialValue = State.on
                            static func reduceInput(_ state: State, _ input: Input) -> Transition { nextState(.off) }
                        }
                    }
                    enum Input {
                        @Forward(Amounts.Input.set(to: Amount.one)) case one
                        @Forward(Amounts.Input.add(Self.limit, limit(of: limit))) case most
                        @Forward(Amounts.Input.add(input, action)) case global
                        @Forward(State.Flag.Input.flip) case flip
                        enum Amount { static let one = 1 }
                        static let limit = 10
                        static func limit(of value: Int) -> Int { value * 2 }
                    }
                    let initialValue = State()
                    static func reduceInput(_ state: State, _ input: Input) -> Transition { identity }
                }
                """, checks: ["Adding().initialValue.amounts.sum == 0", "input + action == 300"]),
    ]
}
