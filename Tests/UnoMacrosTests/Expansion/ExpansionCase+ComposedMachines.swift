// swift-format-ignore-file

extension ExpansionCase {
    /// The bodies that '@ComposableStateMachine' writes.
    static let composedMachines: [ExpansionCase] = [
        ExpansionCase(
            "two children",
            #"""
            @ComposableStateMachine
            struct Workshop {
                struct State: Equatable {
                    var title = ""
                    @NestedState var counter = Counter.State()
                    @NestedState var presets: Presets.State?
                }
                enum Input {
                    case rename(String)
                    @Forward(Counter.Input.increment) case counterIncrement
                    @Forward(Counter.Input.set) case counterSet(to: Int, by: String)
                    @Forward(Presets.Input.self) case presets(Presets.Input)
                }
                enum IOResult {
                    @Forward(Presets.IOResult.self) case presetsResult(Presets.IOResult)
                }
                let presets: Presets
            }
            """#,
            code: #"""
            // member
            @UnoArchitecture.InteractorBuilder<State, Action>
            var body: some UnoArchitecture.Interactor<State, Action> {
                UnoArchitecture.NestedStateMachine(
                    state: \State.counter,
                    toChildAction: { (action: Action) -> Counter.Action? in
                        switch Action.map(action) {
                        case .input(let input):
                            switch input {
                            case .counterIncrement: .input(.increment)
                            case .counterSet(to: let to, by: let by): .input(.set(to: to, by: by))
                            default: nil
                            }
                        case .ioResult, nil: nil
                        }
                    },
                    fromChildAction: { (_: Counter.Action) -> Action? in nil },
                    child: Counter()
                )
                UnoArchitecture.NestedStateMachine(
                    state: \State.presets,
                    toChildAction: { (action: Action) -> Presets.Action? in
                        switch Action.map(action) {
                        case .input(let input):
                            switch input {
                            case .presets(let value): .input(value)
                            default: nil
                            }
                        case .ioResult(let result):
                            switch result {
                            case .presetsResult(let value): .ioResult(value)
                            }
                        case nil: nil
                        }
                    },
                    fromChildAction: { (action: Presets.Action) -> Action? in
                        switch Presets.Action.map(action) {
                        case .ioResult(let result): .ioResult(.presetsResult(result))
                        case .input, nil: nil
                        }
                    },
                    child: presets
                )
                transitions
            }
            """#
        ),
        ExpansionCase(
            "every way to say the state",
            #"""
            @ComposableStateMachine
            public struct Workshop {
                public struct State {
                    @NestedState var a: A.State, b = B.State(count: 3), c = C.State.init(1)
                    @NestedState var d: Optional<Deep.D.State>
                    @NestedState var e = E.State.idle { didSet { note() } }
                    @NestedState var f = F<G.State>.State()
                }
                public enum Input {
                    @Forward(A.Input.self) case a(A.Input), a2(value: A.Input)
                    @Forward(B.Input.go) case b
                    @Forward(C . Input /* why */ . go) case c
                    @Forward(Deep.D.Input.go) case d
                    @Forward(E.Input.go) case e
                    @Forward(F<G.State>.Input.go) case f
                }
            }
            """#,
            code: #"""
            // member
            @UnoArchitecture.InteractorBuilder<State, Action>
            public var body: some UnoArchitecture.Interactor<State, Action> {
                UnoArchitecture.NestedStateMachine(
                    state: \State.a,
                    toChildAction: { (action: Action) -> A.Action? in
                        switch Action.map(action) {
                        case .input(let input):
                            switch input {
                            case .a(let value): .input(value)
                            case .a2(value: let value): .input(value)
                            default: nil
                            }
                        case .ioResult, nil: nil
                        }
                    },
                    fromChildAction: { (_: A.Action) -> Action? in nil },
                    child: A()
                )
                UnoArchitecture.NestedStateMachine(
                    state: \State.b,
                    toChildAction: { (action: Action) -> B.Action? in
                        switch Action.map(action) {
                        case .input(let input):
                            switch input {
                            case .b: .input(.go)
                            default: nil
                            }
                        case .ioResult, nil: nil
                        }
                    },
                    fromChildAction: { (_: B.Action) -> Action? in nil },
                    child: B()
                )
                UnoArchitecture.NestedStateMachine(
                    state: \State.c,
                    toChildAction: { (action: Action) -> C.Action? in
                        switch Action.map(action) {
                        case .input(let input):
                            switch input {
                            case .c: .input(.go)
                            default: nil
                            }
                        case .ioResult, nil: nil
                        }
                    },
                    fromChildAction: { (_: C.Action) -> Action? in nil },
                    child: C()
                )
                UnoArchitecture.NestedStateMachine(
                    state: \State.d,
                    toChildAction: { (action: Action) -> Deep.D.Action? in
                        switch Action.map(action) {
                        case .input(let input):
                            switch input {
                            case .d: .input(.go)
                            default: nil
                            }
                        case .ioResult, nil: nil
                        }
                    },
                    fromChildAction: { (_: Deep.D.Action) -> Action? in nil },
                    child: Deep.D()
                )
                UnoArchitecture.NestedStateMachine(
                    state: \State.e,
                    toChildAction: { (action: Action) -> E.Action? in
                        switch Action.map(action) {
                        case .input(let input):
                            switch input {
                            case .e: .input(.go)
                            default: nil
                            }
                        case .ioResult, nil: nil
                        }
                    },
                    fromChildAction: { (_: E.Action) -> Action? in nil },
                    child: E()
                )
                UnoArchitecture.NestedStateMachine(
                    state: \State.f,
                    toChildAction: { (action: Action) -> F<G.State>.Action? in
                        switch Action.map(action) {
                        case .input(let input):
                            switch input {
                            case .f: .input(.go)
                            default: nil
                            }
                        case .ioResult, nil: nil
                        }
                    },
                    fromChildAction: { (_: F<G.State>.Action) -> Action? in nil },
                    child: F<G.State>()
                )
                transitions
            }
            """#
        ),
        ExpansionCase(
            "a case of an enum state",
            #"""
            @ComposableStateMachine
            struct Workshop {
                @CasePathable
                enum State { case idle; @NestedState case counter(Counter.State) }
                enum Input { @Forward(Counter.Input.self) case counter(Counter.Input); case start }
            }
            """#,
            code: #"""
            // member
            @UnoArchitecture.InteractorBuilder<State, Action>
            var body: some UnoArchitecture.Interactor<State, Action> {
                UnoArchitecture.NestedStateMachine(
                    state: \UnoArchitecture.Case<State>.counter,
                    toChildAction: { (action: Action) -> Counter.Action? in
                        switch Action.map(action) {
                        case .input(let input):
                            switch input {
                            case .counter(let value): .input(value)
                            default: nil
                            }
                        case .ioResult, nil: nil
                        }
                    },
                    fromChildAction: { (_: Counter.Action) -> Action? in nil },
                    child: Counter()
                )
                transitions
            }
            """#
        ),
        ExpansionCase(
            "labels and values that are written",
            #"""
            @ComposableStateMachine
            struct Workshop {
                struct State { @NestedState var counter: Counter.State }
                enum Input {
                    @Forward(Counter.Input.set(to:_:`in`:)) case set(Int, String, `in`: Int)
                    @Forward(Counter.Input.set(to: a ? 0 : 1, "a")) case reset
                    @Forward(Counter.Input.`default`) case other(for: Int)
                }
            }
            """#,
            code: #"""
            // member
            @UnoArchitecture.InteractorBuilder<State, Action>
            var body: some UnoArchitecture.Interactor<State, Action> {
                UnoArchitecture.NestedStateMachine(
                    state: \State.counter,
                    toChildAction: { (action: Action) -> Counter.Action? in
                        switch Action.map(action) {
                        case .input(let input):
                            switch input {
                            case .set(let value0, let value1, in: let value2): .input(.set(to: value0, value1, in: value2))
                            case .reset: .input(.set(to: a ? 0 : 1, "a"))
                            case .other(for: let value): .input(.`default`(for: value))
                            }
                        case .ioResult, nil: nil
                        }
                    },
                    fromChildAction: { (_: Counter.Action) -> Action? in nil },
                    child: Counter()
                )
                transitions
            }
            """#
        ),
        ExpansionCase(
            "two of one child, told apart",
            #"""
            @ComposableStateMachine
            struct Twins {
                struct State { @NestedState var left = Counter.State(); @NestedState var right = Counter.State() }
                enum Input {
                    @Forward(Counter.Input.go, to: \State.left) case goLeft
                    @Forward(Counter.Input.go, to: \State.right) case goRight
                    @Forward(Counter.Input.go, to: \State.left) @Forward(Counter.Input.go, to: \State.right) case both
                }
                enum IOResult {
                    @Forward(Counter.IOResult.self, to: \State.left) case left(Counter.IOResult)
                    @Forward(Counter.IOResult.self, to: \State.right) case right(it: Counter.IOResult)
                }
            }
            """#,
            code: #"""
            // member
            @UnoArchitecture.InteractorBuilder<State, Action>
            var body: some UnoArchitecture.Interactor<State, Action> {
                UnoArchitecture.NestedStateMachine(
                    state: \State.left,
                    toChildAction: { (action: Action) -> Counter.Action? in
                        switch Action.map(action) {
                        case .input(let input):
                            switch input {
                            case .goLeft: .input(.go)
                            case .both: .input(.go)
                            default: nil
                            }
                        case .ioResult(let result):
                            switch result {
                            case .left(let value): .ioResult(value)
                            default: nil
                            }
                        case nil: nil
                        }
                    },
                    fromChildAction: { (action: Counter.Action) -> Action? in
                        switch Counter.Action.map(action) {
                        case .ioResult(let result): .ioResult(.left(result))
                        case .input, nil: nil
                        }
                    },
                    child: Counter()
                )
                UnoArchitecture.NestedStateMachine(
                    state: \State.right,
                    toChildAction: { (action: Action) -> Counter.Action? in
                        switch Action.map(action) {
                        case .input(let input):
                            switch input {
                            case .goRight: .input(.go)
                            case .both: .input(.go)
                            default: nil
                            }
                        case .ioResult(let result):
                            switch result {
                            case .right(it: let it): .ioResult(it)
                            default: nil
                            }
                        case nil: nil
                        }
                    },
                    fromChildAction: { (action: Counter.Action) -> Action? in
                        switch Counter.Action.map(action) {
                        case .ioResult(let result): .ioResult(.right(it: result))
                        case .input, nil: nil
                        }
                    },
                    child: Counter()
                )
                transitions
            }
            """#
        ),
        ExpansionCase(
            "only results",
            #"""
            @ComposableStateMachine
            struct Watcher {
                struct State { @NestedState var feed = Feed.State() }
                enum Input { case go }
                enum IOResult { case own; @Forward(Feed.IOResult.self) case feed(Feed.IOResult) }
            }
            """#,
            code: #"""
            // member
            @UnoArchitecture.InteractorBuilder<State, Action>
            var body: some UnoArchitecture.Interactor<State, Action> {
                UnoArchitecture.NestedStateMachine(
                    state: \State.feed,
                    toChildAction: { (action: Action) -> Feed.Action? in
                        switch Action.map(action) {
                        case .ioResult(let result):
                            switch result {
                            case .feed(let value): .ioResult(value)
                            default: nil
                            }
                        case .input, nil: nil
                        }
                    },
                    fromChildAction: { (action: Feed.Action) -> Action? in
                        switch Feed.Action.map(action) {
                        case .ioResult(let result): .ioResult(.feed(result))
                        case .input, nil: nil
                        }
                    },
                    child: Feed()
                )
                transitions
            }
            """#
        ),
        ExpansionCase(
            "under conditions",
            #"""
            @ComposableStateMachine
            struct Workshop {
                struct State { @NestedState var counter = Counter.State() }
                enum Input {
                    case own
                    #if DEBUG
                        @Forward(Counter.Input.go) case go
                    #else
                        @Forward(Counter.Input.go) case start
                    #endif
                    @available(*, unavailable) @Forward(Counter.Input.go) case gone
                }
                enum IOResult {
                    #if DEBUG
                        @Forward(Counter.IOResult.self) case a(Counter.IOResult)
                    #else
                        @Forward(Counter.IOResult.self) case b(Counter.IOResult)
                    #endif
                }
            }
            """#,
            code: #"""
            // member
            @UnoArchitecture.InteractorBuilder<State, Action>
            var body: some UnoArchitecture.Interactor<State, Action> {
                UnoArchitecture.NestedStateMachine(
                    state: \State.counter,
                    toChildAction: { (action: Action) -> Counter.Action? in
                        switch Action.map(action) {
                        case .input(let input):
                            switch input {
                            #if DEBUG
                            case .go: .input(.go)
                            #else
                            case .start: .input(.go)
                            #endif
                            default: nil
                            }
                        case .ioResult(let result):
                            switch result {
                            #if DEBUG
                            case .a(let value): .ioResult(value)
                            #else
                            case .b(let value): .ioResult(value)
                            #endif
                            }
                        case nil: nil
                        }
                    },
                    fromChildAction: { (action: Counter.Action) -> Action? in
                        switch Counter.Action.map(action) {
                        #if DEBUG
                        case .ioResult(let result): .ioResult(.a(result))
                        #else
                        case .ioResult(let result): .ioResult(.b(result))
                        #endif
                        case .input, nil: nil
                        }
                    },
                    child: Counter()
                )
                transitions
            }
            """#
        ),
    ]
}
