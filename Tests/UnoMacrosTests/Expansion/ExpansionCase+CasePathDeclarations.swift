// swift-format-ignore-file

extension ExpansionCase {
    /// The forms of an enum's declaration.
    static let casePathDeclarations: [ExpansionCase] = [
        ExpansionCase(
            "public",
            #"""
            @CasePathable public enum A { case a(Int) }
            """#,
            code: #"""
            // member
            public nonisolated struct AllCasePaths: Swift.Sendable {
                public var a: UnoArchitecture.AnyCasePath<A, Int> {
                    UnoArchitecture.AnyCasePath(
                        embed: A.a(_:),
                        extract: { if case .a(let value) = $0 { value } else { nil } }
                    )
                }
            }

            public nonisolated static var allCasePaths: AllCasePaths { AllCasePaths() }
            // extension
            extension A: UnoArchitecture.CasePathable {}
            """#
        ),
        ExpansionCase(
            "package",
            #"""
            @CasePathable package enum A { case a(Int) }
            """#,
            code: #"""
            // member
            package nonisolated struct AllCasePaths: Swift.Sendable {
                package var a: UnoArchitecture.AnyCasePath<A, Int> {
                    UnoArchitecture.AnyCasePath(
                        embed: A.a(_:),
                        extract: { if case .a(let value) = $0 { value } else { nil } }
                    )
                }
            }

            package nonisolated static var allCasePaths: AllCasePaths { AllCasePaths() }
            // extension
            extension A: UnoArchitecture.CasePathable {}
            """#
        ),
        ExpansionCase(
            "internal",
            #"""
            @CasePathable internal enum A { case a(Int) }
            """#,
            code: #"""
            // member
            nonisolated struct AllCasePaths: Swift.Sendable {
                var a: UnoArchitecture.AnyCasePath<A, Int> {
                    UnoArchitecture.AnyCasePath(
                        embed: A.a(_:),
                        extract: { if case .a(let value) = $0 { value } else { nil } }
                    )
                }
            }

            nonisolated static var allCasePaths: AllCasePaths { AllCasePaths() }
            // extension
            extension A: UnoArchitecture.CasePathable {}
            """#
        ),
        ExpansionCase(
            "fileprivate",
            #"""
            @CasePathable fileprivate enum A { case a(Int) }
            """#,
            code: #"""
            // member
            nonisolated struct AllCasePaths: Swift.Sendable {
                var a: UnoArchitecture.AnyCasePath<A, Int> {
                    UnoArchitecture.AnyCasePath(
                        embed: A.a(_:),
                        extract: { if case .a(let value) = $0 { value } else { nil } }
                    )
                }
            }

            nonisolated static var allCasePaths: AllCasePaths { AllCasePaths() }
            // extension
            extension A: UnoArchitecture.CasePathable {}
            """#
        ),
        ExpansionCase(
            "private at the top level",
            #"""
            @CasePathable private enum A { case a(Int) }
            """#,
            code: #"""
            // member
            nonisolated struct AllCasePaths: Swift.Sendable {
                var a: UnoArchitecture.AnyCasePath<A, Int> {
                    UnoArchitecture.AnyCasePath(
                        embed: A.a(_:),
                        extract: { if case .a(let value) = $0 { value } else { nil } }
                    )
                }
            }

            nonisolated static var allCasePaths: AllCasePaths { AllCasePaths() }
            // extension
            extension A: UnoArchitecture.CasePathable {}
            """#
        ),
        ExpansionCase(
            "in a public extension",
            #"""
            public extension B { @CasePathable enum A { case a } }
            """#,
            code: #"""
            // member
            public nonisolated struct AllCasePaths: Swift.Sendable {
                public var a: UnoArchitecture.AnyCasePath<A, Swift.Void> {
                    UnoArchitecture.AnyCasePath(embed: embedding(a:), extract: extracting(a:))
                }
                private func embedding(a _: Swift.Void) -> A {
                    .a
                }
                private func extracting(a root: A) -> Swift.Optional<Swift.Void> {
                    if case .a = root { () } else { nil }
                }
            }

            public nonisolated static var allCasePaths: AllCasePaths { AllCasePaths() }
            // extension
            extension B.A: UnoArchitecture.CasePathable {}
            """#
        ),
        ExpansionCase(
            "internal in a public extension",
            #"""
            public extension B { @CasePathable internal enum A { case a } }
            """#,
            code: #"""
            // member
            nonisolated struct AllCasePaths: Swift.Sendable {
                var a: UnoArchitecture.AnyCasePath<A, Swift.Void> {
                    UnoArchitecture.AnyCasePath(embed: embedding(a:), extract: extracting(a:))
                }
                private func embedding(a _: Swift.Void) -> A {
                    .a
                }
                private func extracting(a root: A) -> Swift.Optional<Swift.Void> {
                    if case .a = root { () } else { nil }
                }
            }

            nonisolated static var allCasePaths: AllCasePaths { AllCasePaths() }
            // extension
            extension B.A: UnoArchitecture.CasePathable {}
            """#
        ),
        ExpansionCase(
            "in an extension",
            #"""
            extension B.C { @CasePathable public enum A { case a } }
            """#,
            code: #"""
            // member
            public nonisolated struct AllCasePaths: Swift.Sendable {
                public var a: UnoArchitecture.AnyCasePath<A, Swift.Void> {
                    UnoArchitecture.AnyCasePath(embed: embedding(a:), extract: extracting(a:))
                }
                private func embedding(a _: Swift.Void) -> A {
                    .a
                }
                private func extracting(a root: A) -> Swift.Optional<Swift.Void> {
                    if case .a = root { () } else { nil }
                }
            }

            public nonisolated static var allCasePaths: AllCasePaths { AllCasePaths() }
            // extension
            extension B.C.A: UnoArchitecture.CasePathable {}
            """#
        ),
        ExpansionCase(
            "nested in types",
            #"""
            struct B<T> { enum C { @CasePathable enum A { case a(T) } } }
            """#,
            code: #"""
            // member
            nonisolated struct AllCasePaths: Swift.Sendable {
                var a: UnoArchitecture.AnyCasePath<A, T> {
                    UnoArchitecture.AnyCasePath(
                        embed: A.a(_:),
                        extract: { if case .a(let value) = $0 { value } else { nil } }
                    )
                }
            }

            nonisolated static var allCasePaths: AllCasePaths { AllCasePaths() }
            // extension
            extension B.C.A: UnoArchitecture.CasePathable {}
            """#
        ),
        ExpansionCase(
            "indirect",
            #"""
            @CasePathable indirect enum A { case a(A) }
            """#,
            code: #"""
            // member
            nonisolated struct AllCasePaths: Swift.Sendable {
                var a: UnoArchitecture.AnyCasePath<A, A> {
                    UnoArchitecture.AnyCasePath(
                        embed: A.a(_:),
                        extract: { if case .a(let value) = $0 { value } else { nil } }
                    )
                }
            }

            nonisolated static var allCasePaths: AllCasePaths { AllCasePaths() }
            // extension
            extension A: UnoArchitecture.CasePathable {}
            """#
        ),
        ExpansionCase(
            "an indirect case",
            #"""
            @CasePathable enum A { indirect case a(A) }
            """#,
            code: #"""
            // member
            nonisolated struct AllCasePaths: Swift.Sendable {
                var a: UnoArchitecture.AnyCasePath<A, A> {
                    UnoArchitecture.AnyCasePath(
                        embed: A.a(_:),
                        extract: { if case .a(let value) = $0 { value } else { nil } }
                    )
                }
            }

            nonisolated static var allCasePaths: AllCasePaths { AllCasePaths() }
            // extension
            extension A: UnoArchitecture.CasePathable {}
            """#
        ),
        ExpansionCase(
            "generic",
            #"""
            @CasePathable enum A<T, U: Hashable & SendableMetatype> { case a(T), b(Set<U>) }
            """#,
            code: #"""
            // member
            nonisolated struct AllCasePaths: Swift.Sendable {
                var a: UnoArchitecture.AnyCasePath<A, T> {
                    UnoArchitecture.AnyCasePath(embed: A.a(_:), extract: extracting(a:))
                }
                private func extracting(a root: A) -> Swift.Optional<T> {
                    if case .a(let value) = root { value } else { nil }
                }
                var b: UnoArchitecture.AnyCasePath<A, Set<U>> {
                    UnoArchitecture.AnyCasePath(embed: A.b(_:), extract: extracting(b:))
                }
                private func extracting(b root: A) -> Swift.Optional<Set<U>> {
                    if case .b(let value) = root { value } else { nil }
                }
            }

            nonisolated static var allCasePaths: AllCasePaths { AllCasePaths() }
            // extension
            extension A: UnoArchitecture.CasePathable {}
            """#
        ),
        ExpansionCase(
            "generic with requirements",
            #"""
            @CasePathable enum A<T>: Equatable where T: Equatable, T: Sendable { case a(T) }
            """#,
            code: #"""
            // member
            nonisolated struct AllCasePaths: Swift.Sendable {
                var a: UnoArchitecture.AnyCasePath<A, T> {
                    UnoArchitecture.AnyCasePath(embed: A.a(_:), extract: extracting(a:))
                }
                private func extracting(a root: A) -> Swift.Optional<T> {
                    if case .a(let value) = root { value } else { nil }
                }
            }

            nonisolated static var allCasePaths: AllCasePaths { AllCasePaths() }
            // extension
            extension A: UnoArchitecture.CasePathable {}
            """#
        ),
        ExpansionCase(
            "raw values",
            #"""
            @CasePathable enum A: Int { case a = 1, b, c = -3 }
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
                var b: UnoArchitecture.AnyCasePath<A, Swift.Void> {
                    UnoArchitecture.AnyCasePath(
                        embed: { _ in .b },
                        extract: { if case .b = $0 { () } else { nil } }
                    )
                }
                var c: UnoArchitecture.AnyCasePath<A, Swift.Void> {
                    UnoArchitecture.AnyCasePath(
                        embed: { _ in .c },
                        extract: { if case .c = $0 { () } else { nil } }
                    )
                }
            }

            nonisolated static var allCasePaths: AllCasePaths { AllCasePaths() }
            // extension
            extension A: UnoArchitecture.CasePathable {}
            """#
        ),
        ExpansionCase(
            "raw values that are strings",
            #"""
            @CasePathable enum A: String { case a = "}", b = "case c" }
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
            """#
        ),
        ExpansionCase(
            "several cases on a line",
            #"""
            @CasePathable enum A { case a, b(Int), c(x: Int) }
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
                var b: UnoArchitecture.AnyCasePath<A, Int> {
                    UnoArchitecture.AnyCasePath(
                        embed: A.b(_:),
                        extract: { if case .b(let value) = $0 { value } else { nil } }
                    )
                }
                var c: UnoArchitecture.AnyCasePath<A, Int> {
                    UnoArchitecture.AnyCasePath(
                        embed: A.c(x:),
                        extract: { if case .c(x: let value) = $0 { value } else { nil } }
                    )
                }
            }

