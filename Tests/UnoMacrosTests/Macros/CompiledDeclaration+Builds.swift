extension CompiledDeclaration {
    /// Members that only some builds have. Each line has one for Linux and one for other systems, so that every build lacks one.
    static let builds = [
        CompiledDeclaration(
            name: "results and inputs of some builds",
            code: """
                @StateMachine struct Built {
                    struct State { var count = 0 }
                    enum Input { case go, set(to: Int) }
                    enum IOResult { case done }
                    let initialValue = State()
                    static func reduceInput(_ state: State, _ input: Input) -> Transition { identity }
                    static func reduceIOResult(_ state: State, _ result: IOResult) -> Transition { identity }
                }
                @StateMachine @ComposableStateMachine struct BuiltOnLinux {
                    struct State { @NestedState var built = Built.State() }
                    enum Input {
                        @Forward(Built.Input.go) case go
                        #if os(Linux)
                            case own
                        #endif
                    }
                    enum IOResult {
                        #if os(Linux)
                            @Forward(Built.IOResult.self) case done(Built.IOResult)
                        #endif
                    }
                    let initialValue = State()
                    static func reduceInput(_ state: State, _ input: Input) -> Transition { identity }
                    static func reduceIOResult(_ state: State, _ result: IOResult) -> Transition {
                        #if os(Linux) // Elsewhere, nothing can be a result.
                            return identity
                        #endif
                    }
                }
                @StateMachine @ComposableStateMachine struct BuiltElsewhere {
                    struct State { @NestedState var built = Built.State() }
                    enum Input {
                        @Forward(Built.Input.go) case go
                        #if !os(Linux)
                            case own
                        #endif
                    }
                    enum IOResult {
                        #if !os(Linux)
                            @Forward(Built.IOResult.self) case done(Built.IOResult)
                        #endif
                    }
                    let initialValue = State()
                    static func reduceInput(_ state: State, _ input: Input) -> Transition { identity }
                    static func reduceIOResult(_ state: State, _ result: IOResult) -> Transition {
                        #if !os(Linux) // Elsewhere, nothing can be a result.
                            return identity
                        #endif
                    }
                }
                @StateMachine @ComposableStateMachine struct BuiltInside {
                    struct State { @NestedState var built = Built.State() }
                    enum Input {
                        #if os(Linux)
                            @Forward(Built.Input.go) case go
                        #endif
                        @available(macOS, unavailable) @Forward(Built.Input.go) case film
                    }
                    enum IOResult {
                        #if os(Linux)
                            #if NEVER
                                @Forward(Built.IOResult.self) case never(Built.IOResult)
                            #endif
                        #else
                            @Forward(Built.IOResult.self) case done(Built.IOResult)
                        #endif
                        case own
                    }
                    let initialValue = State()
                    static func reduceInput(_ state: State, _ input: Input) -> Transition { identity }
                    static func reduceIOResult(_ state: State, _ result: IOResult) -> Transition { identity }
                }
                """,
            checks: [
                "BuiltOnLinux().initialValue.built.count + BuiltElsewhere().initialValue.built.count == 0",
                "BuiltInside().initialValue.built.count == 0",
            ]),
        CompiledDeclaration(
            name: "attributes inside conditions, and conditions of versions",
            code: """
                @CasePathable enum Marked {
                    #if os(Linux)
                        @available(*, unavailable)
                    #endif
                    case onLinux(Int)
                    @available(*, deprecated) #if !os(Linux)
                        @available(*, unavailable)
                    #else
                    #endif
                    case elsewhere(Int)
                    #if compiler(>=6.0)
                        case new(Int)
                    #endif
                    #if compiler(<6)
                        case new(String)
                    #endif
                }
                #if os(Linux)
                    @frozen
                #else
                    @dynamicMemberLookup
                #endif
                @CasePathable public enum MarkedItself { case one(Int) }
                @Interactor struct MarkedInside {
                    struct State: Sendable, Equatable { var count = 1 }
                    #if os(Linux)
                        @dynamicMemberLookup
                    #endif
                    enum Action { case go(Int) }
                    #if os(Linux)
                        @MainActor
                    #endif
                    var other: Int { 1 }
                    var body: some InteractorOf<Self> { Interact(initialValue: State()) { _, _ in .state } }
                }
                @StateMachine @ComposableStateMachine struct MarkedMachine {
                    struct State {
                        #if os(Linux)
                            @NestedState
                        #endif
                        var onLinux: Built.State? = Built.State()
                        #if !os(Linux)
                            @NestedState
                        #endif
                        var elsewhere: Built.State? = Built.State()
                    }
                    enum Input {
                        #if os(Linux)
                            @Forward(Built.Input.go, to: \\State.onLinux)
                        #else
                            @Forward(Built.Input.set(to: 1), to: \\State.elsewhere)
                        #endif
                        case go
                    }
                    let initialValue = State()
                    static func reduceInput(_ state: State, _ input: Input) -> Transition { identity }
                }
                """,
            checks: [
                "Marked.new(1)[case: \\.new] == 1", "MarkedItself.one(1).is(\\.one)",
                "MarkedInside.Action.go(1).is(\\.go) && MarkedInside().initialValue.count == 1",
                "MarkedMachine().initialValue.onLinux != nil",
            ]),
    ]
}
