// swift-format-ignore-file

extension ExpansionCase {
    /// The types and labels of a case's values.
    static let casePathValues: [ExpansionCase] = [
        ExpansionCase(
            "nothing",
            #"""
            @CasePathable enum A { case a }
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
            "the changes of controls",
            #"""
            @CasePathable enum A { case binding(BindingAction<S>) }
            """#,
            code: #"""
            // member
            nonisolated struct AllCasePaths: UnoArchitecture.BindingCasePaths {
                var binding: UnoArchitecture.AnyCasePath<A, BindingAction<S>> {
                    UnoArchitecture.AnyCasePath(
                        embed: A.binding(_:),
                        extract: { if case .binding(let value) = $0 { value } else { nil } }
                    )
                }
            }

            nonisolated static var allCasePaths: AllCasePaths { AllCasePaths() }
            // extension
            extension A: UnoArchitecture.CasePathable {}
            """#
        ),
        ExpansionCase(
            "one value",
            #"""
            @CasePathable enum A { case a(Int) }
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
            "one labelled value",
            #"""
            @CasePathable enum A { case a(by: Int) }
            """#,
            code: #"""
            // member
            nonisolated struct AllCasePaths: Swift.Sendable {
                var a: UnoArchitecture.AnyCasePath<A, Int> {
                    UnoArchitecture.AnyCasePath(
                        embed: A.a(by:),
                        extract: { if case .a(by: let value) = $0 { value } else { nil } }
                    )
                }
            }

            nonisolated static var allCasePaths: AllCasePaths { AllCasePaths() }
            // extension
            extension A: UnoArchitecture.CasePathable {}
            """#
        ),
        ExpansionCase(
            "two values",
            #"""
            @CasePathable enum A { case a(Int, String) }
            """#,
            code: #"""
            // member
            nonisolated struct AllCasePaths: Swift.Sendable {
                var a: UnoArchitecture.AnyCasePath<A, (Int, String)> {
                    UnoArchitecture.AnyCasePath(
                        embed: A.a(_:_:),
                        extract: { if case .a(let value0, let value1) = $0 { (value0, value1) } else { nil } }
                    )
                }
            }

            nonisolated static var allCasePaths: AllCasePaths { AllCasePaths() }
            // extension
            extension A: UnoArchitecture.CasePathable {}
            """#
        ),
        ExpansionCase(
            "labels on some values",
            #"""
            @CasePathable enum A { case a(Int, name: String, flag: Bool) }
            """#,
            code: #"""
            // member
            nonisolated struct AllCasePaths: Swift.Sendable {
                var a: UnoArchitecture.AnyCasePath<A, (Int, name: String, flag: Bool)> {
                    UnoArchitecture.AnyCasePath(
                        embed: A.a(_:name:flag:),
                        extract: {
                            if case .a(let value0, name: let value1, flag: let value2) = $0 {
                                (value0, name: value1, flag: value2)
                            } else {
                                nil
                            }
                        }
                    )
                }
            }

            nonisolated static var allCasePaths: AllCasePaths { AllCasePaths() }
            // extension
            extension A: UnoArchitecture.CasePathable {}
            """#
        ),
        ExpansionCase(
            "a label that is an underscore",
            #"""
            @CasePathable enum A { case a(_ x: Int) }
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
            "a name after the label",
            #"""
            @CasePathable enum A { case a(at position: Int) }
            """#,
            code: #"""
            // member
            nonisolated struct AllCasePaths: Swift.Sendable {
                var a: UnoArchitecture.AnyCasePath<A, Int> {
                    UnoArchitecture.AnyCasePath(
                        embed: A.a(at:),
                        extract: { if case .a(at: let value) = $0 { value } else { nil } }
                    )
                }
            }

            nonisolated static var allCasePaths: AllCasePaths { AllCasePaths() }
            // extension
            extension A: UnoArchitecture.CasePathable {}
            """#
        ),
        ExpansionCase(
            "a tuple",
            #"""
            @CasePathable enum A { case a((Int, String)) }
            """#,
            code: #"""
            // member
            nonisolated struct AllCasePaths: Swift.Sendable {
                var a: UnoArchitecture.AnyCasePath<A, (Int, String)> {
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
            "a labelled tuple",
            #"""
            @CasePathable enum A { case a(pair: (x: Int, y: Int)) }
            """#,
            code: #"""
            // member
            nonisolated struct AllCasePaths: Swift.Sendable {
                var a: UnoArchitecture.AnyCasePath<A, (x: Int, y: Int)> {
                    UnoArchitecture.AnyCasePath(
                        embed: A.a(pair:),
                        extract: { if case .a(pair: let value) = $0 { value } else { nil } }
                    )
                }
            }

            nonisolated static var allCasePaths: AllCasePaths { AllCasePaths() }
            // extension
            extension A: UnoArchitecture.CasePathable {}
            """#
        ),
        ExpansionCase(
            "an optional",
            #"""
            @CasePathable enum A { case a(Int?) }
            """#,
            code: #"""
            // member
            nonisolated struct AllCasePaths: Swift.Sendable {
                var a: UnoArchitecture.AnyCasePath<A, Int?> {
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
            "an optional of an optional",
            #"""
            @CasePathable enum A { case a(Int??) }
            """#,
            code: #"""
            // member
            nonisolated struct AllCasePaths: Swift.Sendable {
                var a: UnoArchitecture.AnyCasePath<A, Int??> {
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
            "an implicitly unwrapped optional",
            #"""
            @CasePathable enum A { case a(Int!) }
            """#,
            code: #"""
            // member
            nonisolated struct AllCasePaths: Swift.Sendable {
                var a: UnoArchitecture.AnyCasePath<A, Int?> {
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
            "an array",
            #"""
            @CasePathable enum A { case a([Int]) }
            """#,
            code: #"""
            // member
            nonisolated struct AllCasePaths: Swift.Sendable {
                var a: UnoArchitecture.AnyCasePath<A, [Int]> {
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
            "a dictionary",
            #"""
            @CasePathable enum A { case a([String: [Int?]]) }
            """#,
            code: #"""
            // member
            nonisolated struct AllCasePaths: Swift.Sendable {
                var a: UnoArchitecture.AnyCasePath<A, [String: [Int?]]> {
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
            "an array of fixed length",
            #"""
            @CasePathable enum A { case a([3 of Int]) }
            """#,
            code: #"""
            // member
            nonisolated struct AllCasePaths: Swift.Sendable {
                var a: UnoArchitecture.AnyCasePath<A, [3 of Int]> {
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
            "generic types in each other",
            #"""
            @CasePathable enum A { case a(Dictionary<String, Array<Result<Int, Error>>>) }
            """#,
            code: #"""
            // member
            nonisolated struct AllCasePaths: Swift.Sendable {
                var a: UnoArchitecture.AnyCasePath<A, Dictionary<String, Array<Result<Int, Error>>>> {
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
            "a generic type, optional",
            #"""
            @CasePathable enum A { case a(Array<Array<Int>>?) }
            """#,
            code: #"""
            // member
            nonisolated struct AllCasePaths: Swift.Sendable {
                var a: UnoArchitecture.AnyCasePath<A, Array<Array<Int>>?> {
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
            "a qualified type",
            #"""
            @CasePathable enum A { case a(Swift.Array<Int>.Index) }
            """#,
            code: #"""
            // member
            nonisolated struct AllCasePaths: Swift.Sendable {
                var a: UnoArchitecture.AnyCasePath<A, Swift.Array<Int>.Index> {
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
            "a closure",
            #"""
            @CasePathable enum A { case a(() -> Void) }
            """#,
            code: #"""
            // member
            nonisolated struct AllCasePaths: Swift.Sendable {
                var a: UnoArchitecture.AnyCasePath<A, () -> Void> {
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
            "a sendable closure",
            #"""
            @CasePathable enum A { case a(@Sendable (Int) async throws -> String) }
            """#,
            code: #"""
            // member
            nonisolated struct AllCasePaths: Swift.Sendable {
                var a: UnoArchitecture.AnyCasePath<A, @Sendable (Int) async throws -> String> {
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
            "a closure with typed errors and inout",
            #"""
            @CasePathable enum A { case a((inout Int, _ x: String) throws(Failure) -> Int) }
            """#,
            code: #"""
            // member
            nonisolated struct AllCasePaths: Swift.Sendable {
                var a: UnoArchitecture.AnyCasePath<A, (inout Int, _ x: String) throws(Failure) -> Int> {
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
            "a closure that returns a closure",
            #"""
            @CasePathable enum A { case a((Int) -> (Int) -> Int) }
            """#,
            code: #"""
            // member
            nonisolated struct AllCasePaths: Swift.Sendable {
                var a: UnoArchitecture.AnyCasePath<A, (Int) -> (Int) -> Int> {
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
            "an optional closure",
            #"""
            @CasePathable enum A { case a((() -> Void)?) }
            """#,
            code: #"""
            // member
            nonisolated struct AllCasePaths: Swift.Sendable {
                var a: UnoArchitecture.AnyCasePath<A, (() -> Void)?> {
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
            "a labelled closure among others",
            #"""
            @CasePathable enum A { case a(run: @MainActor () -> Void, after: Duration) }
            """#,
            code: #"""
            // member
            nonisolated struct AllCasePaths: Swift.Sendable {
                var a: UnoArchitecture.AnyCasePath<A, (run: @MainActor () -> Void, after: Duration)> {
                    UnoArchitecture.AnyCasePath(
                        embed: A.a(run:after:),
                        extract: {
                            if case .a(run: let value0, after: let value1) = $0 {
                                (run: value0, after: value1)
                            } else {
                                nil
                            }
                        }
                    )
                }
            }

            nonisolated static var allCasePaths: AllCasePaths { AllCasePaths() }
            // extension
            extension A: UnoArchitecture.CasePathable {}
            """#
        ),
        ExpansionCase(
            "an existential",
            #"""
            @CasePathable enum A { case a(any Error) }
            """#,
            code: #"""
            // member
            nonisolated struct AllCasePaths: Swift.Sendable {
                var a: UnoArchitecture.AnyCasePath<A, any Error> {
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
            "a composition",
            #"""
            @CasePathable enum A { case a(any Equatable & Sendable) }
            """#,
            code: #"""
            // member
            nonisolated struct AllCasePaths: Swift.Sendable {
                var a: UnoArchitecture.AnyCasePath<A, any Equatable & Sendable> {
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
            "a constrained existential",
            #"""
            @CasePathable enum A { case a(any Sequence<Int>) }
            """#,
            code: #"""
            // member
            nonisolated struct AllCasePaths: Swift.Sendable {
                var a: UnoArchitecture.AnyCasePath<A, any Sequence<Int>> {
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
            "a metatype",
            #"""
            @CasePathable enum A { case a(Int.Type) }
            """#,
            code: #"""
            // member
            nonisolated struct AllCasePaths: Swift.Sendable {
                var a: UnoArchitecture.AnyCasePath<A, Int.Type> {
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
            "the metatype of an existential",
            #"""
            @CasePathable enum A { case a((any Error).Type) }
            """#,
            code: #"""
            // member
            nonisolated struct AllCasePaths: Swift.Sendable {
                var a: UnoArchitecture.AnyCasePath<A, (any Error).Type> {
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
            "a default value",
            #"""
            @CasePathable enum A { case a(Int = 3) }
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
            "a default value with commas and brackets",
            #"""
            @CasePathable enum A { case a(Int = f(1, [2, 3]), name: String = "a, b)") }
            """#,
            code: #"""
            // member
            nonisolated struct AllCasePaths: Swift.Sendable {
                var a: UnoArchitecture.AnyCasePath<A, (Int, name: String)> {
                    UnoArchitecture.AnyCasePath(
                        embed: A.a(_:name:),
                        extract: { if case .a(let value0, name: let value1) = $0 { (value0, name: value1) } else { nil } }
                    )
                }
            }

            nonisolated static var allCasePaths: AllCasePaths { AllCasePaths() }
            // extension
            extension A: UnoArchitecture.CasePathable {}
            """#
        ),
        ExpansionCase(
            "a default value with generic arguments",
            #"""
            @CasePathable enum A { case a([Int: Int] = Dictionary<Int, Int>(), b: Int) }
            """#,
            code: #"""
            // member
            nonisolated struct AllCasePaths: Swift.Sendable {
                var a: UnoArchitecture.AnyCasePath<A, ([Int: Int], b: Int)> {
                    UnoArchitecture.AnyCasePath(
                        embed: A.a(_:b:),
                        extract: { if case .a(let value0, b: let value1) = $0 { (value0, b: value1) } else { nil } }
                    )
                }
            }

            nonisolated static var allCasePaths: AllCasePaths { AllCasePaths() }
            // extension
            extension A: UnoArchitecture.CasePathable {}
            """#
        ),
        ExpansionCase(
            "a default value that is a closure",
            #"""
            @CasePathable enum A { case a(() -> Int = { (1, 2).0 }, b: Int) }
            """#,
            code: #"""
            // member
            nonisolated struct AllCasePaths: Swift.Sendable {
                var a: UnoArchitecture.AnyCasePath<A, (() -> Int, b: Int)> {
                    UnoArchitecture.AnyCasePath(
                        embed: A.a(_:b:),
                        extract: { if case .a(let value0, b: let value1) = $0 { (value0, b: value1) } else { nil } }
                    )
                }
            }

            nonisolated static var allCasePaths: AllCasePaths { AllCasePaths() }
            // extension
            extension A: UnoArchitecture.CasePathable {}
            """#
        ),
        ExpansionCase(
            "Self",
            #"""
            @CasePathable enum A { indirect case a(Self, [Self]) }
            """#,
            code: #"""
            // member
            nonisolated struct AllCasePaths: Swift.Sendable {
                var a: UnoArchitecture.AnyCasePath<A, (A, [A])> {
                    UnoArchitecture.AnyCasePath(
                        embed: A.a(_:_:),
                        extract: { if case .a(let value0, let value1) = $0 { (value0, value1) } else { nil } }
                    )
                }
            }

            nonisolated static var allCasePaths: AllCasePaths { AllCasePaths() }
            // extension
            extension A: UnoArchitecture.CasePathable {}
            """#
        ),
        ExpansionCase(
            "a member type of Self's name",
            #"""
            @CasePathable enum A { case a(Other.SelfMade, Self.Value) }
            """#,
            code: #"""
            // member
            nonisolated struct AllCasePaths: Swift.Sendable {
                var a: UnoArchitecture.AnyCasePath<A, (Other.SelfMade, A.Value)> {
                    UnoArchitecture.AnyCasePath(
                        embed: A.a(_:_:),
                        extract: { if case .a(let value0, let value1) = $0 { (value0, value1) } else { nil } }
                    )
                }
            }

            nonisolated static var allCasePaths: AllCasePaths { AllCasePaths() }
            // extension
            extension A: UnoArchitecture.CasePathable {}
            """#
        ),
        ExpansionCase(
            "a comment among the values",
            #"""
            @CasePathable enum A { case a(/* the first, (Int) */ Int, // the second
             b: String) }
            """#,
            code: #"""
            // member
            nonisolated struct AllCasePaths: Swift.Sendable {
                var a: UnoArchitecture.AnyCasePath<A, (Int, b: String)> {
                    UnoArchitecture.AnyCasePath(
                        embed: A.a(_:b:),
                        extract: { if case .a(let value0, b: let value1) = $0 { (value0, b: value1) } else { nil } }
                    )
                }
            }

            nonisolated static var allCasePaths: AllCasePaths { AllCasePaths() }
            // extension
            extension A: UnoArchitecture.CasePathable {}
            """#
        ),
        ExpansionCase(
            "values over several lines",
            #"""
            @CasePathable enum A { 
                case a(
                    first: Int,
                    second: [
                        String
                    ]
                )
             }
            """#,
            code: #"""
            // member
            nonisolated struct AllCasePaths: Swift.Sendable {
                var a: UnoArchitecture.AnyCasePath<A, (first: Int, second: [ String ])> {
                    UnoArchitecture.AnyCasePath(
                        embed: A.a(first:second:),
                        extract: {
                            if case .a(first: let value0, second: let value1) = $0 {
                                (first: value0, second: value1)
                            } else {
                                nil
                            }
                        }
                    )
                }
            }

            nonisolated static var allCasePaths: AllCasePaths { AllCasePaths() }
            // extension
            extension A: UnoArchitecture.CasePathable {}
            """#
        ),
        ExpansionCase(
            "a macro-like word in a string",
            #"""
            @CasePathable enum A { case a(String = "case b(Int)") }
            """#,
            code: #"""
            // member
            nonisolated struct AllCasePaths: Swift.Sendable {
                var a: UnoArchitecture.AnyCasePath<A, String> {
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
            "a raw string",
            #"""
            @CasePathable enum A { case a(String = #""), "#, b: Int) }
            """#,
            code: #"""
            // member
            nonisolated struct AllCasePaths: Swift.Sendable {
                var a: UnoArchitecture.AnyCasePath<A, (String, b: Int)> {
                    UnoArchitecture.AnyCasePath(
                        embed: A.a(_:b:),
                        extract: { if case .a(let value0, b: let value1) = $0 { (value0, b: value1) } else { nil } }
                    )
                }
            }

            nonisolated static var allCasePaths: AllCasePaths { AllCasePaths() }
            // extension
            extension A: UnoArchitecture.CasePathable {}
            """#
        ),
        ExpansionCase(
            "an interpolated string with quotes",
            #"""
            @CasePathable enum A { case a(String = "\(f("),"))", b: Int) }
            """#,
            code: #"""
            // member
            nonisolated struct AllCasePaths: Swift.Sendable {
                var a: UnoArchitecture.AnyCasePath<A, (String, b: Int)> {
                    UnoArchitecture.AnyCasePath(
                        embed: A.a(_:b:),
                        extract: { if case .a(let value0, b: let value1) = $0 { (value0, b: value1) } else { nil } }
                    )
                }
            }

            nonisolated static var allCasePaths: AllCasePaths { AllCasePaths() }
            // extension
            extension A: UnoArchitecture.CasePathable {}
            """#
        ),
        ExpansionCase(
            "a multi-line string",
            #"""
            @CasePathable enum A { case a(String = """
                ), case x
                """, b: Int) }
            """#,
            code: #"""
            // member
            nonisolated struct AllCasePaths: Swift.Sendable {
                var a: UnoArchitecture.AnyCasePath<A, (String, b: Int)> {
                    UnoArchitecture.AnyCasePath(
                        embed: A.a(_:b:),
                        extract: { if case .a(let value0, b: let value1) = $0 { (value0, b: value1) } else { nil } }
                    )
                }
            }

            nonisolated static var allCasePaths: AllCasePaths { AllCasePaths() }
            // extension
            extension A: UnoArchitecture.CasePathable {}
            """#
        ),
        ExpansionCase(
            "a value of Never",
            #"""
            @CasePathable enum A { case a(Never), b(Int) }
            """#,
            code: #"""
            // member
            nonisolated struct AllCasePaths: Swift.Sendable {
                var a: UnoArchitecture.AnyCasePath<A, Never> {
                    UnoArchitecture.AnyCasePath(
                        embed: A.a(_:),
                        extract: { if case .a(let value) = $0 { value } else { nil } }
                    )
                }
                var b: UnoArchitecture.AnyCasePath<A, Int> {
                    UnoArchitecture.AnyCasePath(
                        embed: A.b(_:),
                        extract: { if case .b(let value) = $0 { value } else { nil } }
                    )
                }
            }

            nonisolated static var allCasePaths: AllCasePaths { AllCasePaths() }
            // extension
            extension A: UnoArchitecture.CasePathable {}
            """#
        ),
        ExpansionCase(
            "an unlabelled value before a keyword label",
            #"""
            @CasePathable enum A { case a(Int, in: Int, `for`: Int) }
            """#,
            code: #"""
            // member
            nonisolated struct AllCasePaths: Swift.Sendable {
                var a: UnoArchitecture.AnyCasePath<A, (Int, in: Int, for: Int)> {
                    UnoArchitecture.AnyCasePath(
                        embed: A.a(_:in:for:),
                        extract: {
                            if case .a(let value0, in: let value1, for: let value2) = $0 {
                                (value0, in: value1, for: value2)
                            } else {
                                nil
                            }
                        }
                    )
                }
            }

            nonisolated static var allCasePaths: AllCasePaths { AllCasePaths() }
            // extension
            extension A: UnoArchitecture.CasePathable {}
            """#
        ),
        ExpansionCase(
            "a label that needs backticks",
            #"""
            @CasePathable enum A { case a(`inout`: Int, `let`: Int) }
            """#,
            code: #"""
            // member
            nonisolated struct AllCasePaths: Swift.Sendable {
                var a: UnoArchitecture.AnyCasePath<A, (`inout`: Int, let: Int)> {
                    UnoArchitecture.AnyCasePath(
                        embed: A.a(`inout`:let:),
                        extract: {
                            if case .a(`inout`: let value0, let: let value1) = $0 {
                                (`inout`: value0, let: value1)
                            } else {
                                nil
                            }
                        }
                    )
                }
            }

            nonisolated static var allCasePaths: AllCasePaths { AllCasePaths() }
            // extension
            extension A: UnoArchitecture.CasePathable {}
            """#
        ),
        ExpansionCase(
            "a noncopyable generic argument",
            #"""
            @CasePathable enum A { case a(Box<~Copyable>) }
            """#,
            code: #"""
            // member
            nonisolated struct AllCasePaths: Swift.Sendable {
                var a: UnoArchitecture.AnyCasePath<A, Box<~Copyable>> {
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
            "a parameter pack",
            #"""
            @CasePathable enum A<each Value> { case a((repeat each Value)) }
            """#,
            code: #"""
            // member
            nonisolated struct AllCasePaths: Swift.Sendable {
                var a: UnoArchitecture.AnyCasePath<A, (repeat each Value)> {
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
            "a module selector",
            #"""
            @CasePathable enum A { case a(Swift::Int) }
            """#,
            code: #"""
            // member
            nonisolated struct AllCasePaths: Swift.Sendable {
                var a: UnoArchitecture.AnyCasePath<A, Swift.Int> {
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
            "many values",
            #"""
            @CasePathable enum A { case moved(from: Position, to: Position, over: Duration, with: Animation, by: Player) }
            """#,
            code: #"""
            // member
            nonisolated struct AllCasePaths: Swift.Sendable {
                var moved: UnoArchitecture.AnyCasePath<A, (from: Position, to: Position, over: Duration, with: Animation, by: Player)> {
                    UnoArchitecture.AnyCasePath(
                        embed: A.moved(from:to:over:with:by:),
                        extract: {
                            if case .moved(from: let value0, to: let value1, over: let value2, with: let value3, by: let value4) = $0 {
                                (from: value0, to: value1, over: value2, with: value3, by: value4)
                            } else {
                                nil
                            }
                        }
                    )
                }
            }

            nonisolated static var allCasePaths: AllCasePaths { AllCasePaths() }
            // extension
            extension A: UnoArchitecture.CasePathable {}
            """#
        ),
    ]
}
