// swift-format-ignore-file

extension ExpansionCase {
    /// What '@Interactor' reports.
    static let interactorDiagnostics: [ExpansionCase] = [
        ExpansionCase(
            "a protocol",
            #"""
            @Interactor<S, B> protocol A {}
            """#,
            code: #"""

            """#,
            diagnostics: #"""
            1:19 error: '@Interactor' can only be applied to a struct, class, actor or enum: 'A' is a protocol
                fix-it 1:1-1:18 '': remove '@Interactor'
            """#
        ),
        ExpansionCase(
            "one argument",
            #"""
            @Interactor<S> struct A { var body: some InteractorOf<Self> { Child() } }
            """#,
            code: #"""
            // extension
            extension A: UnoArchitecture.Interactor {}
            """#,
            diagnostics: #"""
            1:1 error: '@Interactor' takes two generic arguments or none: '<State, Action>'
            """#
        ),
        ExpansionCase(
            "three arguments",
            #"""
            @Interactor<S, B, C> struct A { var body: some InteractorOf<Self> { Child() } }
            """#,
            code: #"""
            // extension
            extension A: UnoArchitecture.Interactor {}
            """#,
            diagnostics: #"""
            1:1 error: '@Interactor' takes two generic arguments or none: '<State, Action>'
            """#
        ),
        ExpansionCase(
            "no types",
            #"""
            @Interactor struct A { var body: some InteractorOf<Self> { Child() } }
            """#,
            code: #"""
            // extension
            extension A: UnoArchitecture.Interactor {}
            """#,
            diagnostics: #"""
            1:20 error: 'A' declares no 'DomainState' or 'State' in its braces: declare one, or an alias, as in 'typealias DomainState = ...'
            1:20 error: 'A' declares no 'Action' in its braces: declare one, or an alias, as in 'typealias Action = ...'
            """#
        ),
        ExpansionCase(
            "no action",
            #"""
            @Interactor struct A { struct State {}; var body: some InteractorOf<Self> { Child() } }
            """#,
            code: #"""
            // extension
            extension A: UnoArchitecture.Interactor {}
            """#,
            diagnostics: #"""
            1:20 error: 'A' declares no 'Action' in its braces: declare one, or an alias, as in 'typealias Action = ...'
            """#
        ),
        ExpansionCase(
            "no state",
            #"""
            @Interactor struct A { enum Action {}; var body: some InteractorOf<Self> { Child() } }
            """#,
            code: #"""
            // extension
            extension A: UnoArchitecture.Interactor {}
            """#,
            diagnostics: #"""
            1:20 error: 'A' declares no 'DomainState' or 'State' in its braces: declare one, or an alias, as in 'typealias DomainState = ...'
            """#
        ),
        ExpansionCase(
            "a nested extension is no type",
            #"""
            @Interactor struct A { enum Action {}; extension State {}; var body: some InteractorOf<Self> { Child() } }
            """#,
            code: #"""
            // extension
            extension A: UnoArchitecture.Interactor {}
            """#,
            diagnostics: #"""
            1:20 error: 'A' declares no 'DomainState' or 'State' in its braces: declare one, or an alias, as in 'typealias DomainState = ...'
            """#
        ),
        ExpansionCase(
            "an alias of itself",
            #"""
            @Interactor<S, Action> struct A { var body: some InteractorOf<Self> { Child() } }
            """#,
            code: #"""
            // extension
            extension A: UnoArchitecture.Interactor {}
            """#,
            diagnostics: #"""
            1:16 error: 'Action' would be an alias of itself: qualify the type with its module or its enclosing type
            """#
        ),
        ExpansionCase(
            "an argument beside a nested type",
            #"""
            @Interactor<S, Other>
            struct A {
                enum Action {}
                var body: some InteractorOf<Self> { Child() }
            }
            """#,
            code: #"""
            // extension
            extension A: UnoArchitecture.Interactor {}
            """#,
            diagnostics: #"""
            1:16 error: 'A' already declares 'Action', which is not 'Other'
                note 3:5: declared here
            """#
        ),
        ExpansionCase(
            "neither body nor function",
            #"""
            @Interactor<S, B> struct A { let x: Int }
            """#,
            code: #"""
            // extension
            extension A: UnoArchitecture.Interactor {}
            """#,
            diagnostics: #"""
            1:26 error: 'A' declares neither 'body' nor 'interact(_:)' in its braces: implement one of them
            """#
        ),
        ExpansionCase(
            "body and function",
            #"""
            @Interactor<S, B> struct A {
                var body: some InteractorOf<Self> { Child() }
                func interact(_ u: U) -> V { f() }
            }
            """#,
            code: #"""
            // extension
            extension A: UnoArchitecture.Interactor {}
            """#,
            diagnostics: #"""
            2:9 error: 'A' declares both 'body' and 'interact(_:)': one of them would be ignored
                note 3:10: 'interact(_:)' is declared here
                fix-it 2:5-2:50 '': remove 'body'
            """#
        ),
        ExpansionCase(
            "body and function, one inside a condition",
            #"""
            @Interactor<S, B> struct A {
                func interact(_ u: U) -> V { f() }
            #if DEBUG
                var body: some InteractorOf<Self> { Child() }
            #endif
            }
            """#,
            code: #"""
            // extension
            extension A: UnoArchitecture.Interactor {}
            """#,
            diagnostics: #"""
            4:9 error: 'A' declares both 'body' and 'interact(_:)': one of them would be ignored
                note 2:10: 'interact(_:)' is declared here
                fix-it 4:5-4:50 '': remove 'body'
            """#
        ),
        ExpansionCase(
            "a body that returns itself",
            #"""
            @Interactor<S, B> struct A { var body: some InteractorOf<Self> { self } }
            """#,
            code: #"""
            // extension
            extension A: UnoArchitecture.Interactor {}
            """#,
            diagnostics: #"""
            1:34 error: 'body' returns 'self', so 'A' does nothing
            """#
        ),
        ExpansionCase(
            "a body that returns itself, in words",
            #"""
            @Interactor<S, B> struct A { var body: Self { get { return self /* ! */ } } }
            """#,
            code: #"""
            // extension
            extension A: UnoArchitecture.Interactor {}
            """#,
            diagnostics: #"""
            1:34 error: 'body' returns 'self', so 'A' does nothing
            """#
        ),
        ExpansionCase(
            "a body that returns itself, and the function",
            #"""
            @Interactor<S, B> struct A {
                var body: Self { self }
                func interact(_ u: U) -> V { f() }
            }
            """#,
            code: #"""
            // member
            typealias DomainState = S

            typealias Action = B
            // extension
            extension A: UnoArchitecture.Interactor {}
            """#,
            diagnostics: #"""
            2:9 warning: 'body' returns 'self', which a type with 'interact(_:)' can omit
                note 3:10: declared here
                fix-it 2:5-2:28 '': remove 'body'
            """#
        ),
        ExpansionCase(
            "a static function only",
            #"""
            @Interactor<S, B> struct A { static func interact(_ u: U) -> V { f() } }
            """#,
            code: #"""
            // extension
            extension A: UnoArchitecture.Interactor {}
            """#,
            diagnostics: #"""
            1:26 error: 'A' declares neither 'body' nor 'interact(_:)' in its braces: implement one of them
            """#
        ),
        ExpansionCase(
            "several errors",
            #"""
            @Interactor struct A {}
            """#,
            code: #"""
            // extension
            extension A: UnoArchitecture.Interactor {}
            """#,
            diagnostics: #"""
            1:20 error: 'A' declares no 'DomainState' or 'State' in its braces: declare one, or an alias, as in 'typealias DomainState = ...'
            1:20 error: 'A' declares no 'Action' in its braces: declare one, or an alias, as in 'typealias Action = ...'
            1:20 error: 'A' declares neither 'body' nor 'interact(_:)' in its braces: implement one of them
            """#
        ),
        ExpansionCase(
            "twice",
            #"""
            @Interactor<S, B> @Interactor<S, C> struct A { var body: some InteractorOf<Self> { Child() } }
            """#,
            code: #"""
            // extension
            extension A: UnoArchitecture.Interactor {}
            """#,
            diagnostics: #"""
            1:19 error: '@Interactor' is applied more than once
                note 1:1: first applied here
                fix-it 1:19-1:36 '': remove '@Interactor'
            """#
        ),
        ExpansionCase(
            "private in a type",
            #"""
            struct C { @Interactor<S, B> private struct A { var body: some InteractorOf<Self> { Child() } } }
            """#,
            code: #"""
            // attribute of body
            @UnoArchitecture.InteractorBuilder<DomainState, Action>
            // extension
            extension C.A: UnoArchitecture.Interactor {}
            """#,
            diagnostics: #"""
            1:30 error: '@Interactor' cannot extend a private nested type: make it fileprivate
                fix-it 1:30-1:37 'fileprivate': use 'fileprivate'
            """#
        ),
        ExpansionCase(
            "a body that names the type's own state and action",
            #"""
            @Interactor struct A { var body: some Interactor<DomainState, Self.Action> { Child() } }
            """#,
            code: #"""
            // extension
            extension A: UnoArchitecture.Interactor {}
            """#,
            diagnostics: #"""
            1:20 error: 'A' declares no 'DomainState' or 'State' in its braces: declare one, or an alias, as in 'typealias DomainState = ...'
            1:20 error: 'A' declares no 'Action' in its braces: declare one, or an alias, as in 'typealias Action = ...'
            """#
        ),
        ExpansionCase(
            "different types in the bodies of two clauses",
            #"""
            @Interactor struct A {
            #if X
            var body: some Interactor<Int, String> { Child() }
            #else
            var body: some Interactor<Int, Int> { Other() }
            #endif
            }
            """#,
            code: #"""
            // extension
            extension A: UnoArchitecture.Interactor {}
            """#,
            diagnostics: #"""
            1:20 error: 'A' declares no 'DomainState' or 'State' in its braces: declare one, or an alias, as in 'typealias DomainState = ...'
            1:20 error: 'A' declares no 'Action' in its braces: declare one, or an alias, as in 'typealias Action = ...'
            """#
        ),
        ExpansionCase(
            "a body of another type",
            #"""
            @Interactor struct A { var body: some Other<Int, String> { Child() } }
            """#,
            code: #"""
            // extension
            extension A: UnoArchitecture.Interactor {}
            """#,
            diagnostics: #"""
            1:20 error: 'A' declares no 'DomainState' or 'State' in its braces: declare one, or an alias, as in 'typealias DomainState = ...'
            1:20 error: 'A' declares no 'Action' in its braces: declare one, or an alias, as in 'typealias Action = ...'
            """#
        ),
        ExpansionCase(
            "an argument beside an alias of another type",
            #"""
            @Interactor<Int, String> struct A { typealias DomainState = Double; var body: some InteractorOf<Self> { Child() } }
            """#,
            code: #"""
            // extension
            extension A: UnoArchitecture.Interactor {}
            """#,
            diagnostics: #"""
            1:13 error: 'A' already declares 'DomainState', which is not 'Int'
                note 1:37: declared here
            """#
        ),
    ]
}
