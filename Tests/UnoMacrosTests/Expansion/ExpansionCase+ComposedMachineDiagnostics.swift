// swift-format-ignore-file

extension ExpansionCase {
    /// What '@ComposableStateMachine', '@NestedState' and '@Forward' report.
    static let composedMachineDiagnostics: [ExpansionCase] = [
        ExpansionCase(
            "a class",
            #"""
            @ComposableStateMachine final class A {}
            """#,
            code: #"""

            """#,
            diagnostics: #"""
            1:31 error: '@ComposableStateMachine' can only be applied to a struct or enum: 'A' is a class
                fix-it 1:1-1:24 '': remove '@ComposableStateMachine'
            """#
        ),
        ExpansionCase(
            "twice",
            #"""
            @ComposableStateMachine @ComposableStateMachine struct A {}
            """#,
            code: #"""

            """#,
            diagnostics: #"""
            1:25 error: '@ComposableStateMachine' is applied more than once
                note 1:1: first applied here
                fix-it 1:25-1:48 '': remove '@ComposableStateMachine'
            """#
        ),
        ExpansionCase(
            "no state",
            #"""
            @ComposableStateMachine struct A { typealias State = Int }
            """#,
            code: #"""

            """#,
            diagnostics: #"""
            1:32 error: 'A' requires a nested struct or enum named 'State'
            """#
        ),
        ExpansionCase(
            "nothing nested",
            #"""
            @ComposableStateMachine struct A { struct State { var a = 1 } }
            """#,
            code: #"""

            """#,
            diagnostics: #"""
            1:43 error: no member of 'A.State' is marked '@NestedState'
            """#
        ),
        ExpansionCase(
            "a body of its own",
            #"""
            @ComposableStateMachine
            struct A {
                struct State { @NestedState var b = B.State() }
                enum Input { @Forward(B.Input.go) case go }
                var body: some InteractorOf<Self> { transitions }
            }
            """#,
            code: #"""

            """#,
            diagnostics: #"""
            5:9 error: '@ComposableStateMachine' generates 'body': remove this declaration or the macro
            """#
        ),
        ExpansionCase(
            "a state that does not say whose it is",
            #"""
            @ComposableStateMachine
            struct A { struct State { @NestedState var a = 1; @NestedState var b = State(); @NestedState var c: Int; @NestedState var d: State } }
            """#,
            code: #"""

            """#,
            diagnostics: #"""
            2:44 error: 'a' does not name its child: write 'var a: Child.State'
            2:68 error: 'b' does not name its child: write 'var b: Child.State'
            2:101 error: 'c' does not name its child: write 'var c: Child.State'
            2:126 error: 'd' does not name its child: write 'var d: Child.State'
            """#
        ),
        ExpansionCase(
            "a let, a computed property, a static one and a tuple",
            #"""
            @ComposableStateMachine
            struct A {
                struct State {
                    @NestedState let a = B.State()
                    @NestedState var b: B.State { B.State() }
                    @NestedState static var c = B.State()
                    @NestedState var (d, e) = (B.State(), 1)
                    @NestedState func f() {}
                }
            }
            """#,
            code: #"""

            """#,
            diagnostics: #"""
            4:22 error: 'a' must be a 'var', because a nested state changes
                fix-it 4:22-4:25 'var': use 'var'
            5:26 error: 'b' must be a stored property, because it is a nested state
            6:33 error: 'c' must be a stored property, because it is a nested state
            7:26 error: '@NestedState' requires a property with a name
            8:22 error: '@NestedState' can only be applied to a property or a case of 'State'
            """#
        ),
        ExpansionCase(
            "a case with no state, or with two",
            #"""
            @ComposableStateMachine struct A { enum State { @NestedState case a, b(Int), c(B.State, B.State) } }
            """#,
            code: #"""

            """#,
            diagnostics: #"""
            1:67 error: 'a' does not name its child: write 'case a(Child.State)'
            1:70 error: 'b' does not name its child: write 'case b(Child.State)'
            1:78 error: 'c' does not name its child: write 'case c(Child.State)'
            """#
        ),
        ExpansionCase(
            "no nested state is of the child",
            #"""
            @ComposableStateMachine
            struct A {
                struct State { @NestedState var b = B.State() }
                enum Input {
                    @Forward(B.Input.go) case go
                    @Forward(Counter.Input.increment) case increment
                }
            }
            """#,
            code: #"""

            """#,
            diagnostics: #"""
            6:9 error: no nested state has the type 'Counter.State': mark one with '@NestedState'
            """#
        ),
        ExpansionCase(
            "two nested states could be meant",
            #"""
            @ComposableStateMachine
            struct A {
                struct State { @NestedState var left = B.State(); @NestedState var right: B.State? }
                enum Input { @Forward(B.Input.increment) case increment }
            }
            """#,
            code: #"""

            """#,
            diagnostics: #"""
            4:18 error: 'left' and 'right' both have the type 'B.State': choose one with 'to:'
                note 3:37: declared here
                note 3:72: declared here
                fix-it 4:18-4:45 '@Forward(B.Input.increment, to: \State.left)': forward to 'left'
                fix-it 4:18-4:45 '@Forward(B.Input.increment, to: \State.right)': forward to 'right'
            """#
        ),
        ExpansionCase(
            "two cases could be meant",
            #"""
            @ComposableStateMachine
            struct A {
                enum State { @NestedState case left(B.State), right(B.State) }
                enum Input { @Forward(B.Input.increment) case increment }
            }
            """#,
            code: #"""

            """#,
            diagnostics: #"""
            4:18 error: 'left' and 'right' both have the type 'B.State': choose one with 'to:'
                note 3:36: declared here
                note 3:51: declared here
                fix-it 4:18-4:45 '@Forward(B.Input.increment, to: \Case<State>.left)': forward to 'left'
                fix-it 4:18-4:45 '@Forward(B.Input.increment, to: \Case<State>.right)': forward to 'right'
            """#
        ),
        ExpansionCase(
            "a way to no nested state, and to one of another child",
            #"""
            @ComposableStateMachine
            struct A {
                struct State { @NestedState var b = B.State(); @NestedState var c = C.State(); var d = 1 }
                enum Input {
                    @Forward(B.Input.go, to: \State.c) case toC
                    @Forward(B.Input.go, to: \State.d) case toD
                }
            }
            """#,
            code: #"""

            """#,
            diagnostics: #"""
            5:34 error: 'c' is a 'C.State', not a 'B.State'
                note 3:69: declared here
            6:34 error: no nested state is named 'd': mark it with '@NestedState'
            """#
        ),
        ExpansionCase(
            "targets that are none",
            #"""
            @ComposableStateMachine
            struct A {
                struct State { @NestedState var b = B.State() }
                enum Input {
                    @Forward(Input.go) case a
                    @Forward(B.go) case b
                    @Forward(B.Input) case c
                    @Forward(3) case d
                    @Forward case e
                    @Forward(B.IOResult.done) case f
                    @Forward(B.Input.go()()) case g
                    @Forward(.go) case h
                }
            }
            """#,
            code: #"""

            """#,
            diagnostics: #"""
            5:18 error: '@Forward' takes a case of a child's input, the whole input, or the child's results: 'Child.Input.reset', 'Child.Input.self' or 'Child.IOResult.self'
            6:18 error: '@Forward' takes a case of a child's input, the whole input, or the child's results: 'Child.Input.reset', 'Child.Input.self' or 'Child.IOResult.self'
            7:18 error: '@Forward' takes a case of a child's input, the whole input, or the child's results: 'Child.Input.reset', 'Child.Input.self' or 'Child.IOResult.self'
            8:18 error: '@Forward' takes a case of a child's input, the whole input, or the child's results: 'Child.Input.reset', 'Child.Input.self' or 'Child.IOResult.self'
            9:9 error: '@Forward' takes a case of a child's input, the whole input, or the child's results: 'Child.Input.reset', 'Child.Input.self' or 'Child.IOResult.self'
            10:18 error: '@Forward' takes a case of a child's input, the whole input, or the child's results: 'Child.Input.reset', 'Child.Input.self' or 'Child.IOResult.self'
            11:18 error: '@Forward' takes a case of a child's input, the whole input, or the child's results: 'Child.Input.reset', 'Child.Input.self' or 'Child.IOResult.self'
            12:18 error: '@Forward' takes a case of a child's input, the whole input, or the child's results: 'Child.Input.reset', 'Child.Input.self' or 'Child.IOResult.self'
            """#
        ),
        ExpansionCase(
            "values that do not fit",
            #"""
            @ComposableStateMachine
            struct A {
                struct State { @NestedState var b = B.State() }
                enum Input {
                    @Forward(B.Input.self) case none
                    @Forward(B.Input.self) case two(B.Input, B.Input)
                    @Forward(B.Input.set(to:)) case set(Int, by: Int)
                    @Forward(B.Input.set(to: 3)) case constant(Int)
                }
                enum IOResult { @Forward(B.IOResult.self) case result }
            }
            """#,
            code: #"""

            """#,
            diagnostics: #"""
            5:37 error: 'none' must have one value, of type 'B.Input'
                note 5:9: forwarded here
            6:37 error: 'two' must have one value, of type 'B.Input'
                note 6:9: forwarded here
            7:41 error: the numbers of values differ: 'set' takes 1, but 'set' has 2
                note 7:9: forwarded here
            8:43 error: 'constant' must not have values: the forward has its own
                note 8:9: forwarded here
            10:52 error: 'result' must have one value, of type 'B.IOResult'
                note 10:21: forwarded here
            """#
        ),
        ExpansionCase(
            "inputs among results, and results among inputs",
            #"""
            @ComposableStateMachine
            struct A {
                struct State { @NestedState var b = B.State() }
                enum Input { @Forward(B.IOResult.self) case result(B.IOResult) }
                enum IOResult { @Forward(B.Input.go) case go }
            }
            """#,
            code: #"""

            """#,
            diagnostics: #"""
            4:27 error: the results of a child belong in 'IOResult': declare 'result' there
            5:30 error: the inputs of a child belong in 'Input': declare 'go' there
            """#
        ),
        ExpansionCase(
            "results twice, and a case twice",
            #"""
            @ComposableStateMachine
            struct A {
                struct State { @NestedState var b = B.State() }
                enum Input { @Forward(B.Input.go) @Forward(B.Input.stop) case go }
                enum IOResult { @Forward(B.IOResult.self) case first(B.IOResult), second(B.IOResult) }
            }
            """#,
            code: #"""

            """#,
            diagnostics: #"""
            4:39 error: 'go' is already forwarded to 'b'
                note 4:18: first forwarded here
            5:21 error: the results of 'b' are already forwarded by another case
                note 5:21: first forwarded here
            """#
        ),
        ExpansionCase(
            "nothing is forwarded to it",
            #"""
            @ComposableStateMachine
            struct A { struct State { @NestedState var b = B.State(); @NestedState var c = C.State() }; enum Input { @Forward(C.Input.go) case go } }
            """#,
            code: #"""
            // member
            @UnoArchitecture.InteractorBuilder<State, Action>
            var body: some UnoArchitecture.Interactor<State, Action> {
                UnoArchitecture.NestedStateMachine(
                    state: \State.b,
                    toChildAction: { (_: Action) -> B.Action? in nil },
                    fromChildAction: { (_: B.Action) -> Action? in nil },
                    child: B()
                )
                UnoArchitecture.NestedStateMachine(
                    state: \State.c,
                    toChildAction: { (action: Action) -> C.Action? in
                        switch Action.map(action) {
                        case .input(let input):
                            switch input {
                            case .go: .input(.go)
                            }
                        case .ioResult, nil: nil
                        }
                    },
                    fromChildAction: { (_: C.Action) -> Action? in nil },
                    child: C()
                )
                transitions
            }
            """#,
            diagnostics: #"""
            2:44 warning: nothing is forwarded to 'b'
            """#
        ),
        ExpansionCase(
            "a mark in no feature",
            #"""
            struct State { @NestedState var b = B.State() }
            """#,
            code: #"""

            """#,
            diagnostics: #"""
            1:16 warning: '@NestedState' has no effect outside 'State' of a '@ComposableStateMachine'
                fix-it 1:16-1:28 '': remove '@NestedState'
            """#
        ),
        ExpansionCase(
            "a mark in a feature without the macro",
            #"""
            struct A { struct State { @NestedState var b = B.State() } }
            """#,
            code: #"""

            """#,
            diagnostics: #"""
            1:27 warning: '@NestedState' has no effect outside 'State' of a '@ComposableStateMachine'
                fix-it 1:27-1:39 '': remove '@NestedState'
            """#
        ),
        ExpansionCase(
            "a mark in another type of a feature",
            #"""
            @available(macOS 15, *) struct A { struct Other { @NestedState var b = B.State() } }
            """#,
            code: #"""

            """#,
            diagnostics: #"""
            1:51 warning: '@NestedState' has no effect outside 'State' of a '@ComposableStateMachine'
                fix-it 1:51-1:63 '': remove '@NestedState'
            """#
        ),
        ExpansionCase(
            "a forward in no feature",
            #"""
            enum Input { @Forward(B.Input.go) case go }
            """#,
            code: #"""

            """#,
            diagnostics: #"""
            1:14 warning: '@Forward' has no effect outside 'Input' or 'IOResult' of a '@ComposableStateMachine'
                fix-it 1:14-1:34 '': remove '@Forward'
            """#
        ),
        ExpansionCase(
            "a forward in a feature without the macro",
            #"""
            struct A { enum IOResult { @Forward(B.IOResult.self) case result(B.IOResult) } }
            """#,
            code: #"""

            """#,
            diagnostics: #"""
            1:28 warning: '@Forward' has no effect outside 'Input' or 'IOResult' of a '@ComposableStateMachine'
                fix-it 1:28-1:53 '': remove '@Forward'
            """#
        ),
        ExpansionCase(
            "three could be meant",
            #"""
            @ComposableStateMachine
            struct A {
                struct State { @NestedState var a = B.State(); @NestedState var b = B.State(); @NestedState var c = B.State() }
                enum Input { @Forward(B.Input.set(to:)) case set(Int) }
            }
            """#,
            code: #"""

            """#,
            diagnostics: #"""
            4:18 error: 'a', 'b' and 'c' all have the type 'B.State': choose one with 'to:'
                note 3:37: declared here
                note 3:69: declared here
                note 3:101: declared here
                fix-it 4:18-4:44 '@Forward(B.Input.set(to:), to: \State.a)': forward to 'a'
                fix-it 4:18-4:44 '@Forward(B.Input.set(to:), to: \State.b)': forward to 'b'
                fix-it 4:18-4:44 '@Forward(B.Input.set(to:), to: \State.c)': forward to 'c'
            """#
        ),
    ]
}
