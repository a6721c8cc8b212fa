import Testing

/// What the macros leave to the compiler, which checks the code that they are used in and that they write.
@Suite("Misuse that the compiler finds") struct MacroMisuseTests {
    private static let source = """
        import UnoArchitecture; import UnoStateMachines

        @StateMachine
        struct Counter {
            struct State {}
            enum Input { case increment, set(to: Int) }
            let initialValue = State()
            static func reduceInput(_ state: State, _ input: Input) -> Transition { identity }
        }

        @StateMachine @ComposableStateMachine
        struct Parent {
            struct State { @NestedState var counter = Counter.State() }
            enum Input {
                @Forward(Counter.Input.missing) case missing
            }
            let initialValue = State()
            static func reduceInput(_ state: State, _ input: Input) -> Transition { identity }
        }

        @StateMachine @ComposableStateMachine
        struct Misfit {
            struct State { @NestedState var counter = Counter.State() }
            enum Input {
                @Forward(Counter.Input.set) case set(to: String)
            }
            let initialValue = State()
            static func reduceInput(_ state: State, _ input: Input) -> Transition { identity }
        }

        @StateMachine @EffectComposition
        struct Idle {
            struct State {}
            enum Input { case go }
            enum IOEffect { case fetch(Int) }
            let initialValue = State()
            static func reduceInput(_ state: State, _ input: Input) -> Transition { run(.fetch(1)) }
        }
        """

    @Test("A forward to no case, a value that does not fit, and effects that are never run are errors that say so")
    func misuse() throws {
        let diagnostics = try Compiler.run(["Misuse": Self.source], .check).output
        #expect(diagnostics.contains("Misuse.swift:15:32: error: type 'Counter.Input' has no member 'missing'"))
        #expect(diagnostics.contains("error: cannot convert value of type 'String' to expected argument type 'Int'"))
        #expect(diagnostics.contains("case .set(to: let to): .input(.set(to: to))"))
        #expect(
            diagnostics.contains(
                "error: return type of let 'runner' requires that 'Idle' conform to 'Idle.EffectRunner'"))
    }

    private static let childrenSource = """
        import UnoArchitecture

        struct Row: Sendable, Identifiable { var id = 1, count = 0 }
        enum Part: Sendable { case tick }

        @Interactor<Row, Part>
        struct Child {
            var body: some InteractorOf<Self> { Interact(initialValue: Row()) { _, _ in .state } }
        }

        @Interactor
        struct Board {
            struct State: Sendable { var row = Row(), rows: [Row] = [] }
            @CasePathable
            enum Action: Sendable { case part(Part), number(Int), pair(Int, Part), row(IdentifiedAction<Int, Part>) }

            var body: some InteractorOf<Self> {
                Interact(initialValue: State()) { state, action in .state }
                PART
            }
        }
        """

    static let children: [(part: String, message: String)] = [
        (
            "    .forEach(\\.rows, action: \\.pair) { Child() }",
            "'(Int, Part)' cannot conform to 'IdentifiedActionProtocol'"
        ),
        (
            "    .forEach(\\.rows, action: \\.part) { Child() }",
            "requires that 'Part' conform to 'IdentifiedActionProtocol'"
        ),
        ("    .forEach(\\.rows, action: \\.missing) { Child() }", "has no dynamic member 'missing'"),
        (
            """
                .forEach(\\.rows, action: \\.missing) {
                    Interact(initialValue: Row()) { state, action in
                        switch action { case .tick: state.count += 1 }
                        return .state
                    }
                }
            """, "has no dynamic member 'missing'"
        ),
        ("Scope(state: \\.row, action: \\.missing) { Child() }", "has no dynamic member 'missing'"),
        ("Scope(state: \\.row, action: \\.number) { Child() }", "(aka 'Part') to expected argument type 'Int'"),
    ]

    @Test("A case that is not a child's is an error that says so, in a body by macro too", arguments: children.indices)
    func wrongCases(index: Int) throws {
        let (part, message) = Self.children[index]
        let source = Self.childrenSource.replacing("PART", with: part)
        let diagnostics = try Compiler.run(["Misuse": source], .check).output
        #expect(diagnostics.contains(message), "\(part)\n\(diagnostics)")
        #expect(!diagnostics.contains("failed to produce diagnostic"), "\(part)")
    }
}
