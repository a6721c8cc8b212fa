import MacroChecking
import TestSupport
import Testing
import UnoMacros

/// What the scanner reads, shape by shape.
@Suite("The scanner", .timeLimit(.hang)) struct ScannerTests {
    private func declaration(_ source: String) throws -> Declaration {
        try #require(Scanner.declaration(SourceText(source)))
    }

    private func type(_ source: String) throws -> TypeDeclaration { try #require(try declaration(source).type) }

    @Test(
        "Literals and comments end where they end",
        arguments: [
            #""plain""#, #""with \" quote""#, ##"#"raw " quote"#"##, #""in \("in \(1) in") out""#, #""\(f(")"))""#,
            "\"\"\"\n  \" and \"\" and }\n\"\"\"", "#\"\"\"\n \"\"\" \n\"\"\"#", ##"#"\(no) \#("yes }")"#"##,
            #"/re"{gex/"#, #"#/re"{/gex/#"#, "/* /* } */ } */ 1", "1 // }\n", "0x1p-3", "1_000.5e-3", "{ \"}\" }()",
            ##"#"""#"##, #""""#, #"\.path"#, "a ? b : c", "1 / 2 / 3", "[/a/, /b/]", "(/)", "f<A, B>(c)",
        ])
    func literals(literal: String) throws {
        let members = try type("struct A { let a = \(literal); let b = 1 }").members.declarations
        let bindings = members.compactMap { $0.variable?.bindings }.flatMap(\.self)
        #expect(bindings.map { $0.name?.name } == ["a", "b"])
        #expect(bindings.allSatisfy { $0.initializer != nil })
    }

    @Test(
        "Types end where they end",
        arguments: [
            "Int", "Int?", "[Int]", "[String: [Int]]", "A.B<C, D<E>>.F", "(Int, String)", "() -> Void",
            "(inout Int) async throws(E) -> (Int) -> Int", "any P & Q", "some P<Int>", "@Sendable () -> Void",
            "@convention(c) (Int) -> Int", "Int.Type", "(any P).Type?", "[3 of Int]", "Vector<-3, Int>", "~Copyable",
            "any ~Copyable & P", "Swift::Int", "borrowing A", "isolated (any Actor)?", "(repeat each T)", "Set<A>!",
            "nonisolated(nonsending) () async -> Void", "A<B<C<D>>>", "`default`",
        ])
    func types(type: String) throws {
        let members = try self.type(
            "struct A { var a: \(type) = f(); var b: \(type) { f() }\n func c(d: \(type)) -> \(type) {}}"
        )
        .members.declarations
        #expect(members[0].variable?.bindings[0].type?.text == type)
        #expect(members[0].variable?.bindings[0].initializer?.text == "f()")
        #expect(members[1].variable?.bindings[0].type?.text == type)
        #expect(members[1].variable?.bindings[0].accessors?.getter?.text == "f()")
        #expect(members[2].function?.parameters[0].type.text == type)
        #expect(members[2].function?.returnType?.text == type)
    }

    @Test func `A type has its head, read in parts`() throws {
        let declaration = try declaration(
            """
            @A(x: 1, "y") @available(macOS 15, *) public final class B<@A C: D & E, each F, let g: Int>: H<C>, @unchecked I
                where C.J == K, repeat each F: L { var m: Int }
            """
        )
        let type = try #require(declaration.type)
        #expect(declaration.attributes.map(\.name.text) == ["A", "available"])
        #expect(declaration.attributes[0].arguments?.map { $0.label?.text } == ["x", nil])
        #expect(declaration.attributes[0].arguments?.map(\.value.text) == ["1", "\"y\""])
        #expect(declaration.modifiers.map(\.name) == ["public", "final"])
        #expect(declaration.explicitAccess == .public)
        #expect(type.kind == .class)
        #expect(type.name.text == "B")
        #expect(type.genericParameters.map(\.name.text) == ["C", "F", "g"])
        #expect(type.genericParameters.map(\.specifier) == [nil, "each", "let"])
        #expect(type.genericParameters.map(\.inherited?.text) == ["D & E", nil, "Int"])
        #expect(type.inheritance.map(\.text) == ["H<C>", "@unchecked I"])
        #expect(type.whereClause?.text == "C.J == K, repeat each F: L")
        #expect(type.members.declarations.count == 1)
    }

    @Test func `Functions, initialisers and subscripts have their parts`() throws {
        let members = try type(
            """
            struct A {
                @discardableResult
                mutating func b<C>(_ d: C, e f: inout Int = 3, @G g: @escaping (Int) -> Void...) async throws(H) -> [C]
                where C: I { }
                init?(x: Int) {}
                subscript(_ i: Int, y j: Int) -> Int { get { 1 } set {} }
                static func == (l: A, r: A) -> Bool { true }
                static func >>= (l: A, r: A) -> Bool { true }
                func last()
                var z: Int
            }
            """
        ).members.declarations
        let function = try #require(members[0].function)
        #expect(function.fullName == "b(_:e:g:)")
        #expect(function.parameters.map { $0.label?.text } == [nil, "e", "g"])
        #expect(function.parameters[1].type.text == "inout Int")
        #expect(function.parameters[1].defaultValue?.text == "3")
        #expect(function.parameters[2].attributes.map(\.name.text) == ["G"])
        #expect(function.isAsync)
        #expect(function.throwing?.text == "throws(H)")
        #expect(function.returnType?.text == "[C]")
        #expect(function.whereClause?.text == "C: I")
        #expect(members.compactMap { $0.function?.name.text } == ["b", "init?", "subscript", "==", ">>=", "last"])
        #expect(members[1].function?.fullName == "init?(x:)")
        #expect(members.last?.variable?.bindings.first?.name?.text == "z")
    }

    @Test func `Properties know whether they are stored`() throws {
        let members = try type(
            """
            struct A {
                let a, b: Int
                var c = 1 { didSet { f() } }
                var d: Int { 1 }
                var e: Int { get async throws { 1 } }
                private(set) lazy var f = { 3 }()
                var (g, h) = (1, 2)
                var i: Int { set { } get { 2 } }
                static var j: [Int] = [1]
                    .map { $0 }
                var k = if true { 1 } else { 2 }
                var l: Int {
                    willSet(new) {}
                }
                weak var m: A?
            }
            """
        ).members.declarations.compactMap(\.variable).flatMap(\.bindings)
        let names = ["a", "b", "c", "d", "e", "f", nil, "i", "j", "k", "l", "m"]
        #expect(members.map { $0.name?.text } == names)
        let computed: Set<String?> = ["d", "e", "i"]
        #expect(members.map(\.isStored) == names.map { !computed.contains($0) })
        #expect(members[2].initializer?.text == "1")
        #expect(members[5].initializer?.text == "{ 3 }()")
        #expect(members[7].accessors?.names == ["set", "get"])
        #expect(members[7].accessors?.getter?.text == "2")
    }

    @Test func `Cases have labels, types, defaults and raw values`() throws {
        let cases = try type(#"enum A { indirect case a(b: Int = 1, _ c: [A]), d = "e"; case f(() -> Void) }"#)
            .members.declarations.flatMap { $0.cases ?? [] }
        #expect(cases.map(\.name.text) == ["a", "d", "f"])
        #expect(cases[0].parameters?.map { $0.label?.text } == ["b", nil])
        #expect(cases[0].parameters?.map { $0.defaultValue?.text } == ["1", nil])
        #expect(cases[1].rawValue?.text == #""e""#)
        #expect(cases[1].parameters == nil)
        #expect(cases[2].parameters?.map(\.type.text) == ["() -> Void"])
    }

    @Test func `An #if keeps its clauses, and an #if inside an expression does not end it`() throws {
        let type = try type(
            """
            struct A {
            #if os(Linux) &&
                DEBUG
                var a: Int
            #elseif B
                #if C
                var d: Int
                #endif
            #else
                var e: Int
            #endif
                let f = g
            #if H
                    .i()
            #endif
                let j = 1
            }
            """
        )
        guard case .conditional(let conditional) = type.members.first else {
            Issue.record("The first member is no condition")
            return
        }
        #expect(conditional.clauses.map(\.directive) == ["#if", "#elseif", "#else"])
        #expect(conditional.clauses.map { $0.members.declarations.count } == [1, 1, 1])
        #expect(conditional.clauses[0].condition.onOneLine == "os(Linux) && DEBUG")
        let names = type.members.declarations.flatMap { $0.variable?.bindings ?? [] }.map { $0.name?.text }
        #expect(names == ["a", "d", "e", "f", "j"])
        let placed = type.members.placedDeclarations
        #expect(!placed[0].canMeet(placed[2]))
        #expect(placed[0].canMeet(placed[3]))
    }

    @Test func `Extensions, protocols, aliases and nested types are found by name`() throws {
        let members = Scanner(
            SourceText(
                """
                import A
                public extension B.C<Int> where D == E { typealias F<G> = [G] }
                protocol H: I { associatedtype J: K = Int where J.L == M; func n() }
                precedencegroup O { higherThan: P }
                infix operator <+>: O
                actor Q { nonisolated let r = 1 }
                """
            )
        ).members.declarations
        #expect(
            members.map(\.keyword.text) == ["import", "extension", "protocol", "precedencegroup", "operator", "actor"])
        #expect(members[1].type?.name.text == "B.C<Int>")
        #expect(members[1].type?.whereClause?.text == "D == E")
        #expect(members[1].type?.nestsType(named: "F") == true)
        let associated = members[2].type?.members.declarations[0].typeAlias
        #expect(associated?.inheritance.map(\.text) == ["K"])
        #expect(associated?.type?.text == "Int")
        #expect(associated?.whereClause?.text == "J.L == M")
    }

    @Test func `Offsets count from the start of the file, in bytes`() throws {
        let source = SourceText("/* é */ enum A {}", fileName: "a.swift", fileOffset: 100)
        let declaration = try #require(Scanner.declaration(source))
        #expect(declaration.keyword.range == 109..<113)
        #expect(declaration.type?.name.range == 114..<115)
        // What has no tokens is at the end of the one before.
        #expect(Scanner.attribute(SourceText("@ +", fileOffset: 7))?.name.range == 8..<8)
        #expect(Scanner(SourceText(")", fileOffset: 7)).members.declarations.first?.range == 7..<7)
    }
}
