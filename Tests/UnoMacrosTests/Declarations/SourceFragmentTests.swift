import Testing

@testable import UnoMacros

/// What the macros make of a piece of source: names, types and code on one line.
@Suite("Pieces of source") struct SourceFragmentTests {
    private func fragment(_ text: String) -> SourceFragment { SourceFragment(text: text, range: 0..<0) }
    private func identifier(_ text: String) -> Identifier { Identifier(text: text, range: 0..<0) }

    @Test func `A name is replaced wherever it stands, but not behind a dot, beside a module selector or as a label`() {
        func replaced(_ text: String) -> String { fragment(text).replacing { ["A": "Module.A", "b": ""][$0] } }
        #expect(replaced("A<A.A, x.A>") == "Module.A<Module.A.A, x.A>")
        #expect(replaced("A::A, x :: A.A, A<x::A>") == "A::A, x :: A.A, Module.A<x::A>")
        #expect(replaced("(A: A, x: A, A : (A) -> A)") == "(A: Module.A, x: Module.A, A : (Module.A) -> Module.A)")
        #expect(replaced("(_ A: A, A) -> [A: A]") == "(_ A: Module.A, Module.A) -> [Module.A: Module.A]")
        #expect(replaced("([x: 1, A: 2], [A: x])") == "([x: 1, Module.A: 2], [Module.A: x])")
        #expect(replaced("(x ? A : A, [A: (A)])") == "(x ? Module.A : Module.A, [Module.A: (Module.A)])")
        #expect(replaced("é A // A\n\"A\" b c") == "é Module.A // A\n\"A\"  c")
        #expect(replaced("AA `A`") == "AA `A`" && replaced("") == "" && replaced(".A") == ".A")
        #expect(replaced("[(x): A, A: A]") == "[(x): Module.A, Module.A: Module.A]")
        #expect(fragment("A /* a */\n  + b.A").named { $0 == "A" ? "C" : nil } == "C + b.A")
    }

    @Test func `Comments go, and white space becomes one space between two tokens that it stands between`() {
        #expect(fragment(" /* a */ a /* b */\n\n  b+c // d\n").onOneLine == "a b+c")
        #expect(fragment("").onOneLine == "")
    }

    @Test func `The base name is the last part, without generic arguments`() {
        let names = ["A", "A.B<C.D>", "A::B", "A . B", "A<B>.C", ""].map { fragment($0).baseName }
        #expect(names == ["A", "B", "B", " B", "A", ""])
        func attribute(_ text: String) -> String? { Scanner.attribute(SourceText(text))?.baseName }
        #expect(attribute("@A.B<C>(d)") == "B" && attribute("@A::B") == "B" && attribute("@A") == "A")
    }

    @Test func `Backticks go where a label needs none`() {
        #expect(
            ["a", "`a`", "`a b`", "``", "`ab", "ab`", "`"].map { identifier($0).name } == [
                "a", "a", "a b", "``", "`ab", "ab`", "`",
            ])
        #expect(
            ["a", "`default`", "`a b`", "`inout`", "`1a`", "`é1`"].map { identifier($0).asLabel } == [
                "a", "default", "`a b`", "`inout`", "`1a`", "é1",
            ])
        #expect(
            ["`let`", "`var`", "`in`", "`inout`"].map { identifier($0).asParameterLabel } == [
                "`let`", "`var`", "in", "`inout`",
            ])
    }

    @Test func `A type that is nested is found by its name, in any clause, and an extension is none`() throws {
        let source = "struct A { struct B {}\n#if c\ntypealias D = Int\n#endif\nextension E {}\nfunc f() {} }"
        let type = try #require(Scanner.declaration(SourceText(source))?.type)
        #expect(
            ["A", "B", "D", "E", "f", "Int"].map { type.nestsType(named: $0) } == [
                false, true, true, false, false, false,
            ])
        #expect(["A", "B", "D", "E"].map { type.nestedType(named: $0) != nil } == [false, true, false, false])
        func isConcrete(_ source: String) -> Bool? { Scanner.declaration(SourceText(source))?.type?.isConcrete }
        for kind in ["struct", "class", "actor", "enum"] { #expect(isConcrete("\(kind) A {}") == true) }
        #expect(isConcrete("protocol A {}") == false && isConcrete("extension A {}") == false)
    }

    @Test func `A type parameter is found by its name; a pack and a value are no types`() throws {
        let type = try #require(Scanner.declaration(SourceText("struct A<B: C, `D`, each E, let f: Int> {}"))?.type)
        #expect(["A", "B", "C", "D", "E", "f"].filter(type.takesType) == ["B", "D"])
    }

    @Test("The access level is the one that is written, and not that of a setter")
    func access() {
        func access(_ source: String) -> AccessLevel? { Scanner.declaration(SourceText(source))?.explicitAccess }
        #expect(access("public private(set) var a") == .public && access("private(set) var a") == nil)
        #expect(access("static package var a") == .package && access("var a") == nil)
        #expect(AccessLevel.allCases.map(\.memberPrefix) == ["", "", "", "package ", "public ", "public "])
        func isStatic(_ source: String) -> Bool? { Scanner.declaration(SourceText(source))?.isStatic }
        #expect(
            isStatic("static var a") == true && isStatic("class func a()") == true && isStatic("final var a") == false)
    }

    @Test func `Without blanks, two words keep a space between them`() {
        #expect(fragment(" Box< any  Animal /* a */ & B > . State\n").withoutBlanks == "Box<any Animal&B>.State")
    }
}
