import Testing
import UnoTesting

@Suite("A difference")
struct DifferenceTests {
    struct City: Sendable, Hashable {
        var name: String
        var population: Int?
    }

    enum Phase: Sendable, Equatable {
        case idle
        case failed(String)
        case loaded(cities: [City], page: Int)
    }

    struct Screen: Sendable, Equatable {
        var title = "Cities"
        var phase = Phase.idle
        var selected: City?
        var counts: [String: Int] = [:]
        var tags: Set<String> = []
        var pair = Pair()
        var rest = Duration.seconds(1)
    }

    struct Pair: Sendable, Equatable {
        var values = (1, "one")
        static func == (left: Pair, right: Pair) -> Bool { left.values == right.values }
    }

    /// A value that is not equal to any, whatever it shows.
    struct Unequal: Sendable, Equatable {
        var shown = 1
        static func == (left: Unequal, right: Unequal) -> Bool { false }
    }

    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let change: @Sendable (inout Screen) -> Void
        let entries: [String]

        init(_ title: String, _ entries: [String], _ change: @escaping @Sendable (inout Screen) -> Void) {
            testDescription = title
            self.entries = entries
            self.change = change
        }
    }

    @Test("names the fields that differ", arguments: DifferenceTests.rows)
    func fields(row: Row) {
        var expected = Screen()
        expected.phase = .loaded(cities: [City(name: "Oslo"), City(name: "Bergen", population: 5)], page: 1)
        expected.selected = City(name: "Oslo")
        expected.counts = ["a": 1, "b": 2]
        expected.tags = ["x"]
        var actual = expected
        row.change(&actual)
        let difference = Difference(expected: expected, actual: actual)
        #expect(
            difference.entries.map { "\($0.path): \($0.expected ?? "nothing") | \($0.actual ?? "nothing")" }
                == row.entries
        )
    }

    @Test("shows the whole where equality knows more than the fields, and nothing where nothing differs")
    func whole() {
        let difference = Difference(expected: Unequal(), actual: Unequal())
        #expect(
            difference.description == """
                    the state
                        expected: Unequal(shown: 1)
                        actual:   Unequal(shown: 1)
                """
        )
        #expect(Difference(expected: 1, actual: 1).isEmpty)
        #expect(Difference(expected: [1: "a"], actual: [:]).description.contains("[1]"))
    }

    static let rows = [
        Row("a field", [#"title: "Cities" | "Towns""#]) { $0.title = "Towns" },
        Row(
            "another case",
            [
                #"phase: .loaded(cities: [City(name: "Oslo", population: nil), City(name: "Bergen", "#
                    + #"population: 5)], page: 1) | .idle"#
            ]
        ) { $0.phase = .idle },
        Row("a value of a case", ["phase.loaded.page: 1 | 2"]) {
            $0.phase = .loaded(cities: [City(name: "Oslo"), City(name: "Bergen", population: 5)], page: 2)
        },
        Row("an element of an array", [#"phase.loaded.cities[1].population?: 5 | 6"#]) {
            $0.phase = .loaded(cities: [City(name: "Oslo"), City(name: "Bergen", population: 6)], page: 1)
        },
        Row("an element that is missing", [#"phase.loaded.cities[0]: City(name: "Oslo", population: nil) | nothing"#]) {
            $0.phase = .loaded(cities: [City(name: "Bergen", population: 5)], page: 1)
        },
        Row("an element that is too many", [#"phase.loaded.cities[1]: nothing | City(name: "Ås", population: nil)"#]) {
            $0.phase = .loaded(
                cities: [City(name: "Oslo"), City(name: "Ås"), City(name: "Bergen", population: 5)],
                page: 1
            )
        },
        Row("an optional", [#"selected: City(name: "Oslo", population: nil) | nil"#]) { $0.selected = nil },
        Row("within an optional", [#"selected?.name: "Oslo" | "Ås""#]) { $0.selected?.name = "Ås" },
        Row("a dictionary", [#"counts["a"]: 1 | nothing"#, #"counts["b"]: 2 | 3"#, #"counts["c"]: nothing | 4"#]) {
            $0.counts = ["b": 3, "c": 4]
        },
        Row("a set", [#"tags[]: "x" | nothing"#, #"tags[]: nothing | "y""#]) { $0.tags = ["y"] },
        Row("a tuple", [#"pair.values.1: "one" | "two""#]) { $0.pair.values.1 = "two" },
        Row("a value that describes itself", ["rest: 1.0 seconds | 2.0 seconds"]) { $0.rest = .seconds(2) },
    ]
}
