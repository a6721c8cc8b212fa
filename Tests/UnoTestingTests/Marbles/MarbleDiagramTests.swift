import TestSupport
import Testing
import UnoTesting

@testable import UnoTesting

@Suite("A marble diagram", .timeLimit(.hang))
struct MarbleDiagramTests {
    @Test(
        "reads each symbol, and writes it again",
        arguments: [
            "", "-", "a", "ab--c|", "-[ab]-^", "'ten'-[a'two words']|", "a;", "a[;|]", "[;a^]", "a,,b", "'it''s'",
            "[a|]", "'-'", "'\t'", "----",
        ])
    func roundTrip(text: String) throws { #expect(try MarbleParser.diagram(text).description == text) }

    @Test("takes no notice of spaces, outside quotes")
    func spaces() throws { #expect(try MarbleParser.diagram(" a b [ c ' d' ] ").description == "ab[c' d']") }

    @Test(arguments: [
        ("a[bc", 1, "the group is not closed"),
        ("a]b", 1, "no group is open"),
        ("a[b-c]", 3, "a step (-) within a group, which is one step"),
        ("[a[b]]", 2, "a group within a group"),
        ("ab'cd", 2, "the quoted value is not closed"),
        ("a(bc)", 1, "several things in one step are written as [ab]; a parenthesis is a value in quotes"),
        ("a 9s b", 2, "9s is no time: a step is written as -, and 9s in quotes is a value"),
        ("10ms a|", 0, "10ms is no time: a step is written as -, and 10ms in quotes is a value"),
        ("a|b", 2, "nothing comes after the end"), ("[|a]", 2, "nothing comes after the end"),
        ("a^-|", 3, "nothing comes after the end"), ("a-;b", 3, "nothing comes after the end"),
        ("a[;|b]", 4, "nothing comes after the end"), ("a[|;]", 3, "nothing comes after the end"),
        (";-;", 2, "nothing comes after the end"),
    ])
    func `says what cannot be read, and where`(text: String, offset: Int, problem: String) async {
        let found = await failures { await validate(text, yields: "") { $0.input } }
        let pointer = String(repeating: " ", count: offset) + "^"
        #expect(found.map(\.text) == ["This marble diagram cannot be read: \(problem)\n    \(text)\n    \(pointer)"])
    }
}
