import Testing
import ValueKit

@Suite("A change in Swift source")
struct ChangeSourceTests {
    @propertyWrapper struct Boxed: Equatable { var wrappedValue: Int }

    struct Counter: Equatable {
        var count = 0
        var name = ""
    }

    struct Row: Equatable {
        var id = 1
        var name = ""
    }

    struct Wrapped: Equatable { @Boxed var number = 1 }

    /// A value that is not equal to any, whatever it shows.
    struct Unequal: Equatable {
        var shown = 1
        static func == (left: Unequal, right: Unequal) -> Bool { false }
    }

    struct Screen: Equatable {
        var title = ""
        var counter = Counter()
        var row = Row()
        var wrapped = Wrapped()
    }

    private func statements(_ change: (inout Screen) -> Void) -> [String] {
        var screen = Screen()
        change(&screen)
        return ChangeSource.statements(from: Screen(), to: screen)
    }

    @Test func `assigns each field that differs, and nothing where none does`() {
        #expect(statements { _ in } == [])
        let changed = statements {
            $0.title = "a"
            $0.counter.count = 2
            $0.row.name = "b"
        }
        #expect(changed == [#"$0.title = "a""#, "$0.counter.count = 2", #"$0.row.name = "b""#])
        #expect(ChangeSource.statements(from: 1, to: 2, of: "number") == ["number = 2"])
    }

    @Test func `assigns a value as a whole whose fields do not make it, or do not tell what differs`() {
        let (row, wrapped) = (Row(id: 2, name: "b"), Wrapped(number: 5))
        #expect(statements { $0.row = row } == ["$0.row = \(Rendering.code(of: row))"])
        #expect(statements { $0.wrapped = wrapped } == ["$0.wrapped = \(Rendering.code(of: wrapped))"])
        let unequal = ChangeSource.statements(from: Unequal(), to: Unequal())
        #expect(unequal == ["$0 = \(Rendering.code(of: Unequal()))"])
        #expect(ChangeSource.statements(from: 1, to: "a") == [#"$0 = "a""#])
    }
}
