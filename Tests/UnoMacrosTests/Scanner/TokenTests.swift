import TestSupport
import Testing

@testable import UnoMacros

/// The tokens of a text, each by its kind and its bytes.
@Suite("The tokens", .timeLimit(.hang)) struct TokenTests {
    private func tokens(_ text: String) -> [String] {
        let bytes = Array(text.utf8)
        return Lexer.tokens(of: bytes).tokens.dropLast().map {
            "\($0.kind) \(String(decoding: bytes[$0.start..<$0.end], as: UTF8.self))"
        }
    }

    static let names: [(String, [String])] = [
        ("", []),
        ("a1_$b é", ["identifier a1_$b", "identifier é"]),
        ("Àb", ["identifier Àb"]),
        ("$0.a", ["identifier $0", "dot .", "identifier a"]),
        ("`a b`c", ["identifier `a b`", "identifier c"]),
        ("`a\nb`", ["unknown `a", "identifier b", "unknown `"]),
        ("``a", ["identifier ``", "identifier a"]),
        ("#a1 b", ["pound #a1", "identifier b"]),
        ("#if #elseif #else #endif", ["directive #if", "directive #elseif", "directive #else", "directive #endif"]),
        ("#iff #en", ["pound #iff", "pound #en"]),
        ("##a", ["unknown ##", "identifier a"]),
        ("#1", ["unknown #", "number 1"]),
        ("#", ["unknown #"]),
        ("'a", ["unknown '", "identifier a"]),
        ("\u{1}\u{2}", ["unknown \u{1}", "unknown \u{2}"]),
    ]

    static let numbers: [(String, [String])] = [
        ("7", ["number 7"]),
        ("1.5.a", ["number 1.5", "dot .", "identifier a"]),
        ("5.", ["number 5", "dot ."]),
        ("1...2", ["number 1", "operator ...", "number 2"]),
        ("1e-3-4", ["number 1e-3", "operator -", "number 4"]),
        ("0x1P+2+4", ["number 0x1P+2", "operator +", "number 4"]),
        ("0xE-2", ["number 0xE", "operator -", "number 2"]),
        ("0e-2", ["number 0e-2"]),
        ("1e-a", ["number 1e", "operator -", "identifier a"]),
        ("1e*3", ["number 1e", "operator *", "number 3"]),
        ("1-3*4", ["number 1", "operator -", "number 3", "operator *", "number 4"]),
        ("e-3", ["identifier e", "operator -", "number 3"]),
    ]

    static let operators: [(String, [String])] = [
        ("a=b", ["identifier a", "equal =", "identifier b"]),
        ("a==b", ["identifier a", "operator ==", "identifier b"]),
        ("a=-1", ["identifier a", "operator =-", "number 1"]),
        ("a=/*c*/b", ["identifier a", "equal =", "identifier b"]),
        ("a=//c", ["identifier a", "equal ="]),
        ("a->-b", ["identifier a", "arrow ->", "operator -", "identifier b"]),
        ("a::b:c", ["identifier a", "doubleColon ::", "identifier b", "colon :", "identifier c"]),
        ("a..<b", ["identifier a", "operator ..", "less <", "identifier b"]),
        ("a+.b", ["identifier a", "operator +", "dot .", "identifier b"]),
        ("a...+b", ["identifier a", "operator ...+", "identifier b"]),
        ("a+/*c*/b", ["identifier a", "operator +", "identifier b"]),
        ("a+//c\nb", ["identifier a", "operator +", "identifier b"]),
        ("a>>b", ["identifier a", "greater >", "greater >", "identifier b"]),
        ("a&+<b", ["identifier a", "operator &+", "less <", "identifier b"]),
        ("a&+>b", ["identifier a", "operator &+", "greater >", "identifier b"]),
        ("a??.b!", ["identifier a", "question ?", "question ?", "dot .", "identifier b", "exclamation !"]),
        ("x&&!y", ["identifier x", "operator &&!", "identifier y"]),
        (#"\.a"#, ["backslash \\", "dot .", "identifier a"]),
        ("@a;,", ["at @", "identifier a", "semicolon ;", "comma ,"]),
        (
            "([{}])",
            [
                "leftParenthesis (", "leftBracket [", "leftBrace {", "rightBrace }", "rightBracket ]",
                "rightParenthesis )",
            ]
        ),
    ]

    static let strings: [(String, [String])] = [
        (#""a\"b"c"#, [#"string "a\"b""#, "identifier c"]),
        (#""a\""b"#, [#"string "a\"""#, "identifier b"]),
        (#"""a"#, [#"string """#, "identifier a"]),
        ("\"a\nb", ["string \"a", "identifier b"]),
        ("\"a\\\nb", ["string \"a\\", "identifier b"]),
        (#""a\"#, [#"string "a\"#]),
        (##"#"a"b"#c"##, [##"string #"a"b"#"##, "identifier c"]),
        (###"##"a"#b"##c"###, [###"string ##"a"#b"##"###, "identifier c"]),
        (##"#"a\"#b"##, [##"string #"a\"#"##, "identifier b"]),
        (##"#"a\#"#b"#c"##, [##"string #"a\#"#b"#"##, "identifier c"]),
        (##"#"""#c"##, [##"string #"""#"##, "identifier c"]),
        ("\"\"\"a\"b\"\"\"c", ["string \"\"\"a\"b\"\"\"", "identifier c"]),
        ("\"\"\"\n\"\"a\\\n\\\"\"\"\n\"\"\"c", ["string \"\"\"\n\"\"a\\\n\\\"\"\"\n\"\"\"", "identifier c"]),
        ("#\"\"\"\n\"\"\"a\n\"\"\"#c", ["string #\"\"\"\n\"\"\"a\n\"\"\"#", "identifier c"]),
        ("#\"\"\" \n\"# \"\"\"#c", ["string #\"\"\" \n\"# \"\"\"#", "identifier c"]),
        (#""\((1)(2))"x"#, [#"string "\((1)(2))""#, "identifier x"]),
        (#""\(1)\(2)"x"#, [#"string "\(1)\(2)""#, "identifier x"]),
        (#""\((1) + f("a"))"x"#, [#"string "\((1) + f("a"))""#, "identifier x"]),
        (#""\(f(")"))"x"#, [#"string "\(f(")"))""#, "identifier x"]),
        (#""\(f("\(")")"))"x"#, [#"string "\(f("\(")")"))""#, "identifier x"]),
        (#""\(/*)*/1)"x"#, [#"string "\(/*)*/1)""#, "identifier x"]),
        (##""\(#")"#)"x"##, [##"string "\(#")"#)""##, "identifier x"]),
        (##""\(#a)"x"##, [##"string "\(#a)""##, "identifier x"]),
        (##"#"\(" \#("a")"#x"##, [##"string #"\(" \#("a")"#"##, "identifier x"]),
        ("\"\\(\n1)\"x", ["string \"\\(\n1)\"", "identifier x"]),
        (#""\(a"#, [#"string "\(a"#]),
    ]

    static let regularExpressions: [(String, [String])] = [
        ("/a/b", ["regex /a/", "identifier b"]),
        ("/ab", ["operator /", "identifier ab"]),
        ("(/(a)(b)c/)", ["leftParenthesis (", "regex /(a)(b)c/", "rightParenthesis )"]),
        (#"/a\/b/c"#, [#"regex /a\/b/"#, "identifier c"]),
        (#"/a\(/c"#, [#"regex /a\(/"#, "identifier c"]),
        (#"/a\)/c"#, [#"regex /a\)/"#, "identifier c"]),
        ("(/)b/", ["leftParenthesis (", "operator /", "rightParenthesis )", "identifier b", "operator /"]),
        (
            "(/(a))b/",
            [
                "leftParenthesis (", "operator /", "leftParenthesis (", "identifier a", "rightParenthesis )",
                "rightParenthesis )", "identifier b", "operator /",
            ]
        ),
        ("/a /b", ["operator /", "identifier a", "operator /", "identifier b"]),
        ("/ a/", ["operator /", "identifier a", "operator /"]),
        ("/\na/", ["operator /", "identifier a", "operator /"]),
        ("/a\nb/", ["operator /", "identifier a", "identifier b", "operator /"]),
        ("/a\\\nb/", ["operator /", "identifier a", "backslash \\", "identifier b", "operator /"]),
        (#"/a\"#, ["operator /", "identifier a", "backslash \\"]),
        (
            "(/a\n(/b/)",
            ["leftParenthesis (", "operator /", "identifier a", "leftParenthesis (", "regex /b/", "rightParenthesis )"]
        ),
        // The first slash finds no end on its line, so the second one is not tried.
        (
            "/a(b\\, /c\n",
            [
                "operator /", "identifier a", "leftParenthesis (", "identifier b", "backslash \\", "comma ,",
                "operator /", "identifier c",
            ]
        ),
        ("a()\n/b{/c", ["identifier a", "leftParenthesis (", "rightParenthesis )", "regex /b{/", "identifier c"]),
        ("a\n  /b{/\n}", ["identifier a", "regex /b{/", "rightBrace }"]),
        ("a\n/ b/c", ["identifier a", "operator /", "identifier b", "operator /", "identifier c"]),
        ("a</b/", ["identifier a", "less <", "operator /", "identifier b", "operator /"]),
        ("a</**//b/", ["identifier a", "less <", "regex /b/"]),
        ("#/a/#b", ["regex #/a/#", "identifier b"]),
        ("#/#/#b", ["regex #/#/#", "identifier b"]),
        ("##/a/#b/##c", ["regex ##/a/#b/##", "identifier c"]),
        (#"#/a\/#b/#c"#, [#"regex #/a\/#b/#"#, "identifier c"]),
        ("#/\na/\n/#b", ["regex #/\na/\n/#", "identifier b"]),
        ("#/\na\\", ["regex #/\na\\"]),
        ("#/a\nb/#", ["unknown #", "operator /", "identifier a", "identifier b", "operator /", "unknown #"]),
    ]

    static let texts: [(String, [String])] = [names, numbers, operators, strings, regularExpressions].flatMap(\.self)

    @Test(arguments: texts) func `A text splits into these`(text: String, expected: [String]) {
        #expect(tokens(text) == expected)
    }

    @Test(
        "After a word that an operand follows, a slash begins a regular expression",
        arguments: [
            "return", "in", "try", "await", "case", "if", "while", "else", "where", "is", "as", "throw", "switch",
            "guard",
            "yield", ",", "{", "(", "[", ":", "->", "=", "+", "<",
        ])
    func operand(before: String) {
        #expect(tokens("\(before) /a/b").suffix(2) == ["regex /a/", "identifier b"])
    }

    @Test(arguments: ["a", "returns", "1", "\"\"", "#/b/#", ")", "]", "}", ">", "?", "!", "#a", "."])
    func `After an operand, a slash is an operator`(before: String) {
        #expect(tokens("\(before) /a/b").suffix(4) == ["operator /", "identifier a", "operator /", "identifier b"])
    }

    @Test(
        "A comment and white space belong to no token",
        arguments: [
            "//c\nb", "/* b /* c */ d */b", "/*/ */b", "/***/b", "b/* /* */", "b//", "b/*", "#!/bin a\nb", "\u{FEFF}b",
            "\u{FEFF}#!a\nb",
            "\u{B}\u{C}\0\t\r\nb ",
        ])
    func trivia(text: String) {
        #expect(tokens(text) == ["identifier b"])
    }

    @Test func `A line with #! is skipped at the start of a file only`() {
        #expect(tokens("a\n#!b") == ["identifier a", "unknown #", "exclamation !", "identifier b"])
        #expect(tokens("#a!\nb") == ["pound #a", "exclamation !", "identifier b"])
    }

    @Test func `A token knows whether it begins a line, and whether space precedes it`() {
        let tokens = Lexer.tokens(of: Array("a b\n\nc/**/d/*\n*/e;f\r//g\n".utf8)).tokens
        #expect(tokens.map(\.startsLine) == [true, false, true, false, true, false, false, true])
        #expect(tokens.map(\.followsSpace) == [false, true, true, true, true, false, false, true])
        #expect(tokens.last?.kind == .end)
        #expect(tokens.last.map { $0.start..<$0.end } == 24..<24)
    }

    @Test("Each byte counts once and each token once; what is looked at again counts again")
    func steps() {
        func steps(_ text: String) -> Int { Lexer.tokens(of: Array(text.utf8)).steps }
        #expect(steps("") == 1)
        #expect(steps("ab  c") == 5 + 3)
        #expect(steps("/*ab*/\n c") == 9 + 2)
        // A slash that begins a regular expression is not read by the loop that counts.
        #expect(steps("/ab/") == 4 + 3 + 2)
        #expect(steps("/abc") == 4 + 3 + 4 + 3)
        // The second slash is not tried: no regular expression ends on its line.
        #expect(steps(#"/a\/b"#) == 5 + 6 + 8)
        // Three hashes before the literal; then two after each of the quotes that do not end it, and three after the last.
        #expect(steps("###\"a\"#b\"##\"###") == 15 + 2 + 3 + 2 + 3 + 3)
    }
}
