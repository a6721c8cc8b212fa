// swift-format-ignore-file

extension ExpansionCase {
    /// Optional properties, with dynamic member look-up.
    static let optionalProperties: [ExpansionCase] = [
        ExpansionCase(
            "no value and one value",
            #"""
            @CasePathable @dynamicMemberLookup enum A { case a, b(Int) }
            """#,
            code: #"""
            // member
            nonisolated struct AllCasePaths: Sendable {
                var a: UnoArchitecture.AnyCasePath<A, Void> {
                    UnoArchitecture.AnyCasePath(
                        embed: { _ in .a },
                        extract: { if case .a = $0 { () } else { nil } }
                    )
                }
                var b: UnoArchitecture.AnyCasePath<A, Int> {
                    UnoArchitecture.AnyCasePath(
                        embed: { .b($0) },
                        extract: { if case .b(let value) = $0 { value } else { nil } }
                    )
                }
            }

            nonisolated static var allCasePaths: AllCasePaths { AllCasePaths() }

            nonisolated var a: Void? {
                if case .a = self { () } else { nil }
            }
            nonisolated var b: Int? {
                if case .b(let value) = self { value } else { nil }
            }
            // extension
            extension A: UnoArchitecture.CasePathable {}
            """#
        ),
        ExpansionCase(
            "several values",
            #"""
            @CasePathable @dynamicMemberLookup enum A { case a(Int, name: String) }
            """#,
            code: #"""
            // member
            nonisolated struct AllCasePaths: Sendable {
                var a: UnoArchitecture.AnyCasePath<A, (Int, name: String)> {
                    UnoArchitecture.AnyCasePath(
                        embed: { .a($0.0, name: $0.1) },
                        extract: { if case .a(let value0, name: let value1) = $0 { (value0, name: value1) } else { nil } }
                    )
                }
            }

            nonisolated static var allCasePaths: AllCasePaths { AllCasePaths() }

            nonisolated var a: (Int, name: String)? {
                if case .a(let value0, name: let value1) = self { (value0, name: value1) } else { nil }
            }
            // extension
            extension A: UnoArchitecture.CasePathable {}
            """#
        ),
        ExpansionCase(
            "one labelled value",
            #"""
            @CasePathable @dynamicMemberLookup enum A { case a(by: Int) }
            """#,
            code: #"""
            // member
            nonisolated struct AllCasePaths: Sendable {
                var a: UnoArchitecture.AnyCasePath<A, Int> {
                    UnoArchitecture.AnyCasePath(
                        embed: { .a(by: $0) },
                        extract: { if case .a(by: let value) = $0 { value } else { nil } }
                    )
                }
            }

            nonisolated static var allCasePaths: AllCasePaths { AllCasePaths() }

            nonisolated var a: Int? {
                if case .a(by: let value) = self { value } else { nil }
            }
            // extension
            extension A: UnoArchitecture.CasePathable {}
            """#
        ),
        ExpansionCase(
            "an optional",
            #"""
            @CasePathable @dynamicMemberLookup enum A { case a(Int?) }
            """#,
            code: #"""
            // member
            nonisolated struct AllCasePaths: Sendable {
                var a: UnoArchitecture.AnyCasePath<A, Int?> {
                    UnoArchitecture.AnyCasePath(
                        embed: { .a($0) },
                        extract: { if case .a(let value) = $0 { value } else { nil } }
                    )
                }
            }

            nonisolated static var allCasePaths: AllCasePaths { AllCasePaths() }

            nonisolated var a: (Int?)? {
                if case .a(let value) = self { value } else { nil }
            }
            // extension
            extension A: UnoArchitecture.CasePathable {}
            """#
        ),
        ExpansionCase(
            "a closure and an existential",
            #"""
            @CasePathable @dynamicMemberLookup enum A { case a(() -> Void), b(any Error) }
            """#,
            code: #"""
            // member
            nonisolated struct AllCasePaths: Sendable {
                var a: UnoArchitecture.AnyCasePath<A, () -> Void> {
                    UnoArchitecture.AnyCasePath(
                        embed: { .a($0) },
                        extract: { if case .a(let value) = $0 { value } else { nil } }
                    )
                }
                var b: UnoArchitecture.AnyCasePath<A, any Error> {
                    UnoArchitecture.AnyCasePath(
                        embed: { .b($0) },
                        extract: { if case .b(let value) = $0 { value } else { nil } }
                    )
                }
            }

            nonisolated static var allCasePaths: AllCasePaths { AllCasePaths() }

            nonisolated var a: (() -> Void)? {
                if case .a(let value) = self { value } else { nil }
            }
            nonisolated var b: (any Error)? {
                if case .b(let value) = self { value } else { nil }
            }
            // extension
            extension A: UnoArchitecture.CasePathable {}
            """#
        ),
        ExpansionCase(
            "brackets around all of a type, and around its parts",
            #"""
            @CasePathable @dynamicMemberLookup enum A { case a([Int]), b((Int, Int)), c((Int) -> (Int)), d([Int].Type) }
            """#,
            code: #"""
            // member
            nonisolated struct AllCasePaths: Sendable {
                var a: UnoArchitecture.AnyCasePath<A, [Int]> {
                    UnoArchitecture.AnyCasePath(
                        embed: { .a($0) },
                        extract: { if case .a(let value) = $0 { value } else { nil } }
                    )
                }
                var b: UnoArchitecture.AnyCasePath<A, (Int, Int)> {
                    UnoArchitecture.AnyCasePath(
                        embed: { .b($0) },
                        extract: { if case .b(let value) = $0 { value } else { nil } }
                    )
                }
                var c: UnoArchitecture.AnyCasePath<A, (Int) -> (Int)> {
                    UnoArchitecture.AnyCasePath(
                        embed: { .c($0) },
                        extract: { if case .c(let value) = $0 { value } else { nil } }
                    )
                }
                var d: UnoArchitecture.AnyCasePath<A, [Int].Type> {
                    UnoArchitecture.AnyCasePath(
                        embed: { .d($0) },
                        extract: { if case .d(let value) = $0 { value } else { nil } }
                    )
                }
            }

            nonisolated static var allCasePaths: AllCasePaths { AllCasePaths() }

            nonisolated var a: [Int]? {
                if case .a(let value) = self { value } else { nil }
            }
            nonisolated var b: (Int, Int)? {
                if case .b(let value) = self { value } else { nil }
            }
            nonisolated var c: ((Int) -> (Int))? {
                if case .c(let value) = self { value } else { nil }
            }
            nonisolated var d: ([Int].Type)? {
                if case .d(let value) = self { value } else { nil }
            }
            // extension
            extension A: UnoArchitecture.CasePathable {}
            """#
        ),
        ExpansionCase(
            "a property of the enum's own",
            #"""
            @CasePathable @dynamicMemberLookup enum A { case a(Int), b; var a: Int { 1 } }
            """#,
            code: #"""
            // member
            nonisolated struct AllCasePaths: Sendable {
                var a: UnoArchitecture.AnyCasePath<A, Int> {
                    UnoArchitecture.AnyCasePath(
                        embed: { .a($0) },
                        extract: { if case .a(let value) = $0 { value } else { nil } }
                    )
                }
                var b: UnoArchitecture.AnyCasePath<A, Void> {
                    UnoArchitecture.AnyCasePath(
                        embed: { _ in .b },
                        extract: { if case .b = $0 { () } else { nil } }
                    )
                }
            }

            nonisolated static var allCasePaths: AllCasePaths { AllCasePaths() }

            nonisolated var b: Void? {
                if case .b = self { () } else { nil }
            }
            // extension
            extension A: UnoArchitecture.CasePathable {}
            """#
        ),
        ExpansionCase(
            "a static property, which is no obstacle",
            #"""
            @CasePathable @dynamicMemberLookup enum A { case a(Int); static var b: Int { 1 } }
            """#,
            code: #"""
            // member
            nonisolated struct AllCasePaths: Sendable {
                var a: UnoArchitecture.AnyCasePath<A, Int> {
                    UnoArchitecture.AnyCasePath(
                        embed: { .a($0) },
                        extract: { if case .a(let value) = $0 { value } else { nil } }
                    )
                }
            }

            nonisolated static var allCasePaths: AllCasePaths { AllCasePaths() }

            nonisolated var a: Int? {
                if case .a(let value) = self { value } else { nil }
            }
            // extension
            extension A: UnoArchitecture.CasePathable {}
            """#
        ),
        ExpansionCase(
            "public",
            #"""
            @dynamicMemberLookup @CasePathable public enum A { case a(Int) }
            """#,
            code: #"""
            // member
            public nonisolated struct AllCasePaths: Sendable {
                public var a: UnoArchitecture.AnyCasePath<A, Int> {
                    UnoArchitecture.AnyCasePath(
                        embed: { .a($0) },
                        extract: { if case .a(let value) = $0 { value } else { nil } }
                    )
                }
            }

            public nonisolated static var allCasePaths: AllCasePaths { AllCasePaths() }

            public nonisolated var a: Int? {
                if case .a(let value) = self { value } else { nil }
            }
            // extension
            extension A: UnoArchitecture.CasePathable {}
            """#
        ),
        ExpansionCase(
            "a condition",
            #"""
            @CasePathable @dynamicMemberLookup enum A { 
            #if DEBUG
            case a(Int)
            #endif
            case b
             }
            """#,
            code: #"""
            // member
            nonisolated struct AllCasePaths: Sendable {
                #if DEBUG
                var a: UnoArchitecture.AnyCasePath<A, Int> {
                    UnoArchitecture.AnyCasePath(
                        embed: { .a($0) },
                        extract: { if case .a(let value) = $0 { value } else { nil } }
                    )
                }
                #endif
                var b: UnoArchitecture.AnyCasePath<A, Void> {
                    UnoArchitecture.AnyCasePath(
                        embed: { _ in .b },
                        extract: { if case .b = $0 { () } else { nil } }
                    )
                }
            }

            nonisolated static var allCasePaths: AllCasePaths { AllCasePaths() }

            #if DEBUG
            nonisolated var a: Int? {
                if case .a(let value) = self { value } else { nil }
            }
            #endif
            nonisolated var b: Void? {
                if case .b = self { () } else { nil }
            }
            // extension
            extension A: UnoArchitecture.CasePathable {}
            """#
        ),
        ExpansionCase(
            "availability",
            #"""
            @CasePathable @dynamicMemberLookup enum A { @available(macOS 26, *) case a(Int) }
            """#,
            code: #"""
            // member
            nonisolated struct AllCasePaths: Sendable {
                @available(macOS 26, *)
                var a: UnoArchitecture.AnyCasePath<A, Int> {
                    UnoArchitecture.AnyCasePath(
                        embed: { .a($0) },
                        extract: { if case .a(let value) = $0 { value } else { nil } }
                    )
                }
            }

            nonisolated static var allCasePaths: AllCasePaths { AllCasePaths() }

            @available(macOS 26, *)
            nonisolated var a: Int? {
                if case .a(let value) = self { value } else { nil }
            }
            // extension
            extension A: UnoArchitecture.CasePathable {}
            """#
        ),
        ExpansionCase(
            "names in backticks",
            #"""
            @CasePathable @dynamicMemberLookup enum A { case `default`(Int) }
            """#,
            code: #"""
            // member
            nonisolated struct AllCasePaths: Sendable {
                var `default`: UnoArchitecture.AnyCasePath<A, Int> {
                    UnoArchitecture.AnyCasePath(
                        embed: { .`default`($0) },
                        extract: { if case .`default`(let value) = $0 { value } else { nil } }
                    )
                }
            }

            nonisolated static var allCasePaths: AllCasePaths { AllCasePaths() }

            nonisolated var `default`: Int? {
                if case .`default`(let value) = self { value } else { nil }
            }
            // extension
            extension A: UnoArchitecture.CasePathable {}
            """#
        ),
        ExpansionCase(
            "Self",
            #"""
            @CasePathable @dynamicMemberLookup enum A { indirect case a(Self) }
            """#,
            code: #"""
            // member
            nonisolated struct AllCasePaths: Sendable {
                var a: UnoArchitecture.AnyCasePath<A, A> {
                    UnoArchitecture.AnyCasePath(
                        embed: { .a($0) },
                        extract: { if case .a(let value) = $0 { value } else { nil } }
                    )
                }
            }

            nonisolated static var allCasePaths: AllCasePaths { AllCasePaths() }

            nonisolated var a: A? {
                if case .a(let value) = self { value } else { nil }
            }
            // extension
            extension A: UnoArchitecture.CasePathable {}
            """#
        ),
    ]
}
