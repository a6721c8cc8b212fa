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
            ]
        )
    ]
}
