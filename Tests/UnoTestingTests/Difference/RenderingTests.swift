import Testing
import UnoTesting
import ValueKit

/// The bounds of what a failure message shows, each with the greatest value that is whole and the next one.
@Suite("The text of a value")
struct RenderingTests {
    struct Note: Sendable {
        var text = ""
        var isRead = false
    }

    @Test(arguments: [0, 1, 19, 20, 21, 1_020]) func `has twenty elements of a collection`(count: Int) {
        let numbers = (0..<min(count, 20)).map { "\($0)" }.joined(separator: ", ")
        let rest = [21: ", … 1 more", 1_020: ", … 1,000 more"][count] ?? ""
        #expect(Rendering.of(Array(0..<count)) == "[\(numbers)\(rest)]")
        #expect(Rendering.of(Set(0..<count)).hasSuffix("\(rest)]"))
        #expect(Rendering.code(of: Array(0..<count)).hasSuffix(count == 0 ? "[]" : "\(count - 1)]"))
        #expect(Rendering.list((0..<count).map { "\($0)" }, separator: ", ") == numbers + rest)
        #expect(Difference(expected: Array(0..<count), actual: []).description.contains("… ") == (count > 20))
    }

    @Test(arguments: [998, 999]) func `has a thousand characters`(count: Int) {
        let quoted = "\"" + String(repeating: "a", count: count) + "\""
        #expect(
            Rendering.of(String(repeating: "a", count: count)) == (count == 998 ? quoted : quoted.dropLast() + " …"))
        #expect(Rendering.code(of: String(repeating: "a", count: count)) == quoted)
    }

    @Test(arguments: [198, 199]) func `has 200 characters of a field that has a line of its own`(count: Int) {
        let quoted = "\"" + String(repeating: "a", count: count) + "\""
        let shown = count == 198 ? quoted : quoted.dropLast() + " …"
        let text = Rendering.inLines(Note(text: String(repeating: "a", count: count)))
        #expect(text == "Note(\n    text: \(shown)\n    isRead: false\n)")
    }

    struct Title: Sendable { var text = "" }

    struct Described: Sendable, CustomStringConvertible {
        var (left, right) = (1, 2)
        var description: String { String(repeating: "d", count: 90) }
    }

    @Test func `has one line for a struct with one field, and for one that describes itself`() {
        let text = String(repeating: "a", count: 90)
        #expect(Rendering.inLines(Title(text: text)) == "Title(text: \"\(text)\")")
        #expect(Rendering.inLines(Described()) == "\(Described())")
    }

    enum Problem: Error {
        case lost
        case late(Int)
    }

    @Test func `names the type of an error in code only`() {
        #expect(Rendering.of(Problem.lost) == ".lost" && Rendering.of(Problem.late(2)) == ".late(2)")
        #expect(Rendering.code(of: Problem.lost) == "UnoTestingTests.RenderingTests.Problem.lost")
    }

    @Test(arguments: [(0, "0"), (9, "9"), (999, "999"), (1_000, "1,000"), (99_999, "99,999"), (1_234_567, "1,234,567")])
    func `has commas between thousands`(number: Int, text: String) { #expect(Rendering.grouped(number) == text) }

    @Test(arguments: [(Double.infinity, ".infinity"), (-.infinity, "-.infinity"), (.nan, ".nan"), (-1.5, "-1.5")])
    func `names numbers that are none`(number: Double, text: String) { #expect(Rendering.code(of: number) == text) }

    @Test(arguments: [50_000, 50_001]) func `of a whole failure is cut at 50,000 characters`(count: Int) {
        let text = String(repeating: "a", count: count)
        let message = Failure(text, at: TestSite()).message
        #expect(message == (count == 50_000 ? text : text.dropLast() + "\n… 1 more characters"))
    }
}
