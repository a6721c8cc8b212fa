import TestSupport
import Testing
import UnoMacros

/// Where each part of a declaration begins and ends.
@Suite("The reader of declarations", .timeLimit(.hang)) struct ReaderTests {
    static let attributes: [(String, String)] = [
        ("@A var a: Int", "@A var a: ‹Int›"),
        ("@A.B.C @D::E var a", "@A.B.C @D::E var a"),
        ("@A<B, C<D>>(e: 1, f, g: h ? i : j) var a", "@A<‹B›, ‹C<D>›>(e: ‹1›, ‹f›, g: ‹h ? i : j›) var a"),
        ("@A() var a", "@A() var a"),
        ("@A(b\nc) var a", "@A(‹b\nc›) var a"),
        ("@A(b: 1,) var a", "@A(b: ‹1›) var a"),
        ("@A(b; c) var a", "@A(‹b›) var a"),
        ("@A(,) var a", "@A(‹›) var a"),
        ("@A<B var a", "@A other"),
        ("@A <B> var a", "@A other"),
        ("@A (b) var a", "@A other"),
        ("@A;var a", "@A other; var a"),
        ("struct A { @B(c, }", "struct A [@B(‹c›) other]"),
        ("var a: @A() -> B = c", "var a: ‹@A() -> B› = ‹c›"),
        ("@A(b) async let c", "@A(‹b›) async let c"),
        ("@A. b", "@A. b other"),
        ("@A.1 var a", "@A other"),
        ("@ var a", "@var other"),
    ]

    static let modifiers: [(String, String)] = [
        ("public private(set) static var a", "public private(set) static var a"),
        ("unowned (safe) var a", "unowned(safe) var a"),
        ("unowned(unsafe) let a", "unowned(unsafe) let a"),
        ("unowned let a", "unowned let a"),
        ("private (set) var a", "private other"),
        ("private() var a", "private() var a"),
        ("nonisolated(nonsending) func a() {}", "nonisolated(nonsending) func a() {}"),
        ("@A public @B var a\nlet c", "@A other; let c"),
        ("class func a()", "class func a()"),
        ("class final func a()", "class final func a()"),
        (
            "class var a; class let b; class subscript(c: D) -> E",
            "class var a; class let b; class subscript subscript(c: ‹D›) -> ‹E›"
        ),
        ("class final: B {}", "class final: ‹B› []"),
        ("class open {}", "class open []"),
        ("class public var {}", "class public var _ {‹›}"),
        ("var open: Int, final = 1", "var open: ‹Int›, final = ‹1›"),
        ("lazy = 1", "other"),
        ("case optional", "case optional"),
    ]

    static let types: [(String, String)] = [
        ("struct A {}", "struct A []"),
        (
            "struct A<B: C & D, each E: F, let g: Int> where B: H {}",
            "struct A<B: ‹C & D›, each E: ‹F›, let g: ‹Int›> where ‹B: H› []"
        ),
        ("struct A<each, let> {}", "struct A<each, let> []"),
        ("struct A<@B C, D where C == D> { let e }", "struct A<C, D> [let e]"),
        ("struct A<B,> { let c }", "struct A<B> [let c]"),
        ("class A: B, C<D>, @unchecked E { let f }", "class A: ‹B›, ‹C<D>›, ‹@unchecked E› [let f]"),
        ("class A: { let b }", "class A [let b]"),
        ("class A where B: C {}", "class A where ‹B: C› []"),
        ("extension A.B<C>: D where E == F, G: H { let i }", "extension A.B<C>: ‹D› where ‹E == F, G: H› [let i]"),
        ("extension A where B + C {}", "extension A where ‹B› []; other"),
        ("extension {}", "extension  []"),
        ("struct {}", "other"),
        ("struct A\nlet b", "struct A []; let b"),
        ("struct A { b }\nlet c", "struct A [other]; let c"),
        ("enum A { struct B { let c }\nlet d }\nlet e", "enum A [struct B [let c]; let d]; let e"),
        ("enum A { let b\nlet c", "enum A [let b; let c]"),
        ("let a } let b", "let a; let b"),
        ("typealias A<B> = C<B>", "typealias A<B> = ‹C<B>›"),
        ("associatedtype A: B, C = D where A.E: F", "associatedtype A: ‹B›, ‹C› = ‹D› where ‹A.E: F›"),
        ("typealias = A", "other"),
    ]

    static let cases: [(String, String)] = [
        ("case a, b(c: D = e, _ f: G, H), i = 1", "case a, b(c: ‹D› = ‹e›, _ f: ‹G›, : ‹H›), i = ‹1›"),
        ("case a()", "case a()"),
        ("case a,\nb\nlet c", "case a, b; let c"),
        ("case a, 1", "case a; other"),
        ("case .a: b", "other"),
        ("case a(@B C, @D e: F, inout G)", "case a(: ‹@B C›, @D e: ‹F›, : ‹inout G›)"),
        ("case a(@B() -> C, d: @B(E) async throws(F) -> G)", "case a(: ‹@B() -> C›, d: ‹@B(E) async throws(F) -> G›)"),
        ("case a(b: C, = d), e", "case a(b: ‹C›), e"),
        ("case a(prefix b: C, optional: D, package: E)", "case a(prefix b: ‹C›, optional: ‹D›, package: ‹E›)"),
        ("case a(b: C d: E), f", "case a(b: ‹C›), f"),
        ("case a(B): c", "case a(: ‹B›); other"),
    ]

    static let functions: [(String, String)] = [
        ("func a() {}", "func a() {}"),
        (
            "func a<B: C>(_ b: B, c: D = e { f }, isolated g h: I) async throws(J) -> K where B: L { m }",
            "func a<B: ‹C›>(_ b: ‹B›, c: ‹D› = ‹e { f }›, g h: ‹I›) async ‹throws(J)› -> ‹K› where ‹B: L› {}"
        ),
        ("func a(isolated b: C, optional: D, package e: F)", "func a(isolated b: ‹C›, optional: ‹D›, package e: ‹F›)"),
        (
            "func a() rethrows\nfunc b() reasync\nfunc c() async",
            "func a() ‹rethrows›; func b() ‹reasync›; func c() async"
        ),
        ("func a(b: () throws -> Void) throws", "func a(b: ‹() throws -> Void›) ‹throws›"),
        ("init?(a: B)\ninit!()\ninit<C>(d: C) {}", "init init?(a: ‹B›); init init!(); init init<C>(d: ‹C›) {}"),
        ("subscript<A>(a: A) -> B { get {} set {} }", "subscript subscript<A>(a: ‹A›) -> ‹B› {}"),
        ("func == (a: B, c: D) -> Bool", "func ==(a: ‹B›, c: ‹D›) -> ‹Bool›"),
        (
            "func <<?(a: B)\nfunc >>=(a: B)\nfunc -->(a: B)\nfunc !(a: B)",
            "func <<?(a: ‹B›); func >>=(a: ‹B›); func -->(a: ‹B›); func !(a: ‹B›)"
        ),
        ("func <= <A>(a: A)", "func <=<A>(a: ‹A›)"),
        ("func a\nlet b", "other; let b"),
        ("init\nlet b", "other; let b"),
    ]

    static let variables: [(String, String)] = [
        ("var a: B = c, d = e, f: G { h }", "var a: ‹B› = ‹c›, d = ‹e›, f: ‹G› {‹h›}"),
        ("let (a, b): (C, D) = e, f", "let _: ‹(C, D)› = ‹e›, f"),
        ("let ; let a", "let _; let a"),
        ("let , a", "let _; other"),
        ("var a: B {}", "var a: ‹B› {‹›}"),
        ("var a: B<C = d", "var a; other"),
        ("var a: B { get async throws(C) { d } nonmutating set(e) { f } }", "var a: ‹B› {get set‹d›}"),
        ("var a: B { @C mutating get { d }; set }", "var a: ‹B› {get‹d›}"),
        ("var a: B { __consuming get { c } nonisolated set {} }", "var a: ‹B› {get set‹c›}"),
        ("var a: B { get async throws set }", "var a: ‹B› {get set}"),
        ("var a: B { get }", "var a: ‹B› {get}"),
        ("var a: B { get {} }", "var a: ‹B› {get‹›}"),
        ("var a: B { set {} get { c { d } } }", "var a: ‹B› {set get‹c { d }›}"),
        ("var a: B { set(c) { d } get { e } }", "var a: ‹B› {set get‹e›}"),
        ("var a: B { get.c }", "var a: ‹B› {‹get.c›}"),
        ("var a: B { get = 1 }", "var a: ‹B› {‹get = 1›}"),
        ("var a: B { mutating c }", "var a: ‹B› {‹mutating c›}"),
        ("var a: B { c { get { d } } }", "var a: ‹B› {‹c { get { d } }›}"),
        ("var a = b { didSet { c } }", "var a = ‹b› {didSet}"),
        ("var a = b { willSet(d) { c } }", "var a = ‹b› {willSet}"),
        ("var a = { didSet { c } }()", "var a = ‹{ didSet { c } }()›"),
        ("var a = b { c }\nlet d", "var a = ‹b { c }›; let d"),
        ("var a: B { get\nvar c", "var a: ‹B› {get}"),
    ]

    static let expressions: [(String, String)] = [
        ("let a = b as\nC\nlet d", "let a = ‹b as\nC›; let d"),
        ("let a = b\nas C\nis D\nlet e", "let a = ‹b\nas C\nis D›; let e"),
        ("let a = if b { c }\nelse { d }\nlet e", "let a = ‹if b { c }\nelse { d }›; let e"),
        ("let a = do { b }\ncatch { c }\nlet d", "let a = ‹do { b }\ncatch { c }›; let d"),
        ("let a = b +\nc\nd()", "let a = ‹b +\nc›; other"),
        ("let a = b.\nc", "let a = ‹b.\nc›"),
        ("let a = b ?\nc :\nd\nlet e", "let a = ‹b ?\nc :\nd›; let e"),
        ("let a = b?\nlet c", "let a = ‹b?›; let c"),
        ("let a = b!\nlet c", "let a = ‹b!›; let c"),
        ("let a = try\nawait\nb\nlet c", "let a = ‹try\nawait\nb›; let c"),
        ("let a = any\nB\nlet c", "let a = ‹any\nB›; let c"),
        ("let a =\nb\nlet c", "let a = ‹b›; let c"),
        ("let a = b\n@C let d", "let a = ‹b›; @C let d"),
        ("let a = b\n#c(d)\nlet e", "let a = ‹b›; other; let e"),
        ("let a = b\n    .c { d }\nlet e", "let a = ‹b\n    .c { d }›; let e"),
        ("let a = b\n(c)", "let a = ‹b\n(c)›"),
        ("let a = (b\nc), d", "let a = ‹(b\nc)›, d"),
        // A bracket that closes nothing.
        ("let a = (b] + c), d", "let a = ‹(b] + c)›, d"),
        (
            "struct A { let a = (b)); let c = [d]; let e = f] }\nlet g",
            "struct A [let a = ‹(b)›; other; let c = ‹[d]›; let e = ‹f›; other]; let g"
        ),
        ("let a = b < c, d = e > f", "let a = ‹b < c›, d = ‹e > f›"),
        ("let a = b<c, d>(e), f", "let a = ‹b<c, d>(e)›, f"),
        ("let a = b<c, d = e>(f)", "let a = ‹b<c›, d = ‹e>(f)›"),
        ("let a = 1<c, d>(e)", "let a = ‹1<c›, d; other"),
        ("let a = b <c, d>(e)", "let a = ‹b <c›, d; other"),
        ("let a = b<c, d<e, f>>(g), h", "let a = ‹b<c, d<e, f>>(g)›, h"),
        (
            "let a = b\n#if c\n.d\n#if e\n.f\n#endif\n.g\n#endif\nlet h",
            "let a = ‹b\n#if c\n.d\n#if e\n.f\n#endif\n.g\n#endif›; let h"
        ),
        ("let a = b\n#if c\nlet d\n#endif", "let a = ‹b›; #if‹c› [let d] #endif"),
        ("let a = b\n#if c", "let a = ‹b›; #if‹c› [] #endif"),
        ("struct A { let b = c\n#if d\n.e }\nlet f", "struct A [let b = ‹c\n#if d\n.e›]; let f"),
    ]

    static let conditions: [(String, String)] = [
        (
            "#if a\nlet b\n#elseif c\nlet d\n#else\nlet e\n#endif\nlet f",
            "#if‹a› [let b] #elseif‹c› [let d] #else [let e] #endif; let f"
        ),
        ("#if a &&\nb(\nc)\nlet d\n#endif", "#if‹a &&\nb(\nc)› [let d] #endif"),
        ("#if a\n#if b\nlet c\n#endif\nlet d\n#endif\nlet e", "#if‹a› [#if‹b› [let c] #endif; let d] #endif; let e"),
        ("#if\nlet a\n#endif", "#if [let a] #endif"),
        ("struct A {\n#if b\nlet c\n}\nlet d", "struct A [#if‹b› [let c] #endif]; let d"),
        ("#else\nlet a\n#endif\nlet b", "let a; let b"),
        ("let a\n#endif", "let a"),
        ("#if a #endif\nlet b", "#if‹a› [] #endif; let b"),
        ("struct A { #if b }\nlet c", "struct A [#if‹b› [] #endif]; let c"),
        ("#if a\n@b\n#if c\n@d\n#endif\n#endif\nlet e", "#if‹a› [@b other; #if‹c› [@d other] #endif] #endif; let e"),
        ("#if a\n@b @c(d)\n#endif\nlet e", "#if‹a› [@b @c(‹d›) let e] #else [let e] #endif"),
        (
            "@b #if a\n@c\n#else\n#endif\n@d public let e",
            "#if‹a› [@b @c @d public let e] #else [@b @d public let e] #endif"
        ),
        (
            "#if a\n@b\n#elseif c\n@d\n#endif\n#if e\n@f\n#endif\ncase g",
            "#if‹a› [#if‹e› [@b @f case g] #else [@b case g] #endif]"
                + " #elseif‹c› [#if‹e› [@d @f case g] #else [@d case g] #endif]"
                + " #else [#if‹e› [@f case g] #else [case g] #endif] #endif"
        ),
        ("#if a\n#if b\n@c\n#endif\nlet d\n#endif", "#if‹a› [#if‹b› [@c let d] #else [let d] #endif] #endif"),
        ("#if a\n@b\nlet c\n#endif\nlet d", "#if‹a› [@b let c] #endif; let d"),
        ("#if a\n@b\n#else\nlet c\n#endif\nlet d", "#if‹a› [@b other] #else [let c] #endif; let d"),
        ("struct A {\n#if a\n@b\n#endif\n}", "struct A [#if‹a› [@b other] #endif]"),
        ("#if a\n@b\n#endif", "#if‹a› [@b other] #endif"),
        // The attributes of a fifth condition belong to every choice.
        (
            (1...5).map { "#if a\($0)\n@b\n#else\n@c\n#endif\n" }.joined() + "let d",
            choices(["b", "c"], of: ["a1", "a2", "a3", "a4"], "@b @c let d")
        ),
    ]

    /// What is read for attributes in two clauses each of several conditions.
    private static func choices(
        _ names: [String], of conditions: [String], _ last: String, after first: String = ""
    ) -> String {
        guard let condition = conditions.first else { return first + last }
        func rest(_ name: String) -> String {
            choices(names, of: Array(conditions.dropFirst()), last, after: first + "@\(name) ")
        }
        return "#if‹\(condition)› [\(rest(names[0]))] #else [\(rest(names[1]))] #endif"
    }

    static let others: [(String, String)] = [
        ("import A\nimport struct B.C\nlet d", "import other; import other; let d"),
        ("deinit { a }\nmacro b() = c; let d", "deinit other; macro other; let d"),
        ("prefix operator +++\ninfix operator <>: A", "prefix operator other; infix operator other"),
        ("a.b(c) {\nd\n} e; let f", "other; let f"),
        ("(a)\nlet b", "other; let b"),
        (";;let a;;", "let a"),
        ("a #if b\nlet c\n#endif", "other; #if‹b› [let c] #endif"),
    ]

    static let sources: [(String, String)] =
        [attributes, modifiers, types, cases, functions, variables, expressions, conditions, others].flatMap(\.self)

    @Test(arguments: sources) func `A declaration has these parts`(source: String, expected: String) {
        #expect(outline(Scanner(SourceText(source)).members) == expected)
    }

    @Test func `Types are read up to 48 levels deep; what lies deeper is skipped, and the rest is read`() {
        func types(_ levels: Int) -> String {
            let source = String(repeating: "struct A { ", count: levels) + String(repeating: "}", count: levels)
            return outline(Scanner(SourceText("enum C {}\n" + source + "\nlet b")).members)
        }
        func expected(_ levels: Int) -> String {
            "enum C []; " + (1..<levels).reduce("struct A []") { inner, _ in "struct A [\(inner)]" } + "; let b"
        }
        #expect(types(48) == expected(48))
        #expect(types(49) == expected(49))
        #expect(types(50) == expected(49))
    }

    /// The first summand is the lexer's work, and one for each token; the second one is the reader's.
    @Test(
        "Each token that is read counts, and counts again where it is read again",
        arguments: [
            ("let a", 11 + 2), ("let a = b", 19 + 4), ("let a = b<c<d", 31 + 12),
            ("let a = b\n#if c\n.d\n#endif", 47 + 11),
        ])
    func steps(source: String, expected: Int) {
        #expect(Scanner(SourceText(source)).steps == expected)
    }

    @Test func `An alien first token is no attribute, and a type ends where it is not one any more`() {
        func type(_ source: String) -> String? { Scanner.type(SourceText(source))?.text }
        #expect(type("A.B<C>? -> D") == "A.B<C>? -> D")
        #expect(
            type("A ?") == "A" && type("A<B") == nil && type("A<B C>") == nil && type("") == nil && type("+") == nil)
        #expect(type("A -> +") == nil && type("A & ~B x") == "A & ~B" && type("A &~B x") == "A &~B")
        #expect(type("A... b") == "A..." && type("A ...") == "A" && type("A!? b") == "A!?")
        #expect(type("() async throws(A) -> B c") == "() async throws(A) -> B")
        #expect(type("() rethrows -> A b") == "() rethrows -> A" && type("() reasync -> A b") == "() reasync -> A")
        #expect(type("some\nA b") == "some\nA" && type("some\n[A]") == "some" && type("any [A] b") == "any [A]")
        #expect(type("any ~A b") == "any ~A" && type("some + b") == "some")
        #expect(type("nonisolated(nonsending) () -> A b") == "nonisolated(nonsending) () -> A")
        #expect(type("nonisolated A b") == "nonisolated A")
        #expect(type("A.1") == "A" && type("A::B.C b") == "A::B.C")
        #expect(Scanner.attribute(SourceText("@A<B>(c) d"))?.text == "@A<B>(c)")
        #expect(Scanner.attribute(SourceText("A")) == nil)
    }
}
