import Testing
import ValueKit

@Suite("The difference of a state that was recorded and one that is made anew")
struct DifferenceOfStatesTests {
    struct Curve: Sendable, Equatable {
        var values: [Double] = []
        var name = ""
        var title: String?
    }

    @Test func `is none for values that do not equal themselves, and is found behind any number of them`() {
        // An array of its own for each: two that share their elements are equal whatever these say.
        func curve() -> Curve { Curve(values: Array(repeating: .nan, count: 100), name: "a") }
        let recorded = curve()
        var replayed = curve()
        #expect(Difference(recorded: recorded, replayed: replayed).isEmpty)
        #expect(Difference(recorded: Double.nan, replayed: Double.nan).isEmpty)
        #expect(!Difference(recorded: Double.nan, replayed: 1).isEmpty)
        // To others they are unequal.
        #expect(Difference(expected: recorded, actual: replayed).count == 100)
        replayed.name = "b"
        let difference = Difference(recorded: recorded, replayed: replayed)
        #expect(difference.entries.map(\.path) == ["name"] && difference.count == 1)
    }

    @Test func `is found in the end of a long text, of which a message shows the beginning`() {
        let text = String(repeating: "a", count: 5_000)
        let difference = Difference(recorded: Curve(name: text + "b"), replayed: Curve(name: text + "c"))
        #expect(difference.entries.map(\.path) == ["name"])
    }

    @Test func `is found in the type of a value where its source is the same`() {
        struct Box: Equatable {
            var value: any Hashable & Sendable
            static func == (left: Box, right: Box) -> Bool { AnyHashable(left.value) == AnyHashable(right.value) }
        }
        #expect(!Difference(recorded: Box(value: true), replayed: Box(value: "true")).isEmpty)
        enum One: Hashable { case on }
        enum Other: Hashable { case on }
        let enums = Difference(recorded: Box(value: One.on), replayed: Box(value: Other.on))
        #expect(enums.entries.map(\.path) == ["value"])
    }

    @Test func `has the path in the state, also where a state may be missing`() {
        var other = Curve()
        other.title = "b"
        #expect(Difference(recorded: Curve(title: "a"), replayed: other).entries.map(\.path) == ["title?"])
        let missing = Difference(recorded: nil, replayed: Curve(title: "a"))
        #expect(missing.entries.map(\.path) == [""] && missing.entries.first?.expected == "nil")
        let none: Curve? = nil
        #expect(Difference(recorded: none, replayed: none).isEmpty)
        // A state that is nil, not a missing one.
        let (one, empty): (Int??, Int??) = (1, .some(nil))
        #expect(Difference(recorded: one, replayed: empty).entries.map(\.actual) == ["nil"])
    }
}
