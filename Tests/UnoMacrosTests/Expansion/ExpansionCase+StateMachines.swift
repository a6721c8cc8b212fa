// swift-format-ignore-file

extension ExpansionCase {
    /// What '@StateMachine' makes, and what it reports.
    static let stateMachines: [ExpansionCase] = [
        ExpansionCase(
            "an enum state has phases",
            #"""
            @StateMachine
            struct Search {
                enum State: Equatable { case idle, loading(String), results([String]) }
                enum Input { case type(String) }
                enum IOEffect: Equatable { case find(String) }
                enum IOResult { case found([String]) }
            }
            """#,
            code: #"""
            // member
            typealias Action = UnoArchitecture.StateMachineEvent<Input, IOResult>

            typealias Effects = IOEffect

            typealias EffectScope = Swift.Int

            static func effectScope(of state: State) -> Swift.Int {
                switch state {
                case .idle: 0
                case .loading: 1
                case .results: 2
                }
            }
            // extension
            extension Search: UnoArchitecture.StateMachine {}
            """#
        ),
        ExpansionCase(
            "public, and its access",
            #"""
            @StateMachine
            public struct Search {
                public enum State: Equatable { case idle, loading(String) }
                public enum Input { case type(String) }
                public enum IOEffect: Equatable { case find(String) }
                public enum IOResult { case found([String]) }
            }
            """#,
            code: #"""
            // member
            public typealias Action = UnoArchitecture.StateMachineEvent<Input, IOResult>

            public typealias Effects = IOEffect

            public typealias EffectScope = Swift.Int

            public static func effectScope(of state: State) -> Swift.Int {
                switch state {
                case .idle: 0
                case .loading: 1
                }
            }
            // extension
            extension Search: UnoArchitecture.StateMachine {}
            """#
        ),
        ExpansionCase(
            "package, nested in another type",
            #"""
            enum Outer {
                @StateMachine package struct Search {
                    package struct State {}
                    package enum Input { case type(String) }
                }
            }
            """#,
            code: #"""
            // member
            package typealias IOEffect = Swift.Never

            package typealias IOResult = Swift.Never

            package typealias Action = UnoArchitecture.StateMachineEvent<Input, IOResult>

            package typealias Effects = IOEffect
            // extension
            extension Outer.Search: UnoArchitecture.StateMachine {}
            """#
        ),
        ExpansionCase(
            "the access of an extension around it",
            #"""
            public extension Outer {
                @StateMachine struct Search {
                    struct State {}
                    enum Input { case type(String) }
                }
            }
            """#,
            code: #"""
            // member
            public typealias IOEffect = Swift.Never

            public typealias IOResult = Swift.Never

            public typealias Action = UnoArchitecture.StateMachineEvent<Input, IOResult>

            public typealias Effects = IOEffect
            // extension
            extension Outer.Search: UnoArchitecture.StateMachine {}
            """#
        ),
        ExpansionCase(
            "fileprivate",
            #"""
            @StateMachine fileprivate struct Search { struct State {}; enum Input { case go } }
            """#,
            code: #"""
            // member
            typealias IOEffect = Swift.Never

            typealias IOResult = Swift.Never

            typealias Action = UnoArchitecture.StateMachineEvent<Input, IOResult>

            typealias Effects = IOEffect
            // extension
            extension Search: UnoArchitecture.StateMachine {}
            """#
        ),
        ExpansionCase(
            "a struct state has one phase, and there are no effects",
            #"""
            @StateMachine struct Search { struct State {}; enum Input { case go } }
            """#,
            code: #"""
            // member
            typealias IOEffect = Swift.Never

            typealias IOResult = Swift.Never

            typealias Action = UnoArchitecture.StateMachineEvent<Input, IOResult>

            typealias Effects = IOEffect
            // extension
            extension Search: UnoArchitecture.StateMachine {}
            """#
        ),
        ExpansionCase(
            "an enum feature",
            #"""
            @StateMachine enum Search { struct State {}; enum Input { case go } }
            """#,
            code: #"""
            // member
            typealias IOEffect = Swift.Never

            typealias IOResult = Swift.Never

            typealias Action = UnoArchitecture.StateMachineEvent<Input, IOResult>

            typealias Effects = IOEffect
            // extension
            extension Search: UnoArchitecture.StateMachine {}
            """#
        ),
        ExpansionCase(
            "a state that is an alias has one phase",
            #"""
            @StateMachine struct Search { typealias State = Other; enum Input { case go } }
            """#,
            code: #"""
            // member
            typealias IOEffect = Swift.Never

            typealias IOResult = Swift.Never

            typealias Action = UnoArchitecture.StateMachineEvent<Input, IOResult>

            typealias Effects = IOEffect
            // extension
            extension Search: UnoArchitecture.StateMachine {}
            """#
        ),
        ExpansionCase(
            "one case is one phase",
            #"""
            @StateMachine struct Search { enum State { case only(Int) }; enum Input { case go } }
            """#,
            code: #"""
            // member
            typealias IOEffect = Swift.Never

            typealias IOResult = Swift.Never

            typealias Action = UnoArchitecture.StateMachineEvent<Input, IOResult>

            typealias Effects = IOEffect
            // extension
            extension Search: UnoArchitecture.StateMachine {}
            """#
        ),
        ExpansionCase(
            "its own actions",
            #"""
            @StateMachine
            struct Search {
                struct State {}
                enum Input { case go }
                enum Action: StateMachineEventConvertible { case input(Input), ioResult(Never), other }
            }
            """#,
            code: #"""
            // member
            typealias IOEffect = Swift.Never

            typealias IOResult = Swift.Never

            typealias Effects = IOEffect
            // extension
            extension Search: UnoArchitecture.StateMachine {}
            """#
        ),
        ExpansionCase(
            "all declared by hand",
            #"""
            @StateMachine
            struct Search: StateMachine {
                enum State { case a, b }
                typealias Input = Int
                typealias IOEffect = String
                typealias IOResult = Double
                typealias Action = StateMachineEvent<Input, IOResult>
                typealias Effects = UnoArchitecture.ComposableEffect<String>
                static func effectScope(of state: State) -> String { "" }
            }
            """#,
            code: #"""

            """#
        ),
        ExpansionCase(
            "its own scope's type",
            #"""
            @StateMachine
            struct Search {
                enum State { case a, b }
                enum Input { case go }
                struct EffectScope: Hashable {}
            }
            """#,
            code: #"""
            // member
            typealias IOEffect = Swift.Never

            typealias IOResult = Swift.Never

            typealias Action = UnoArchitecture.StateMachineEvent<Input, IOResult>

            typealias Effects = IOEffect
            // extension
            extension Search: UnoArchitecture.StateMachine {}
            """#
        ),
        ExpansionCase(
            "composed effects by macro",
            #"""
            @StateMachine
            struct Search {
                struct State {}
                enum Input { case go }
                @ComposableEffect enum IOEffect { case find }
                enum IOResult { case found }
            }
            """#,
            code: #"""
            // member
            typealias Action = UnoArchitecture.StateMachineEvent<Input, IOResult>

            typealias Effects = IOEffect.Composed
            // extension
            extension Search: UnoArchitecture.StateMachine {}
            """#
        ),
        ExpansionCase(
            "beside @EffectComposition",
            #"""
            @StateMachine
            @EffectComposition
            struct Search {
                struct State {}
                enum Input { case go }
                enum IOEffect { case find }
                enum IOResult { case found }
            }
            """#,
            code: #"""
            // member
            typealias Action = UnoArchitecture.StateMachineEvent<Input, IOResult>
            // extension
            extension Search: UnoArchitecture.StateMachine {}
            """#
        ),
        ExpansionCase(
            "conditions, unavailable cases and backticks",
            #"""
            @StateMachine
            struct Search {
                enum State {
                    case idle, `default`
                    #if DEBUG
                        case debugging(Int)
                    #else
                        case quiet
                    #endif
                    @available(*, unavailable) case gone
                    case at(x: Int), by(y: Int, Int)
                }
                enum Input { case go }
            }
            """#,
            code: #"""
            // member
            typealias IOEffect = Swift.Never

            typealias IOResult = Swift.Never

            typealias Action = UnoArchitecture.StateMachineEvent<Input, IOResult>

            typealias Effects = IOEffect

            typealias EffectScope = Swift.Int

            static func effectScope(of state: State) -> Swift.Int {
                switch state {
                case .idle: 0
                case .`default`: 1
                #if DEBUG
                case .debugging: 2
                #else
                case .quiet: 3
                #endif
                case .at: 4
                case .by: 5
                }
            }
            // extension
            extension Search: UnoArchitecture.StateMachine {}
            """#
        ),
        ExpansionCase(
            "two cases of one name",
            #"""
            @StateMachine struct A { enum State { case at(x: Int), at(y: Int) }; enum Input {} }
            """#,
            code: #"""
            // member
            typealias IOEffect = Swift.Never

            typealias IOResult = Swift.Never

            typealias Action = UnoArchitecture.StateMachineEvent<Input, IOResult>

            typealias Effects = IOEffect
            // extension
            extension A: UnoArchitecture.StateMachine {}
            """#,
            diagnostics: #"""
            1:56 error: duplicate case 'at': rename one of them, or declare 'EffectScope' and 'effectScope(of:)'
                note 1:44: first declared here
            """#
        ),
        ExpansionCase(
            "two cases of one name, with phases of its own",
            #"""
            @StateMachine
            struct A {
                enum State { case at(x: Int), at(y: Int) }
                enum Input {}
                static func effectScope(of state: State) -> Bool { true }
            }
            """#,
            code: #"""
            // member
            typealias IOEffect = Swift.Never

            typealias IOResult = Swift.Never

            typealias Action = UnoArchitecture.StateMachineEvent<Input, IOResult>

            typealias Effects = IOEffect
            // extension
            extension A: UnoArchitecture.StateMachine {}
            """#
        ),
        ExpansionCase(
            "no input",
            #"""
            @StateMachine struct A { enum State { case a, b } }
            """#,
            code: #"""
            // extension
            extension A: UnoArchitecture.StateMachine {}
            """#,
            diagnostics: #"""
            1:22 error: 'A' declares no 'Input' in its braces: declare one, or an alias, as in 'typealias Input = ...'
            """#
        ),
        ExpansionCase(
            "an extension with the type's availability",
            #"""
            @StateMachine
            @available(macOS 16, *)
            struct Search { struct State {}; enum Input { case go } }
            """#,
            code: #"""
            // member
            typealias IOEffect = Swift.Never

            typealias IOResult = Swift.Never

            typealias Action = UnoArchitecture.StateMachineEvent<Input, IOResult>

            typealias Effects = IOEffect
            // extension
            @available(macOS 16, *)
            extension Search: UnoArchitecture.StateMachine {}
            """#
        ),
        ExpansionCase(
            "a class",
            #"""
            @StateMachine final class Search { struct State {}; enum Input { case go } }
            """#,
            code: #"""
            // extension
            extension Search: UnoArchitecture.StateMachine {}
            """#,
            diagnostics: #"""
            1:21 error: '@StateMachine' can only be applied to a struct or enum: 'Search' is a class
                fix-it 1:1-1:14 '': remove '@StateMachine'
            """#
        ),
        ExpansionCase(
            "an actor",
            #"""
            @StateMachine actor Search {}
            """#,
            code: #"""
            // extension
            extension Search: UnoArchitecture.StateMachine {}
            """#,
            diagnostics: #"""
            1:15 error: '@StateMachine' can only be applied to a struct or enum: 'Search' is an actor
                fix-it 1:1-1:14 '': remove '@StateMachine'
            """#
        ),
        ExpansionCase(
            "a protocol",
            #"""
            @StateMachine protocol Search {}
            """#,
            code: #"""

            """#,
            diagnostics: #"""
            1:15 error: '@StateMachine' can only be applied to a struct or enum: 'Search' is a protocol
                fix-it 1:1-1:14 '': remove '@StateMachine'
            """#
        ),
        ExpansionCase(
            "twice",
            #"""
            @StateMachine @StateMachine struct Search { struct State {}; enum Input { case go } }
            """#,
            code: #"""
            // extension
            extension Search: UnoArchitecture.StateMachine {}
            """#,
            diagnostics: #"""
            1:15 error: '@StateMachine' is applied more than once
                note 1:1: first applied here
                fix-it 1:15-1:28 '': remove '@StateMachine'
            """#
        ),
        ExpansionCase(
            "private and nested",
            #"""
            struct Outer {
                @StateMachine private struct Search { struct State {}; enum Input { case go } }
            }
            """#,
            code: #"""
            // extension
            extension Outer.Search: UnoArchitecture.StateMachine {}
            """#,
            diagnostics: #"""
            2:19 error: '@StateMachine' cannot extend a private nested type: make it fileprivate
                fix-it 2:19-2:26 'fileprivate': use 'fileprivate'
            """#
        ),
        ExpansionCase(
            "a body with parts has the builder",
            #"""
            @StateMachine struct Search { struct State {}; enum Input { case go }; var body: some Interactor<State, Action> { Child(); transitions } }
            """#,
            code: #"""
            // member
            typealias IOEffect = Swift.Never

            typealias IOResult = Swift.Never

            typealias Action = UnoArchitecture.StateMachineEvent<Input, IOResult>

            typealias Effects = IOEffect
            // attribute of body
            @UnoArchitecture.InteractorBuilder<State, Action>
            // extension
            extension Search: UnoArchitecture.StateMachine {}
            """#
        ),
        ExpansionCase(
            "a body with a return, and one with the builder, are as they are",
            #"""
            @StateMachine
            struct Search {
                struct State {}
                enum Input { case go }
                #if DEBUG
                    var body: some Interactor<State, Action> { return transitions }
                #else
                    @InteractorBuilder<State, Action> var body: some Interactor<State, Action> { transitions }
                #endif
            }
            """#,
            code: #"""
            // member
            typealias IOEffect = Swift.Never

            typealias IOResult = Swift.Never

            typealias Action = UnoArchitecture.StateMachineEvent<Input, IOResult>

            typealias Effects = IOEffect
            // extension
            extension Search: UnoArchitecture.StateMachine {}
            """#
        ),
        ExpansionCase(
            "usable from inline",
            #"""
            @StateMachine @usableFromInline struct A { @usableFromInline enum State { case a, b }; @usableFromInline enum Input { case a } }
            """#,
            code: #"""
            // member
            @usableFromInline typealias IOEffect = Swift.Never

            @usableFromInline typealias IOResult = Swift.Never

            @usableFromInline typealias Action = UnoArchitecture.StateMachineEvent<Input, IOResult>

            @usableFromInline typealias Effects = IOEffect

            @usableFromInline typealias EffectScope = Swift.Int

            @usableFromInline static func effectScope(of state: State) -> Swift.Int {
                switch state {
                case .a: 0
                case .b: 1
                }
            }
            // extension
            extension A: UnoArchitecture.StateMachine {}
            """#
        ),
    ]
}