            nonisolated static var allCasePaths: AllCasePaths { AllCasePaths() }
            // extension
            extension A: UnoArchitecture.CasePathable {}
            """#
        ),
        ExpansionCase(
            "cases over several lines",
            #"""
            @CasePathable enum A { 
                case a,
                     b(Int),
                     c
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
                var b: UnoArchitecture.AnyCasePath<A, Int> {
                    UnoArchitecture.AnyCasePath(
                        embed: A.b(_:),
                        extract: { if case .b(let value) = $0 { value } else { nil } }
                    )
                }
                var c: UnoArchitecture.AnyCasePath<A, Swift.Void> {
                    UnoArchitecture.AnyCasePath(
                        embed: { _ in .c },
                        extract: { if case .c = $0 { () } else { nil } }
                    )
                }
            }

            nonisolated static var allCasePaths: AllCasePaths { AllCasePaths() }
            // extension
            extension A: UnoArchitecture.CasePathable {}
            """#
        ),
        ExpansionCase(
            "cases between semicolons",
            #"""
            @CasePathable enum A { case a; case b(Int); case c }
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
                var b: UnoArchitecture.AnyCasePath<A, Int> {
                    UnoArchitecture.AnyCasePath(
                        embed: A.b(_:),
                        extract: { if case .b(let value) = $0 { value } else { nil } }
                    )
                }
                var c: UnoArchitecture.AnyCasePath<A, Swift.Void> {
                    UnoArchitecture.AnyCasePath(
                        embed: { _ in .c },
                        extract: { if case .c = $0 { () } else { nil } }
                    )
                }
            }

            nonisolated static var allCasePaths: AllCasePaths { AllCasePaths() }
            // extension
            extension A: UnoArchitecture.CasePathable {}
            """#
        ),
        ExpansionCase(
            "a name in backticks",
            #"""
            @CasePathable enum A { case `default`, `init`(Int) }
            """#,
            code: #"""
            // member
            nonisolated struct AllCasePaths: Swift.Sendable {
                var `default`: UnoArchitecture.AnyCasePath<A, Swift.Void> {
                    UnoArchitecture.AnyCasePath(
                        embed: { _ in .`default` },
                        extract: { if case .`default` = $0 { () } else { nil } }
                    )
                }
                var `init`: UnoArchitecture.AnyCasePath<A, Int> {
                    UnoArchitecture.AnyCasePath(
                        embed: A.`init`(_:),
                        extract: { if case .`init`(let value) = $0 { value } else { nil } }
                    )
                }
            }

            nonisolated static var allCasePaths: AllCasePaths { AllCasePaths() }
            // extension
            extension A: UnoArchitecture.CasePathable {}
            """#
        ),
        ExpansionCase(
            "a name with spaces",
            #"""
            @CasePathable enum A { case `two words`(Int) }
            """#,
            code: #"""
            // member
            nonisolated struct AllCasePaths: Swift.Sendable {
                var `two words`: UnoArchitecture.AnyCasePath<A, Int> {
                    UnoArchitecture.AnyCasePath(
                        embed: A.`two words`(_:),
                        extract: { if case .`two words`(let value) = $0 { value } else { nil } }
                    )
                }
            }

            nonisolated static var allCasePaths: AllCasePaths { AllCasePaths() }
            // extension
            extension A: UnoArchitecture.CasePathable {}
            """#
        ),
        ExpansionCase(
            "a name outside of ASCII",
            #"""
            @CasePathable enum A { case größe(Int), 数 }
            """#,
            code: #"""
            // member
            nonisolated struct AllCasePaths: Swift.Sendable {
                var größe: UnoArchitecture.AnyCasePath<A, Int> {
                    UnoArchitecture.AnyCasePath(
                        embed: A.größe(_:),
                        extract: { if case .größe(let value) = $0 { value } else { nil } }
                    )
                }
                var 数: UnoArchitecture.AnyCasePath<A, Swift.Void> {
                    UnoArchitecture.AnyCasePath(
                        embed: { _ in .数 },
                        extract: { if case .数 = $0 { () } else { nil } }
                    )
                }
            }

            nonisolated static var allCasePaths: AllCasePaths { AllCasePaths() }
            // extension
            extension A: UnoArchitecture.CasePathable {}
            """#
        ),
        ExpansionCase(
            "functions and properties between the cases",
            #"""
            @CasePathable enum A { 
                case a
                static let b = 1
                var c: Int { switch self { case .a: 1 } }
                func d() { enum E { case f } }
                case g(Int)
                init(h: Int) { self = .g(h) }
                subscript(i: Int) -> Int { i }
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
                var g: UnoArchitecture.AnyCasePath<A, Int> {
                    UnoArchitecture.AnyCasePath(
                        embed: A.g(_:),
                        extract: { if case .g(let value) = $0 { value } else { nil } }
                    )
                }
            }

            nonisolated static var allCasePaths: AllCasePaths { AllCasePaths() }
            // extension
            extension A: UnoArchitecture.CasePathable {}
            """#
        ),
        ExpansionCase(
            "a nested type, whose cases are not looked for",
            #"""
            @CasePathable enum A { case a; enum B { case b; enum C { case c } }; struct D { enum E { case e } } }
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
            "an operator, whose name has brackets",
            #"""
            @CasePathable enum A { case a; static func < (x: A, y: A) -> Bool { true }; static func <<= (x: A, y: A) {}; case b }
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
            """#
        ),
        ExpansionCase(
            "attributes of the enum",
            #"""
            @frozen
            @available(macOS 15, *)
            @CasePathable
            @preconcurrency enum A { case a }
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
            @available(macOS 15, *)
            extension A: UnoArchitecture.CasePathable {}
            """#
        ),
        ExpansionCase(
            "availability around the enum",
            #"""
            @available(macOS 15, *) struct B { @CasePathable enum A { case a } }
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
            @available(macOS 15, *)
            extension B.A: UnoArchitecture.CasePathable {}
            """#
        ),
        ExpansionCase(
            "a case that is not always available",
            #"""
            @CasePathable enum A { @available(macOS 26, iOS 26, *) case a(Int); case b }
            """#,
            code: #"""
            // member
            nonisolated struct AllCasePaths: Swift.Sendable {
                @available(macOS 26, iOS 26, *)
                var a: UnoArchitecture.AnyCasePath<A, Int> {
                    UnoArchitecture.AnyCasePath(
                        embed: A.a(_:),
                        extract: { if case .a(let value) = $0 { value } else { nil } }
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
            """#
        ),
        ExpansionCase(
            "a case that is deprecated",
            #"""
            @CasePathable enum A { @available(*, deprecated, renamed: "b", message: "a, b)")
             case a(Int), c; case b }
            """#,
            code: #"""
            // member
            nonisolated struct AllCasePaths: Swift.Sendable {
                @available(*, deprecated, renamed: "b", message: "a, b)")
                var a: UnoArchitecture.AnyCasePath<A, Int> {
                    UnoArchitecture.AnyCasePath(
                        embed: A.a(_:),
                        extract: { if case .a(let value) = $0 { value } else { nil } }
                    )
                }
                @available(*, deprecated, renamed: "b", message: "a, b)")
                var c: UnoArchitecture.AnyCasePath<A, Swift.Void> {
                    UnoArchitecture.AnyCasePath(
                        embed: { _ in .c },
                        extract: { if case .c = $0 { () } else { nil } }
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
            """#
        ),
        ExpansionCase(
            "a case with two attributes of availability",
            #"""
            @CasePathable enum A { @available(macOS 26, *) @available(iOS, deprecated: 18) case a }
            """#,
            code: #"""
            // member
            nonisolated struct AllCasePaths: Swift.Sendable {
                @available(macOS 26, *)
                @available(iOS, deprecated: 18)
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
            "a case that is unavailable",
            #"""
            @CasePathable enum A { @available(*, unavailable) case a; case b }
            """#,
            code: #"""
            // member
            nonisolated struct AllCasePaths: Swift.Sendable {
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
            """#
        ),
        ExpansionCase(
            "a condition",
            #"""
            @CasePathable enum A { 
                case a
                #if DEBUG
                case b(Int)
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
                #if DEBUG
                var b: UnoArchitecture.AnyCasePath<A, Int> {
                    UnoArchitecture.AnyCasePath(
                        embed: A.b(_:),
                        extract: { if case .b(let value) = $0 { value } else { nil } }
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
            "a condition with alternatives",
            #"""
            @CasePathable enum A { 
                #if os(Linux) && !canImport(Darwin)
                case a(Int)
                #elseif os(macOS) ||
                    os(iOS)
                case a(String)
                #else
                case a
                #endif
             }
            """#,
            code: #"""
            // member
            nonisolated struct AllCasePaths: Swift.Sendable {
                #if os(Linux) && !canImport(Darwin)
                var a: UnoArchitecture.AnyCasePath<A, Int> {
                    UnoArchitecture.AnyCasePath(
                        embed: A.a(_:),
                        extract: { if case .a(let value) = $0 { value } else { nil } }
                    )
                }
                #elseif os(macOS) ||
                        os(iOS)
                var a: UnoArchitecture.AnyCasePath<A, String> {
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
            "conditions in each other",
            #"""
            @CasePathable enum A { 
                #if A
                case a
                #if B
                case b
                #else
                func c() {}
                #endif
                #endif
             }
            """#,
            code: #"""
            // member
            nonisolated struct AllCasePaths: Swift.Sendable {
                #if A
                var a: UnoArchitecture.AnyCasePath<A, Swift.Void> {
                    UnoArchitecture.AnyCasePath(
                        embed: { _ in .a },
                        extract: { if case .a = $0 { () } else { nil } }
                    )
                }
                #if B
                var b: UnoArchitecture.AnyCasePath<A, Swift.Void> {
                    UnoArchitecture.AnyCasePath(
                        embed: { _ in .b },
                        extract: { if case .b = $0 { () } else { nil } }
                    )
                }
                #else
                #endif
                #endif
            }

            nonisolated static var allCasePaths: AllCasePaths { AllCasePaths() }
            // extension
            extension A: UnoArchitecture.CasePathable {}
            """#
        ),
        ExpansionCase(
            "a condition without cases",
            #"""
            @CasePathable enum A { 
                case a
                #if DEBUG
                func b() {}
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
            """#
        ),
        ExpansionCase(
            "the attribute with its module's name",
            #"""
            @UnoArchitecture.CasePathable enum A { case a }
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
            "the conformance written out",
            #"""
            @CasePathable enum A: Sendable, CasePathable { case a }
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
            """#
        ),
        ExpansionCase(
            "the conformance with its module's name",
            #"""
            @CasePathable enum A: UnoArchitecture.CasePathable { case a }
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
            """#
        ),
        ExpansionCase(
            "comments everywhere",
            #"""
            /* enum B { */ @CasePathable // case c
            enum /* D */ A /* { */ { // }
                /* /* case e */ case f */ case a /* ( */ (Int) // )
            }
            """#,
            code: #"""
            // member
            nonisolated struct AllCasePaths: Swift.Sendable {
                var a: UnoArchitecture.AnyCasePath<A, Int> {
                    UnoArchitecture.AnyCasePath(
                        embed: A.a(_:),
                        extract: { if case .a(let value) = $0 { value } else { nil } }
                    )
                }
            }

            nonisolated static var allCasePaths: AllCasePaths { AllCasePaths() }
            // extension
            extension A: UnoArchitecture.CasePathable {}
            """#
        ),
        ExpansionCase(
            "documentation",
            #"""
            @CasePathable
            /// An enum: `enum B { case c }`.
            enum A {
                /// The first "case".
                case a
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
            """#
        ),
        ExpansionCase(
            "a regular expression with quotes",
            #"""
            @CasePathable enum A { static let b = /["{]/; case a; static let c = #/}"/#; case d }
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
                var d: UnoArchitecture.AnyCasePath<A, Swift.Void> {
                    UnoArchitecture.AnyCasePath(
                        embed: { _ in .d },
                        extract: { if case .d = $0 { () } else { nil } }
                    )
                }
            }

            nonisolated static var allCasePaths: AllCasePaths { AllCasePaths() }
            // extension
            extension A: UnoArchitecture.CasePathable {}
            """#
        ),
        ExpansionCase(
            "closures and conditional expressions as initial values",
            #"""
            @CasePathable enum A { 
                static let b = if true { 1 } else { 2 }
                static let c: [Int] = [1, 2]
                    .map { $0 + 1 }
                static var d = 1 { didSet { print("{") } }
                static let e = 1 < 2, f = A.a
                case a
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
            """#
        ),
        ExpansionCase(
            "a macro among the members",
            #"""
            @CasePathable enum A { #warning("case b")
             case a }
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
            "dynamic member look-up, which adds nothing",
            #"""
            @CasePathable @dynamicMemberLookup enum A { case a(Int); var a: Int { 1 } }
            """#,
            code: #"""
            // member
            nonisolated struct AllCasePaths: Swift.Sendable {
                var a: UnoArchitecture.AnyCasePath<A, Int> {
                    UnoArchitecture.AnyCasePath(
                        embed: A.a(_:),
                        extract: { if case .a(let value) = $0 { value } else { nil } }
                    )
                }
            }

            nonisolated static var allCasePaths: AllCasePaths { AllCasePaths() }
            // extension
            extension A: UnoArchitecture.CasePathable {}
            """#
        ),
        ExpansionCase(
            "usable from inline",
            #"""
            @CasePathable @usableFromInline enum A { case a(Int) }
            """#,
            code: #"""
            // member
            @usableFromInline nonisolated struct AllCasePaths: Swift.Sendable {
                @usableFromInline var a: UnoArchitecture.AnyCasePath<A, Int> {
                    UnoArchitecture.AnyCasePath(
                        embed: A.a(_:),
                        extract: { if case .a(let value) = $0 { value } else { nil } }
                    )
                }
            }

            @usableFromInline nonisolated static var allCasePaths: AllCasePaths { AllCasePaths() }
            // extension
            extension A: UnoArchitecture.CasePathable {}
            """#
        ),
        ExpansionCase(
            "a package's, usable from inline",
            #"""
            @CasePathable @usableFromInline package enum A { case a }
            """#,
            code: #"""
            // member
            @usableFromInline package nonisolated struct AllCasePaths: Swift.Sendable {
                @usableFromInline package var a: UnoArchitecture.AnyCasePath<A, Swift.Void> {
                    UnoArchitecture.AnyCasePath(
                        embed: { _ in .a },
                        extract: { if case .a = $0 { () } else { nil } }
                    )
                }
            }

            @usableFromInline package nonisolated static var allCasePaths: AllCasePaths { AllCasePaths() }
            // extension
            extension A: UnoArchitecture.CasePathable {}
            """#
        ),
        ExpansionCase(
            "a constrained parameter",
            #"""
            @CasePathable enum A<T: P> { case a(T), b(x: T, Int), c, `in`(T) }
            """#,
            code: #"""
            // member
            nonisolated struct AllCasePaths: Swift.Sendable {
                var a: UnoArchitecture.AnyCasePath<A, T> {
                    UnoArchitecture.AnyCasePath(embed: A.a(_:), extract: extracting(a:))
                }
                private func extracting(a root: A) -> Swift.Optional<T> {
                    if case .a(let value) = root { value } else { nil }
                }
                var b: UnoArchitecture.AnyCasePath<A, (x: T, Int)> {
                    UnoArchitecture.AnyCasePath(embed: A.b(x:_:), extract: extracting(b:))
                }
                private func extracting(b root: A) -> Swift.Optional<(x: T, Int)> {
                    if case .b(x: let value0, let value1) = root { (x: value0, value1) } else { nil }
                }
                var c: UnoArchitecture.AnyCasePath<A, Swift.Void> {
                    UnoArchitecture.AnyCasePath(embed: embedding(c:), extract: extracting(c:))
                }
                private func embedding(c _: Swift.Void) -> A {
                    .c
                }
                private func extracting(c root: A) -> Swift.Optional<Swift.Void> {
                    if case .c = root { () } else { nil }
                }
                var `in`: UnoArchitecture.AnyCasePath<A, T> {
                    UnoArchitecture.AnyCasePath(embed: A.`in`(_:), extract: extracting(in:))
                }
                private func extracting(in root: A) -> Swift.Optional<T> {
                    if case .`in`(let value) = root { value } else { nil }
                }
            }

            nonisolated static var allCasePaths: AllCasePaths { AllCasePaths() }
            // extension
            extension A: UnoArchitecture.CasePathable {}
            """#
        ),
        ExpansionCase(
            "a constraint in a where clause",
            #"""
            @CasePathable public enum A<T> where T: P { case a(T) }
            """#,
            code: #"""
            // member
            public nonisolated struct AllCasePaths: Swift.Sendable {
                public var a: UnoArchitecture.AnyCasePath<A, T> {
                    UnoArchitecture.AnyCasePath(embed: A.a(_:), extract: extracting(a:))
                }
                private func extracting(a root: A) -> Swift.Optional<T> {
                    if case .a(let value) = root { value } else { nil }
                }
            }

            public nonisolated static var allCasePaths: AllCasePaths { AllCasePaths() }
            // extension
            extension A: UnoArchitecture.CasePathable {}
            """#
        ),
        ExpansionCase(
            "a constraint around it",
            #"""
            struct A<T: P> { @CasePathable enum B { case a(T) } }
            """#,
            code: #"""
            // member
            nonisolated struct AllCasePaths: Swift.Sendable {
                var a: UnoArchitecture.AnyCasePath<B, T> {
                    UnoArchitecture.AnyCasePath(embed: B.a(_:), extract: extracting(a:))
                }
                private func extracting(a root: B) -> Swift.Optional<T> {
                    if case .a(let value) = root { value } else { nil }
                }
            }

            nonisolated static var allCasePaths: AllCasePaths { AllCasePaths() }
            // extension
            extension A.B: UnoArchitecture.CasePathable {}
            """#
        ),
        ExpansionCase(
            "parameters without constraints",
            #"""
            struct A<T> { @CasePathable enum B<U> { case a(T, U) } }
            """#,
            code: #"""
            // member
            nonisolated struct AllCasePaths: Swift.Sendable {
                var a: UnoArchitecture.AnyCasePath<B, (T, U)> {
                    UnoArchitecture.AnyCasePath(
                        embed: B.a(_:_:),
                        extract: { if case .a(let value0, let value1) = $0 { (value0, value1) } else { nil } }
                    )
                }
            }

            nonisolated static var allCasePaths: AllCasePaths { AllCasePaths() }
            // extension
            extension A.B: UnoArchitecture.CasePathable {}
            """#
        ),
        ExpansionCase(
            "conditions that exclude each other",
            #"""
            @CasePathable enum A {
            #if DEBUG && X
            case a(Int)
            #endif
            #if !(DEBUG && X)
            case a
            #endif
            }
            """#,
            code: #"""
            // member
            nonisolated struct AllCasePaths: Swift.Sendable {
                #if DEBUG && X
                var a: UnoArchitecture.AnyCasePath<A, Int> {
                    UnoArchitecture.AnyCasePath(
                        embed: A.a(_:),
                        extract: { if case .a(let value) = $0 { value } else { nil } }
                    )
                }
                #endif
                #if !(DEBUG && X)
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
    ]
}
