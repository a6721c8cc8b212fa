// swift-format-ignore-file

extension ExpansionCase {
    /// What '@ComposableEffect' and '@EffectComposition' make, and what they report.
    static let effects: [ExpansionCase] = [
        ExpansionCase(
            "factories for cases of every form",
            #"""
            @ComposableEffect
            public enum IOEffect: Equatable {
                case fetch(Int)
                case save(count: Int, fact: String), log
                case pair(Int, String = "x")
            }
            """#,
            code: #"""
            // member
            /// Compositions of these effects, with a factory for each.
            public nonisolated struct Composed: UnoArchitecture.ComposedEffects, Swift.Equatable {
                public let composition: UnoArchitecture.ComposableEffect<IOEffect>

                public init(_ composition: UnoArchitecture.ComposableEffect<IOEffect>) {
                    self.composition = composition
                }

                public typealias Factory<each Value> = (repeat each Value) -> Self
                public static var none: Self { Self(.none) }
                public static func just(_ effect: IOEffect) -> Self { Self(.just(effect)) }
                public static func fetch(_ value: Int) -> Self { Self(.just(.fetch(value))) }
                public static func save(count: Int, fact: String) -> Self { Self(.just(.save(count: count, fact: fact))) }
                public static var log: Self { Self(.just(.log)) }
                public static func pair(_ value0: Int, _ value1: String = "x") -> Self { Self(.just(.pair(value0, value1))) }
            }
            """#
        ),
        ExpansionCase(
            "without values, compositions are hashable",
            #"""
            @ComposableEffect enum IOEffect { case a, b }
            """#,
            code: #"""
            // member
            /// Compositions of these effects, with a factory for each.
            nonisolated struct Composed: UnoArchitecture.ComposedEffects, Swift.Hashable {
                let composition: UnoArchitecture.ComposableEffect<IOEffect>

                init(_ composition: UnoArchitecture.ComposableEffect<IOEffect>) {
                    self.composition = composition
                }

                typealias Factory<each Value> = (repeat each Value) -> Self
                static var none: Self { Self(.none) }
                static func just(_ effect: IOEffect) -> Self { Self(.just(effect)) }
                static var a: Self { Self(.just(.a)) }
                static var b: Self { Self(.just(.b)) }
            }
            """#
        ),
        ExpansionCase(
            "hashable by name",
            #"""
            @ComposableEffect enum IOEffect: Swift.Hashable { case a(Int) }
            """#,
            code: #"""
            // member
            /// Compositions of these effects, with a factory for each.
            nonisolated struct Composed: UnoArchitecture.ComposedEffects, Swift.Hashable {
                let composition: UnoArchitecture.ComposableEffect<IOEffect>

                init(_ composition: UnoArchitecture.ComposableEffect<IOEffect>) {
                    self.composition = composition
                }

                typealias Factory<each Value> = (repeat each Value) -> Self
                static var none: Self { Self(.none) }
                static func just(_ effect: IOEffect) -> Self { Self(.just(effect)) }
                static func a(_ value: Int) -> Self { Self(.just(.a(value))) }
            }
            """#
        ),
        ExpansionCase(
            "neither equatable nor hashable",
            #"""
            @ComposableEffect enum IOEffect: Sendable { case a(Int) }
            """#,
            code: #"""
            // member
            /// Compositions of these effects, with a factory for each.
            nonisolated struct Composed: UnoArchitecture.ComposedEffects {
                let composition: UnoArchitecture.ComposableEffect<IOEffect>

                init(_ composition: UnoArchitecture.ComposableEffect<IOEffect>) {
                    self.composition = composition
                }

                typealias Factory<each Value> = (repeat each Value) -> Self
                static var none: Self { Self(.none) }
                static func just(_ effect: IOEffect) -> Self { Self(.just(effect)) }
                static func a(_ value: Int) -> Self { Self(.just(.a(value))) }
            }
            """#
        ),
        ExpansionCase(
            "any name, any access",
            #"""
            @ComposableEffect package enum Work { case a(Work.Detail, Self.Other), b(Self) }
            """#,
            code: #"""
            // member
            /// Compositions of these effects, with a factory for each.
            package nonisolated struct Composed: UnoArchitecture.ComposedEffects {
                package let composition: UnoArchitecture.ComposableEffect<Work>

                package init(_ composition: UnoArchitecture.ComposableEffect<Work>) {
                    self.composition = composition
                }

                package typealias Factory<each Value> = (repeat each Value) -> Self
                package static var none: Self { Self(.none) }
                package static func just(_ effect: Work) -> Self { Self(.just(effect)) }
                package static var a: Factory<Work.Detail, Work.Other> { { Self(.just(.a($0, $1))) } }
                package static var b: Factory<Work> { { Self(.just(.b($0))) } }
            }
            """#
        ),
        ExpansionCase(
            "labels that are no names, and that are taken",
            #"""
            @ComposableEffect
            enum IOEffect {
                case `default`(in: Int, `for`: String, value0: Int)
                case twice(x: Int, x: Int)
                case underscored(_ x: Int)
            }
            """#,
            code: #"""
            // member
            /// Compositions of these effects, with a factory for each.
            nonisolated struct Composed: UnoArchitecture.ComposedEffects {
                let composition: UnoArchitecture.ComposableEffect<IOEffect>

                init(_ composition: UnoArchitecture.ComposableEffect<IOEffect>) {
                    self.composition = composition
                }

                typealias Factory<each Value> = (repeat each Value) -> Self
                static var none: Self { Self(.none) }
                static func just(_ effect: IOEffect) -> Self { Self(.just(effect)) }
                static func `default`(in value0: Int, for value1: String, value0 value2: Int) -> Self { Self(.just(.`default`(in: value0, for: value1, value0: value2))) }
                static func twice(x: Int, x value1: Int) -> Self { Self(.just(.twice(x: x, x: value1))) }
                static func underscored(_ value: Int) -> Self { Self(.just(.underscored(value))) }
            }
            """#
        ),
        ExpansionCase(
            "functions are kept",
            #"""
            @ComposableEffect
            enum IOEffect {
                case run(@Sendable () -> Void, then: (Int) async throws -> String)
                case maybe((() -> Void)?)
            }
            """#,
            code: #"""
            // member
            /// Compositions of these effects, with a factory for each.
            nonisolated struct Composed: UnoArchitecture.ComposedEffects {
                let composition: UnoArchitecture.ComposableEffect<IOEffect>

                init(_ composition: UnoArchitecture.ComposableEffect<IOEffect>) {
                    self.composition = composition
                }

                typealias Factory<each Value> = (repeat each Value) -> Self
                static var none: Self { Self(.none) }
                static func just(_ effect: IOEffect) -> Self { Self(.just(effect)) }
                static func run(_ value0: @escaping @Sendable () -> Void, then: @escaping (Int) async throws -> String) -> Self { Self(.just(.run(value0, then: then))) }
                static func maybe(_ value: (() -> Void)?) -> Self { Self(.just(.maybe(value))) }
            }
            """#
        ),
        ExpansionCase(
            "conditions and unavailable cases",
            #"""
            @ComposableEffect
            enum IOEffect {
                case a
                #if DEBUG
                    case b(Int)
                #elseif os(Linux)
                    case c
                #endif
                @available(*, unavailable) case d
            }
            """#,
            code: #"""
            // member
            /// Compositions of these effects, with a factory for each.
            nonisolated struct Composed: UnoArchitecture.ComposedEffects {
                let composition: UnoArchitecture.ComposableEffect<IOEffect>

                init(_ composition: UnoArchitecture.ComposableEffect<IOEffect>) {
                    self.composition = composition
                }

                typealias Factory<each Value> = (repeat each Value) -> Self
                static var none: Self { Self(.none) }
                static func just(_ effect: IOEffect) -> Self { Self(.just(effect)) }
                static var a: Self { Self(.just(.a)) }
                #if DEBUG
                static func b(_ value: Int) -> Self { Self(.just(.b(value))) }
                #elseif os(Linux)
                static var c: Self { Self(.just(.c)) }
                #endif
            }
            """#
        ),
        ExpansionCase(
            "generic types over lines",
            #"""
            @ComposableEffect
            enum IOEffect {
                case a([
                    String: Int, // why
                    ])
            }
            """#,
            code: #"""
            // member
            /// Compositions of these effects, with a factory for each.
            nonisolated struct Composed: UnoArchitecture.ComposedEffects {
                let composition: UnoArchitecture.ComposableEffect<IOEffect>

                init(_ composition: UnoArchitecture.ComposableEffect<IOEffect>) {
                    self.composition = composition
                }

                typealias Factory<each Value> = (repeat each Value) -> Self
                static var none: Self { Self(.none) }
                static func just(_ effect: IOEffect) -> Self { Self(.just(effect)) }
                static func a(_ value: [ String: Int, ]) -> Self { Self(.just(.a(value))) }
            }
            """#
        ),
        ExpansionCase(
            "names of compositions",
            #"""
            @ComposableEffect enum IOEffect { case merge, concatenate(Int), a, none; case `just` }
            """#,
            code: #"""

            """#,
            diagnostics: #"""
            1:40 error: 'merge' is reserved for composing effects: rename the case
            1:47 error: 'concatenate' is reserved for composing effects: rename the case
            1:68 error: 'none' is reserved for composing effects: rename the case
            1:79 error: 'just' is reserved for composing effects: rename the case
            """#
        ),
        ExpansionCase(
            "no cases",
            #"""
            @ComposableEffect enum IOEffect { static let a = 1 }
            """#,
            code: #"""

            """#,
            diagnostics: #"""
            1:24 error: 'IOEffect' has no cases, so there is nothing to compose
            """#
        ),
        ExpansionCase(
            "a struct of effects",
            #"""
            @ComposableEffect struct IOEffect {}
            """#,
            code: #"""

            """#,
            diagnostics: #"""
            1:19 error: '@ComposableEffect' can only be applied to an enum: 'IOEffect' is a struct
                fix-it 1:1-1:18 '': remove '@ComposableEffect'
            """#
        ),
        ExpansionCase(
            "factories twice",
            #"""
            @ComposableEffect @ComposableEffect enum IOEffect { case a }
            """#,
            code: #"""

            """#,
            diagnostics: #"""
            1:19 error: '@ComposableEffect' is applied more than once
                note 1:1: first applied here
                fix-it 1:19-1:36 '': remove '@ComposableEffect'
            """#
        ),
        ExpansionCase(
            "its own compositions",
            #"""
            @ComposableEffect enum IOEffect { case a; struct Composed {} }
            """#,
            code: #"""

            """#,
            diagnostics: #"""
            1:50 error: '@ComposableEffect' generates 'Composed': remove this declaration or the macro
            """#
        ),
        ExpansionCase(
            "a runner for each case",
            #"""
            @EffectComposition
            public struct Feature {
                public enum IOEffect: Equatable {
                    case fetch(Int)
                    case save(count: Int, fact: String), log
                    case pair(Int, String = "x")
                }
            }
            """#,
            code: #"""
            // member
            public typealias Effects = IOEffect.Composed

            /// Runs the effects. Conform to it, in any file: `extension Feature: Feature.EffectRunner`.
            public protocol EffectRunner {
                func runFetch(_ value: Int) -> UnoArchitecture.ResultStream<IOResult>
                func runSave(count: Int, fact: String) -> UnoArchitecture.ResultStream<IOResult>
                func runLog() -> UnoArchitecture.ResultStream<IOResult>
                func runPair(_ value0: Int, _ value1: String) -> UnoArchitecture.ResultStream<IOResult>
            }

            public func runIOEffect(_ ioEffect: IOEffect) -> UnoArchitecture.ResultStream<IOResult> {
                let runner: some EffectRunner = self
                return switch ioEffect {
                case .fetch(let value): runner.runFetch(value)
                case .save(count: let count, fact: let fact): runner.runSave(count: count, fact: fact)
                case .log: runner.runLog()
                case .pair(let value0, let value1): runner.runPair(value0, value1)
                }
            }
            // attribute of enum
            @UnoArchitecture.ComposableEffect
            """#
        ),
        ExpansionCase(
            "the enum has its macro already",
            #"""
            @EffectComposition struct Feature { @ComposableEffect enum IOEffect { case a } }
            """#,
            code: #"""
            // member
            typealias Effects = IOEffect.Composed

            /// Runs the effects. Conform to it, in any file: `extension Feature: Feature.EffectRunner`.
            protocol EffectRunner {
                func runA() -> UnoArchitecture.ResultStream<IOResult>
            }

            func runIOEffect(_ ioEffect: IOEffect) -> UnoArchitecture.ResultStream<IOResult> {
                let runner: some EffectRunner = self
                return switch ioEffect {
                case .a: runner.runA()
                }
            }
            """#
        ),
        ExpansionCase(
            "types that the enum nests",
            #"""
            @EffectComposition
            struct Feature {
                enum IOEffect {
                    case save(Preset, others: [Self.Preset], Other.Preset), again(Self)
                    struct Preset {}
                }
            }
            """#,
            code: #"""
            // member
            typealias Effects = IOEffect.Composed

            /// Runs the effects. Conform to it, in any file: `extension Feature: Feature.EffectRunner`.
            protocol EffectRunner {
                func runSave(_ value0: IOEffect.Preset, others: [IOEffect.Preset], _ value2: Other.Preset) -> UnoArchitecture.ResultStream<IOResult>
                func runAgain(_ value: IOEffect) -> UnoArchitecture.ResultStream<IOResult>
            }

            func runIOEffect(_ ioEffect: IOEffect) -> UnoArchitecture.ResultStream<IOResult> {
                let runner: some EffectRunner = self
                return switch ioEffect {
                case .save(let value0, others: let others, let value2): runner.runSave(value0, others: others, value2)
                case .again(let value): runner.runAgain(value)
                }
            }
            // attribute of enum
            @UnoArchitecture.ComposableEffect
            """#
        ),
        ExpansionCase(
            "names that need care",
            #"""
            @EffectComposition
            enum Feature {
                enum IOEffect {
                    case `default`(in: Int)
                    case URL(work: () -> Void)
                    #if DEBUG
                        case debug
                    #endif
                }
            }
            """#,
            code: #"""
            // member
            typealias Effects = IOEffect.Composed

            /// Runs the effects. Conform to it, in any file: `extension Feature: Feature.EffectRunner`.
            protocol EffectRunner {
                func runDefault(in value: Int) -> UnoArchitecture.ResultStream<IOResult>
                func runURL(work: @escaping () -> Void) -> UnoArchitecture.ResultStream<IOResult>
                #if DEBUG
                func runDebug() -> UnoArchitecture.ResultStream<IOResult>
                #endif
            }

            func runIOEffect(_ ioEffect: IOEffect) -> UnoArchitecture.ResultStream<IOResult> {
                let runner: some EffectRunner = self
                return switch ioEffect {
                case .`default`(in: let value): runner.runDefault(in: value)
                case .URL(work: let work): runner.runURL(work: work)
                #if DEBUG
                case .debug: runner.runDebug()
                #endif
                }
            }
            // attribute of enum
            @UnoArchitecture.ComposableEffect
            """#
        ),
        ExpansionCase(
            "one name with other labels",
            #"""
            @EffectComposition struct Feature { enum IOEffect { case fetch(a: Int), fetch(b: Int) } }
            """#,
            code: #"""
            // member
            typealias Effects = IOEffect.Composed

            /// Runs the effects. Conform to it, in any file: `extension Feature: Feature.EffectRunner`.
            protocol EffectRunner {
                func runFetch(a: Int) -> UnoArchitecture.ResultStream<IOResult>
                func runFetch(b: Int) -> UnoArchitecture.ResultStream<IOResult>
            }

            func runIOEffect(_ ioEffect: IOEffect) -> UnoArchitecture.ResultStream<IOResult> {
                let runner: some EffectRunner = self
                return switch ioEffect {
                case .fetch(a: let a): runner.runFetch(a: a)
                case .fetch(b: let b): runner.runFetch(b: b)
                }
            }
            // attribute of enum
            @UnoArchitecture.ComposableEffect
            """#
        ),
        ExpansionCase(
            "no enum of effects",
            #"""
            @EffectComposition struct Feature { typealias IOEffect = Never }
            """#,
            code: #"""

            """#,
            diagnostics: #"""
            1:27 error: '@EffectComposition' requires a nested enum named 'IOEffect'
            """#
        ),
        ExpansionCase(
            "effects that are a struct",
            #"""
            @EffectComposition struct Feature { struct IOEffect {} }
            """#,
            code: #"""

            """#,
            diagnostics: #"""
            1:27 error: '@EffectComposition' requires a nested enum named 'IOEffect'
            """#
        ),
        ExpansionCase(
            "what the macro writes is there",
            #"""
            @EffectComposition
            struct Feature {
                enum IOEffect { case a }
                typealias Effects = IOEffect
                protocol EffectRunner {}
                func runIOEffect(_ effect: IOEffect) -> IOResultStream { .empty }
            }
            """#,
            code: #"""
            // attribute of enum
            @UnoArchitecture.ComposableEffect
            """#,
            diagnostics: #"""
            4:15 error: '@EffectComposition' generates 'Effects': remove this declaration or the macro
            5:14 error: '@EffectComposition' generates 'EffectRunner': remove this declaration or the macro
            6:10 error: '@EffectComposition' generates 'runIOEffect(_:)': remove this declaration or the macro
            """#
        ),
        ExpansionCase(
            "a generic feature",
            #"""
            @EffectComposition struct Feature<Value> { enum IOEffect { case a } }
            """#,
            code: #"""
            // attribute of enum
            @UnoArchitecture.ComposableEffect
            """#,
            diagnostics: #"""
            1:27 error: a protocol cannot be nested in a generic type: write 'runIOEffect(_:)' by hand
            """#
        ),
        ExpansionCase(
            "a feature in a generic type",
            #"""
            struct Outer<Value> { @EffectComposition struct Feature { enum IOEffect { case a } } }
            """#,
            code: #"""
            // attribute of enum
            @UnoArchitecture.ComposableEffect
            """#,
            diagnostics: #"""
            1:49 error: a protocol cannot be nested in a generic type: write 'runIOEffect(_:)' by hand
            """#
        ),
        ExpansionCase(
            "two cases with one runner",
            #"""
            @EffectComposition struct Feature { enum IOEffect { case fetch(Int), Fetch(String) } }
            """#,
            code: #"""
            // attribute of enum
            @UnoArchitecture.ComposableEffect
            """#,
            diagnostics: #"""
            1:70 error: 'Fetch' would also be run by 'runFetch(_:)': rename one of the cases
                note 1:58: the other case is declared here
            """#
        ),
        ExpansionCase(
            "two cases with one runner that never meet",
            #"""
            @EffectComposition
            struct Feature {
                enum IOEffect {
                    #if DEBUG
                        case fetch
                    #else
                        case Fetch
                    #endif
                }
            }
            """#,
            code: #"""
            // member
            typealias Effects = IOEffect.Composed

            /// Runs the effects. Conform to it, in any file: `extension Feature: Feature.EffectRunner`.
            protocol EffectRunner {
                #if DEBUG
                func runFetch() -> UnoArchitecture.ResultStream<IOResult>
                #else
                func runFetch() -> UnoArchitecture.ResultStream<IOResult>
                #endif
            }

            func runIOEffect(_ ioEffect: IOEffect) -> UnoArchitecture.ResultStream<IOResult> {
                let runner: some EffectRunner = self
                return switch ioEffect {
                #if DEBUG
                case .fetch: runner.runFetch()
                #else
                case .Fetch: runner.runFetch()
                #endif
                }
            }
            // attribute of enum
            @UnoArchitecture.ComposableEffect
            """#
        ),
        ExpansionCase(
            "a class with effects",
            #"""
            @EffectComposition final class Feature { enum IOEffect { case a } }
            """#,
            code: #"""
            // attribute of enum
            @UnoArchitecture.ComposableEffect
            """#,
            diagnostics: #"""
            1:26 error: '@EffectComposition' can only be applied to a struct or enum: 'Feature' is a class
                fix-it 1:1-1:19 '': remove '@EffectComposition'
            """#
        ),
    ]
}
