import AsyncKit
import Testing
import UnoArchitecture
import UnoTesting
import ValueKit

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

    /// Tells of its number, and not of its note.
    enum Level: Sendable, Equatable, CustomStringConvertible {
        case reached(Int, note: String)
        var description: String {
            switch self {
            case .reached(let number, _): "level \(number)"
            }
        }
    }

    struct Screen: Sendable, Equatable {
        var title = "Cities"
        var phase = Phase.idle
        var selected: City?
        var counts: [String: Int] = [:]
        var tags: Set<String> = []
        var pair = Pair()
        var rest = Duration.seconds(1)
        var level = Level.reached(1, note: "")
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

    @Test(arguments: DifferenceTests.rows) func `names the fields that differ`(row: Row) {
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
                == row.entries)
    }

    @Test func `shows the whole where equality knows more than the fields, and nothing where nothing differs`() {
        let difference = Difference(expected: Unequal(), actual: Unequal())
        #expect(
            difference.description == """
                    the state
                        expected: Unequal(shown: 1)
                        actual:   Unequal(shown: 1)
                """)
        #expect(Difference(expected: 1, actual: 1).isEmpty)
        #expect(Difference(expected: [1: "a"], actual: [:]).description.contains("[1]"))
    }

    struct Box: Sendable, Equatable {
        var inner: [Box] = []
        var value = 0
    }

    @Test func `goes 32 levels deep, and shows what is deeper as a whole`() {
        /// A box in so many others; each is two levels.
        func box(_ value: Int, in count: Int) -> Box {
            (0..<count).reduce(Box(value: value)) { inner, _ in Box(inner: [inner]) }
        }
        func path(_ count: Int) -> String? {
            Difference(expected: box(1, in: count), actual: box(2, in: count)).entries.first?.path
        }
        let inner = Array(repeating: "inner[0]", count: 15).joined(separator: ".")
        #expect(path(15) == "\(inner).value")
        #expect(path(16) == "\(inner).inner[0]" && path(17) == path(16))
    }

    struct Sheet: Sendable, Equatable {
        var title = "A title that is not short"
        var city: City? = City(name: "Oslo", population: 700_000)
        var notes = ["first", "second", "third"]
    }

    struct Page: Sendable, Equatable {
        var sheet: Sheet?
        var city: City?
    }

    @Test func `shows an optional that should be nil field by field, if its struct is too long for a line`() {
        var page = Page(sheet: Sheet(), city: City(name: "Oslo"))
        let text = Difference(expected: Page(), actual: page).description
        #expect(
            text == """
                    sheet
                        expected: nil
                        actual:   Sheet(
                            title: "A title that is not short"
                            city: City(name: "Oslo", population: 700000)
                            notes: ["first", "second", "third"]
                        )
                    city
                        expected: nil
                        actual:   City(name: "Oslo", population: nil)
                """)
        page.city = nil
        #expect(
            Difference.indented(from: page, to: Page()) == """

                        sheet: Sheet(
                            title: "A title that is not short"
                            city: City(name: "Oslo", population: 700000)
                            notes: ["first", "second", "third"]
                        ) became nil
                """)
        page.sheet?.title = String(repeating: "a", count: 500)
        #expect(Difference(expected: Page(), actual: page).description.contains("aaa …\n"))
        #expect(Difference(expected: Page(), actual: page).description.count < 500)
    }

    struct Note: Sendable, Equatable {
        var text = ""
        var isRead = false
    }

    struct Board: Sendable, Equatable {
        var note: Note?
    }

    @Test("has a line for each field of a struct whose text takes more than 80 characters", arguments: [80, 81])
    func lengthOfALine(length: Int) {
        let text = String(repeating: "a", count: length - #"Note(text: "", isRead: false)"#.count)
        let shown = Difference(expected: Board(), actual: Board(note: Note(text: text))).entries.first?.actual
        let line = #"Note(text: "\#(text)", isRead: false)"#
        #expect(line.count == length)
        #expect(shown == (length == 80 ? line : "Note(\n    text: \"\(text)\"\n    isRead: false\n)"))
    }

    // MARK: Bounds

    struct Item: Sendable, Hashable, Identifiable {
        var id: Int
        var name = ""
    }

    @Test("compares rows by their ids, and their order apart", arguments: DifferenceTests.lists)
    func identified(expected: [Item], actual: [Item], entries: [String]) {
        let found = Difference(expected: expected, actual: actual)
        #expect(found.entries.map { "\($0.path): \($0.expected ?? "nothing") | \($0.actual ?? "nothing")" } == entries)
        let array = IdentifiedArray(actual)
        #expect(Difference(expected: IdentifiedArray(expected), actual: array).entries == found.entries)
    }

    static let lists: [([Item], [Item], [String])] = [
        (
            [Item(id: 1), Item(id: 2), Item(id: 3)], [Item(id: 1), Item(id: 3)],
            [#"[id: 2]: Item(id: 2, name: "") | nothing"#]
        ),
        (
            [Item(id: 1), Item(id: 2)], [Item(id: 7), Item(id: 2, name: "b")],
            [
                #"[id: 1]: Item(id: 1, name: "") | nothing"#, #"[id: 2].name: "" | "b""#,
                #"[id: 7]: nothing | Item(id: 7, name: "")"#,
            ]
        ),
        ([Item(id: 1), Item(id: 2)], [Item(id: 2), Item(id: 1)], ["order of ids: [1, 2] | [2, 1]"]),
    ]

    @Test("pairs elements without ids with the next equal ones", arguments: DifferenceTests.numbers)
    func unidentified(expected: [Int], actual: [Int], entries: [String]) {
        let found = Difference(expected: expected, actual: actual)
        #expect(found.entries.map { "\($0.path): \($0.expected ?? "nothing") | \($0.actual ?? "nothing")" } == entries)
    }

    static let numbers: [([Int], [Int], [String])] = [
        ([1], [2, 3], ["[0]: 1 | 2", "[1]: nothing | 3"]), ([2, 3], [1], ["[0]: 2 | 1", "[1]: 3 | nothing"]),
        ([1, 2], [1, 7, 8, 2], ["[1]: nothing | 7", "[2]: nothing | 8"]),
        ([1, 7, 8, 2], [1, 2], ["[1]: 7 | nothing", "[2]: 8 | nothing"]),
    ]

    @Test(arguments: [31, 32]) func `looks at 32 elements without ids for one that is equal`(count: Int) {
        let difference = Difference(expected: Array(0..<count) + [99], actual: [99])
        #expect(difference.count == (count == 31 ? 31 : 33))
        #expect(difference.entries.first?.actual == (count == 31 ? nil : "99"))
    }

    @Test func `writes the first differences, and counts the others`() {
        let expected = (0..<10_000).map { Item(id: $0) }
        let text = Difference(expected: expected, actual: expected.map { Item(id: $0.id, name: "new") }).description
        #expect(text.hasSuffix("\n    … 9,980 more"))
        #expect(text.count < 3_000)
        let whole = Difference(expected: Phase.idle, actual: .loaded(cities: [], page: 1)).description
        #expect(whole.contains(".loaded(cities: [], page: 1)"))
        let long = Phase.loaded(cities: expected.map { City(name: "\($0.id)") }, page: 1)
        #expect(Difference(expected: .idle, actual: long).description.count < 3_000)
        #expect(Difference.indented(from: expected, to: []).hasSuffix("\n        … 9,980 more"))
        #expect(Difference(expected: Array(0..<100), actual: []).description.hasSuffix("\n    … 80 more"))
        #expect(
            Failure(String(repeating: "a", count: 60_000), at: TestSite()).message.hasSuffix("… 10000 more characters"))
    }

    /// An element that counts how often it is compared.
    struct Counted: Equatable {
        var number: Int
        let comparisons: Locked<Int>
        static func == (left: Counted, right: Counted) -> Bool {
            left.comparisons.withLock { $0 += 1 }
            return left.number == right.number
        }
    }

    @Test func `takes linear time for rows without ids that are all replaced by one fewer`() {
        let comparisons = Locked(0)
        let expected = (0..<2_000).map { Counted(number: $0, comparisons: comparisons) }
        let actual = (3_000..<4_999).map { Counted(number: $0, comparisons: comparisons) }
        #expect(Difference(expected: expected, actual: actual).count > 1_990)
        #expect(comparisons.withLock { $0 } < 100 * expected.count)
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
                cities: [City(name: "Oslo"), City(name: "Ås"), City(name: "Bergen", population: 5)], page: 1)
        },
        Row("an optional", [#"selected: City(name: "Oslo", population: nil) | nil"#]) { $0.selected = nil },
        Row("within an optional", [#"selected?.name: "Oslo" | "Ås""#]) { $0.selected?.name = "Ås" },
        Row("a dictionary", [#"counts["a"]: 1 | nothing"#, #"counts["b"]: 2 | 3"#, #"counts["c"]: nothing | 4"#]) {
            $0.counts = ["b": 3, "c": 4]
        },
        Row("a set", [#"tags[]: "x" | nothing"#, #"tags[]: nothing | "y""#]) { $0.tags = ["y"] },
        Row("a tuple", [#"pair.values.1: "one" | "two""#]) { $0.pair.values.1 = "two" },
        Row("a value that describes itself", ["rest: 1.0 seconds | 2.0 seconds"]) { $0.rest = .seconds(2) },
        Row("a case that describes itself", ["level: level 1 | level 2"]) { $0.level = .reached(2, note: "new") },
        Row("a case that describes itself, beside its description", [#"level.reached.note: "" | "new""#]) {
            $0.level = .reached(1, note: "new")
        },
    ]
}
