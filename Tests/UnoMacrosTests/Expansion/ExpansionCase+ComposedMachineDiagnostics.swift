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
            1:31 error: '@ComposableStateMachine' is for structs and enums: 'A' is a class
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
            1:25 error: '@ComposableStateMachine' is here twice
                note 1:1: the first one
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
            1:32 error: 'A' needs a nested 'State', a struct or an enum
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
            1:43 error: nothing in 'A.State' is a '@NestedState'
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
            5:9 error: '@ComposableStateMachine' writes 'body': remove it or the macro
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
            2:44 error: 'a' does not say whose state it is: write 'var a: Child.State'
            2:68 error: 'b' does not say whose state it is: write 'var b: Child.State'
            2:101 error: 'c' does not say whose state it is: write 'var c: Child.State'
            2:126 error: 'd' does not say whose state it is: write 'var d: Child.State'
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
            4:22 error: a nested state changes: 'a' cannot be a 'let'
                fix-it 4:22-4:25 'var': use 'var'
            5:26 error: a nested state is kept in the state: 'b' has to be a stored property
            6:33 error: a nested state is kept in the state: 'c' has to be a stored property
            7:26 error: '@NestedState' is for a property with a name
            8:22 error: '@NestedState' is for a property or a case of 'State'
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
            1:67 error: 'a' does not say whose state it is: write 'case a(Child.State)'
            1:70 error: 'b' does not say whose state it is: write 'case b(Child.State)'
            1:78 error: 'c' does not say whose state it is: write 'case c(Child.State)'
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
            6:9 error: no nested state is a 'Counter.State': mark one with '@NestedState'
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
            4:18 error: 'left' and 'right' are both a 'B.State': say which one
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
            4:18 error: 'left' and 'right' are both a 'B.State': say which one
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
            5:18 error: '@Forward' takes a case of a child's input, all of it or its results: 'Child.Input.reset', 'Child.Input.self' or 'Child.IOResult.self'
            6:18 error: '@Forward' takes a case of a child's input, all of it or its results: 'Child.Input.reset', 'Child.Input.self' or 'Child.IOResult.self'
            7:18 error: '@Forward' takes a case of a child's input, all of it or its results: 'Child.Input.reset', 'Child.Input.self' or 'Child.IOResult.self'
            8:18 error: '@Forward' takes a case of a child's input, all of it or its results: 'Child.Input.reset', 'Child.Input.self' or 'Child.IOResult.self'
            9:9 error: '@Forward' takes a case of a child's input, all of it or its results: 'Child.Input.reset', 'Child.Input.self' or 'Child.IOResult.self'
            10:18 error: '@Forward' takes a case of a child's input, all of it or its results: 'Child.Input.reset', 'Child.Input.self' or 'Child.IOResult.self'
            11:18 error: '@Forward' takes a case of a child's input, all of it or its results: 'Child.Input.reset', 'Child.Input.self' or 'Child.IOResult.self'
            12:18 error: '@Forward' takes a case of a child's input, all of it or its results: 'Child.Input.reset', 'Child.Input.self' or 'Child.IOResult.self'
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
            5:37 error: 'none' has to have one value, a 'B.Input'
                note 5:9: forwarded here
            6:37 error: 'two' has to have one value, a 'B.Input'
                note 6:9: forwarded here
            7:41 error: the values of 'set' are 1, those of 'set' 2
                note 7:9: forwarded here
            8:43 error: 'constant' has values that the forward drops: it says its own
                note 8:9: forwarded here
            10:52 error: 'result' has to have one value, a 'B.IOResult'
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
            4:27 error: results of a child are cases of 'IOResult': declare 'result' there
            5:30 error: inputs of a child are cases of 'Input': declare 'go' there
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
            4:39 error: 'go' is forwarded to 'b' already
                note 4:18: the first one
            5:21 error: results of 'b' are forwarded already: which case would take them?
                note 5:21: the first one
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
            1:16 warning: '@NestedState' does nothing outside of 'State' of a '@ComposableStateMachine'
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
            1:27 warning: '@NestedState' does nothing outside of 'State' of a '@ComposableStateMachine'
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
            1:51 warning: '@NestedState' does nothing outside of 'State' of a '@ComposableStateMachine'
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
            1:14 warning: '@Forward' does nothing outside of 'Input' or 'IOResult' of a '@ComposableStateMachine'
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
            1:28 warning: '@Forward' does nothing outside of 'Input' or 'IOResult' of a '@ComposableStateMachine'
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
            4:18 error: 'a', 'b' and 'c' are all a 'B.State': say which one
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
