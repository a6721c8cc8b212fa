// swift-format-ignore-file

extension ExpansionCase {
    /// What '@CasePathable' reports.
    static let casePathDiagnostics: [ExpansionCase] = [
        ExpansionCase(
            "a struct",
            #"""
            @CasePathable struct A {}
            """#,
            code: #"""
            // extension
            extension A: UnoArchitecture.CasePathable {}
            """#,
            diagnostics: #"""
            1:15 error: '@CasePathable' can only be applied to an enum: 'A' is a struct
                fix-it 1:1-1:14 '': remove '@CasePathable'
            """#
        ),
        ExpansionCase(
            "a class",
            #"""
            @CasePathable
            public final class A {}
            """#,
            code: #"""
            // extension
            extension A: UnoArchitecture.CasePathable {}
            """#,
            diagnostics: #"""
            2:14 error: '@CasePathable' can only be applied to an enum: 'A' is a class
                fix-it 1:1-1:14 '': remove '@CasePathable'
            """#
        ),
        ExpansionCase(
            "an actor",
            #"""
            @CasePathable actor A {}
            """#,
            code: #"""
            // extension
            extension A: UnoArchitecture.CasePathable {}
            """#,
            diagnostics: #"""
            1:15 error: '@CasePathable' can only be applied to an enum: 'A' is an actor
                fix-it 1:1-1:14 '': remove '@CasePathable'
            """#
        ),
        ExpansionCase(
            "a protocol",
            #"""
            @CasePathable protocol A {}
            """#,
            code: #"""

            """#,
            diagnostics: #"""
            1:15 error: '@CasePathable' can only be applied to an enum: 'A' is a protocol
                fix-it 1:1-1:14 '': remove '@CasePathable'
            """#
        ),
        ExpansionCase(
            "no cases",
            #"""
            @CasePathable enum A {}
            """#,
            code: #"""
            // member
            nonisolated struct AllCasePaths: Swift.Sendable {
            }

            nonisolated static var allCasePaths: AllCasePaths { AllCasePaths() }
            // extension
            extension A: UnoArchitecture.CasePathable {}
            """#,
            diagnostics: #"""
            1:20 warning: 'A' has no cases
                fix-it 1:1-1:14 '': remove '@CasePathable'
            """#
        ),
        ExpansionCase(
            "only cases of a nested type",
            #"""
            @CasePathable enum A { enum B { case c } }
            """#,
            code: #"""
            // member
            nonisolated struct AllCasePaths: Swift.Sendable {
            }

            nonisolated static var allCasePaths: AllCasePaths { AllCasePaths() }
            // extension
            extension A: UnoArchitecture.CasePathable {}
            """#,
            diagnostics: #"""
            1:20 warning: 'A' has no cases
                fix-it 1:1-1:14 '': remove '@CasePathable'
            """#
        ),
        ExpansionCase(
            "two cases of one name",
            #"""
            @CasePathable enum A {
                case a(x: Int)
                case b
                case a(y: Int)
            }
            """#,
            code: #"""
            // member
            nonisolated struct AllCasePaths: Swift.Sendable {
                var a: UnoArchitecture.AnyCasePath<A, Int> {
                    UnoArchitecture.AnyCasePath(
                        embed: A.a(x:),
                        extract: { if case .a(x: let value) = $0 { value } else { nil } }
                    )
                }
                var b: UnoArchitecture.AnyCasePath<A, Swift.Void> {
                    UnoArchitecture.AnyCasePath(
                        embed: { _ in .b },
                        extract: { if case .b = $0 { () } else { nil } }
                    )
                }
            }

            nonisolated static var allCasePaths: AllCasePaths { AllCasePaths() }
            // extension
            extension A: UnoArchitecture.CasePathable {}
            """#,
            diagnostics: #"""
            4:10 error: duplicate case 'a': the paths of both cases would have the same name
                note 2:10: first declared here
            """#
        ),
        ExpansionCase(
            "three cases of one name",
            #"""
            @CasePathable enum A { case a(x: Int), a(y: Int), a(z: Int) }
            """#,
            code: #"""
            // member
            nonisolated struct AllCasePaths: Swift.Sendable {
                var a: UnoArchitecture.AnyCasePath<A, Int> {
                    UnoArchitecture.AnyCasePath(
                        embed: A.a(x:),
                        extract: { if case .a(x: let value) = $0 { value } else { nil } }
                    )
                }
            }

            nonisolated static var allCasePaths: AllCasePaths { AllCasePaths() }
            // extension
            extension A: UnoArchitecture.CasePathable {}
            """#,
            diagnostics: #"""
            1:40 error: duplicate case 'a': the paths of both cases would have the same name
                note 1:29: first declared here
            1:51 error: duplicate case 'a': the paths of both cases would have the same name
                note 1:29: first declared here
            """#
        ),
        ExpansionCase(
            "one name with and without backticks",
            #"""
            @CasePathable enum A { case a, `a`(Int) }
            """#,
            code: #"""
            // member
            nonisolated struct AllCasePaths: Swift.Sendable {
                var a: UnoArchitecture.AnyCasePath<A, Swift.Void> {
                    UnoArchitecture.AnyCasePath(
                        embed: { _ in .a },
                        extract: { if case .a = $0 { () } else { nil } }
                    )
                }
            }

            nonisolated static var allCasePaths: AllCasePaths { AllCasePaths() }
            // extension
            extension A: UnoArchitecture.CasePathable {}
            """#,
            diagnostics: #"""
            1:32 error: duplicate case 'a': the paths of both cases would have the same name
                note 1:29: first declared here
            """#
        ),
        ExpansionCase(
            "one name inside and outside of a condition",
            #"""
            @CasePathable enum A { 
            case a
            #if DEBUG
            case a(Int)
            #endif
             }
            """#,
            code: #"""
            // member
            nonisolated struct AllCasePaths: Swift.Sendable {
                var a: UnoArchitecture.AnyCasePath<A, Swift.Void> {
                    UnoArchitecture.AnyCasePath(
                        embed: { _ in .a },
                        extract: { if case .a = $0 { () } else { nil } }
                    )
                }
            }

            nonisolated static var allCasePaths: AllCasePaths { AllCasePaths() }
            // extension
            extension A: UnoArchitecture.CasePathable {}
            """#,
            diagnostics: #"""
            4:6 error: duplicate case 'a': the paths of both cases would have the same name
                note 2:6: first declared here
            """#
        ),
        ExpansionCase(
            "one name in two clauses, which is no error",
            #"""
            @CasePathable enum A { 
            #if DEBUG
            case a(Int)
            #else
            case a
            #endif
             }
            """#,
            code: #"""
            // member
            nonisolated struct AllCasePaths: Swift.Sendable {
                #if DEBUG
                var a: UnoArchitecture.AnyCasePath<A, Int> {
                    UnoArchitecture.AnyCasePath(
                        embed: A.a(_:),
                        extract: { if case .a(let value) = $0 { value } else { nil } }
                    )
                }
                #else
                var a: UnoArchitecture.AnyCasePath<A, Swift.Void> {
                    UnoArchitecture.AnyCasePath(
                        embed: { _ in .a },
                        extract: { if case .a = $0 { () } else { nil } }
                    )
                }
                #endif
            }

            nonisolated static var allCasePaths: AllCasePaths { AllCasePaths() }
            // extension
            extension A: UnoArchitecture.CasePathable {}
            """#
        ),
        ExpansionCase(
            "one name in two conditions",
            #"""
            @CasePathable enum A { 
            #if A
            case a(Int)
            #endif
            #if B
            case a
            #endif
             }
            """#,
            code: #"""
            // member
            nonisolated struct AllCasePaths: Swift.Sendable {
                #if A
                var a: UnoArchitecture.AnyCasePath<A, Int> {
                    UnoArchitecture.AnyCasePath(
                        embed: A.a(_:),
                        extract: { if case .a(let value) = $0 { value } else { nil } }
                    )
                }
                #endif
            }

            nonisolated static var allCasePaths: AllCasePaths { AllCasePaths() }
            // extension
            extension A: UnoArchitecture.CasePathable {}
            """#,
            diagnostics: #"""
            6:6 error: duplicate case 'a': the paths of both cases would have the same name
                note 3:6: first declared here
            """#
        ),
        ExpansionCase(
            "a case of the name that is made",
            #"""
            @CasePathable enum A { case allCasePaths, b }
            """#,
            code: #"""
            // extension
            extension A: UnoArchitecture.CasePathable {}
            """#,
            diagnostics: #"""
            1:29 error: '@CasePathable' generates 'allCasePaths': remove this declaration or the macro
            """#
        ),
        ExpansionCase(
            "a type of the name that is made",
            #"""
            @CasePathable enum A { case a; struct AllCasePaths {} }
            """#,
            code: #"""
            // extension
            extension A: UnoArchitecture.CasePathable {}
            """#,
            diagnostics: #"""
            1:39 error: '@CasePathable' generates 'AllCasePaths': remove this declaration or the macro
            """#
        ),
        ExpansionCase(
            "an alias and a property of the names that are made",
            #"""
            @CasePathable enum A { case a; typealias AllCasePaths = Int; static let allCasePaths = 1 }
            """#,
            code: #"""
            // extension
            extension A: UnoArchitecture.CasePathable {}
            """#,
            diagnostics: #"""
            1:42 error: '@CasePathable' generates 'AllCasePaths': remove this declaration or the macro
            1:73 error: '@CasePathable' generates 'allCasePaths': remove this declaration or the macro
            """#
        ),
        ExpansionCase(
            "a property of the instance, which is no obstacle",
            #"""
            @CasePathable enum A { case a; var allCasePaths: Int { 1 } }
            """#,
            code: #"""
            // member
            nonisolated struct AllCasePaths: Swift.Sendable {
                var a: UnoArchitecture.AnyCasePath<A, Swift.Void> {
                    UnoArchitecture.AnyCasePath(
                        embed: { _ in .a },
                        extract: { if case .a = $0 { () } else { nil } }
                    )
                }
            }

            nonisolated static var allCasePaths: AllCasePaths { AllCasePaths() }
            // extension
            extension A: UnoArchitecture.CasePathable {}
            """#
        ),
        ExpansionCase(
            "twice",
            #"""
            @CasePathable
            @CasePathable enum A { case a }
            """#,
            code: #"""
            // extension
            extension A: UnoArchitecture.CasePathable {}
            """#,
            diagnostics: #"""
            2:1 error: '@CasePathable' is applied more than once
                note 1:1: first applied here
                fix-it 2:1-2:14 '': remove '@CasePathable'
            """#
        ),
        ExpansionCase(
            "private in a type",
            #"""
            struct B {
                @CasePathable private enum A { case a }
            }
            """#,
            code: #"""
            // extension
            extension B.A: UnoArchitecture.CasePathable {}
            """#,
            diagnostics: #"""
            2:19 error: '@CasePathable' cannot extend a private nested type: make it fileprivate
                fix-it 2:19-2:26 'fileprivate': use 'fileprivate'
            """#
        ),
        ExpansionCase(
            "in a private nested type",
            #"""
            enum C { private struct B { @CasePathable enum A { case a } } }
            """#,
            code: #"""
            // extension
            extension C.B.A: UnoArchitecture.CasePathable {}
            """#,
            diagnostics: #"""
            1:29 error: '@CasePathable' cannot extend a private nested type: make it fileprivate
            """#
        ),
        ExpansionCase(
            "characters outside of ASCII before the place",
            #"""
            /* größe */ @CasePathable struct Ä {}
            """#,
            code: #"""
            // extension
            extension Ä: UnoArchitecture.CasePathable {}
            """#,
            diagnostics: #"""
            1:29 error: '@CasePathable' can only be applied to an enum: 'Ä' is a struct
                fix-it 1:15-1:28 '': remove '@CasePathable'
            """#
        ),
        ExpansionCase(
            "one name in conditions that may both hold",
            #"""
            @CasePathable enum A {
            #if DEBUG || X
            case a(Int)
            #endif
            #if !DEBUG
            case a
            #endif
            }
            """#,
            code: #"""
            // member
            nonisolated struct AllCasePaths: Swift.Sendable {
                #if DEBUG || X
                var a: UnoArchitecture.AnyCasePath<A, Int> {
                    UnoArchitecture.AnyCasePath(
                        embed: A.a(_:),
                        extract: { if case .a(let value) = $0 { value } else { nil } }
                    )
                }
                #endif
            }

            nonisolated static var allCasePaths: AllCasePaths { AllCasePaths() }
            // extension
            extension A: UnoArchitecture.CasePathable {}
            """#,
            diagnostics: #"""
            6:6 error: duplicate case 'a': the paths of both cases would have the same name
                note 3:6: first declared here
            """#
        ),
    ]
}
