// swift-format-ignore-file

extension ExpansionCase {
    /// The forms of a view-state reducer, and what is reported.
    static let viewStateReducers: [ExpansionCase] = [
        ExpansionCase(
            "a function",
            #"""
            @ViewStateReducer<D, V> struct A { func reduce(_ domainState: D, into viewState: inout V) {} }
            """#,
            code: #"""
            // member
            typealias DomainState = D

            typealias ViewState = V
            // extension
            extension A: UnoArchitecture.ViewStateReducer {}
            """#
        ),
        ExpansionCase(
            "a body",
            #"""
            @ViewStateReducer<D, V> public struct A { public var body: some ViewStateReducerOf<Self> { Child() } }
            """#,
            code: #"""
            // member
            public typealias DomainState = D

            public typealias ViewState = V
            // attribute of body
            @UnoArchitecture.ViewStateReducerBuilder<DomainState, ViewState>
            // extension
            extension A: UnoArchitecture.ViewStateReducer {}
            """#
        ),
        ExpansionCase(
            "a nested view state and an alias",
            #"""
            @ViewStateReducer struct A { typealias DomainState = D; struct ViewState {}; func reduce(_ domainState: D, into viewState: inout V) {} }
            """#,
            code: #"""
            // extension
            extension A: UnoArchitecture.ViewStateReducer {}
            """#
        ),
        ExpansionCase(
            "a builder written out",
            #"""
            @ViewStateReducer<D, V> struct A { @ViewStateReducerBuilder<D, V> var body: some ViewStateReducerOf<Self> { Child() } }
            """#,
            code: #"""
            // member
            typealias DomainState = D

            typealias ViewState = V
            // extension
            extension A: UnoArchitecture.ViewStateReducer {}
            """#
        ),
        ExpansionCase(
            "a body that returns",
            #"""
            @ViewStateReducer<D, V> struct A { var body: some ViewStateReducerOf<Self> { return Child() } }
            """#,
            code: #"""
            // member
            typealias DomainState = D

            typealias ViewState = V
            // extension
            extension A: UnoArchitecture.ViewStateReducer {}
            """#
        ),
        ExpansionCase(
            "the conformance written out",
            #"""
            @ViewStateReducer<D, V> struct A: ViewStateReducer { func reduce(_ domainState: D, into viewState: inout V) {} }
            """#,
            code: #"""
            // member
            typealias DomainState = D

            typealias ViewState = V
            """#
        ),
        ExpansionCase(
            "no types",
            #"""
            @ViewStateReducer struct A { func reduce(_ domainState: D, into viewState: inout V) {} }
            """#,
            code: #"""
            // extension
            extension A: UnoArchitecture.ViewStateReducer {}
            """#,
            diagnostics: #"""
            1:26 error: 'A' declares no 'DomainState' in its braces: declare one, or an alias, as in 'typealias DomainState = ...'
            1:26 error: 'A' declares no 'ViewState' in its braces: declare one, or an alias, as in 'typealias ViewState = ...'
            """#
        ),
        ExpansionCase(
            "no parts",
            #"""
            @ViewStateReducer<D, V> struct A {}
            """#,
            code: #"""
            // extension
            extension A: UnoArchitecture.ViewStateReducer {}
            """#,
            diagnostics: #"""
            1:32 error: 'A' declares neither 'body' nor 'reduce(_:into:)' in its braces: implement one of them
            """#
        ),
        ExpansionCase(
            "both parts",
            #"""
            @ViewStateReducer<D, V> struct A { func reduce(_ domainState: D, into viewState: inout V) {}; var body: some ViewStateReducerOf<Self> { Child() } }
            """#,
            code: #"""
            // extension
            extension A: UnoArchitecture.ViewStateReducer {}
            """#,
            diagnostics: #"""
            1:99 error: 'A' declares both 'body' and 'reduce(_:into:)': one of them would be ignored
                note 1:41: 'reduce(_:into:)' is declared here
                fix-it 1:95-1:146 '': remove 'body'
            """#
        ),
        ExpansionCase(
            "a body that returns itself",
            #"""
            @ViewStateReducer<D, V> struct A { var body: Self { self } }
            """#,
            code: #"""
            // extension
            extension A: UnoArchitecture.ViewStateReducer {}
            """#,
            diagnostics: #"""
            1:40 error: 'body' returns 'self', so 'A' does nothing
            """#
        ),
        ExpansionCase(
            "a function with other labels",
            #"""
            @ViewStateReducer<D, V> struct A { func reduce(_ d: D, _ v: inout V) {} }
            """#,
            code: #"""
            // extension
            extension A: UnoArchitecture.ViewStateReducer {}
            """#,
            diagnostics: #"""
            1:32 error: 'A' declares neither 'body' nor 'reduce(_:into:)' in its braces: implement one of them
            """#
        ),
        ExpansionCase(
            "an alias of itself",
            #"""
            @ViewStateReducer<D, ViewState> struct A { func reduce(_ domainState: D, into viewState: inout V) {} }
            """#,
            code: #"""
            // extension
            extension A: UnoArchitecture.ViewStateReducer {}
            """#,
            diagnostics: #"""
            1:22 error: 'ViewState' would be an alias of itself: qualify the type with its module or its enclosing type
            """#
        ),
        ExpansionCase(
            "types of the body",
            #"""
            @ViewStateReducer struct A { var body: some ViewStateReducer<Int, String> { Child() } }
            """#,
            code: #"""
            // member
            typealias DomainState = Int

            typealias ViewState = String
            // attribute of body
            @UnoArchitecture.ViewStateReducerBuilder<DomainState, ViewState>
            // extension
            extension A: UnoArchitecture.ViewStateReducer {}
            """#
        ),
        ExpansionCase(
            "an argument beside an alias of the same type",
            #"""
            @ViewStateReducer<Int, String> struct A { typealias DomainState = Int; var body: some ViewStateReducerOf<Self> { Child() } }
            """#,
            code: #"""
            // member
            typealias ViewState = String
            // attribute of body
            @UnoArchitecture.ViewStateReducerBuilder<DomainState, ViewState>
            // extension
            extension A: UnoArchitecture.ViewStateReducer {}
            """#
        ),
    ]
}
