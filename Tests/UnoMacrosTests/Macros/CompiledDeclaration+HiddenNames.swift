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
                }
                enum ComposingThemselves {
                    @ComposableEffect enum Effect { case save(Int), again([Effect]) }
                    @ComposableEffect enum Factory { case save(Composing.Effect) }
                    @ComposableEffect enum Work {
                        case save(Work), again([Self])
                        struct Work: Sendable {}
                    }
                }
                """,
            checks: [
                "Composing.Work.Composed.save(.init()) == .just(.save(.init()))",
                "Composing.Work.Composed.again(.make(.init())) == .just(.again(.make(.init())))",
                "Composing.Work.Composed.plain() == .just(.plain())",
                "[Composing.Generic<Int, String>.Composed.save(1), .make(\"a\")].count == 2",
                "[ComposingThemselves.Work.Composed.save(.init()), .again([])].count == 2",
            ]
        ),
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
            ]
        ),
    ]
}
