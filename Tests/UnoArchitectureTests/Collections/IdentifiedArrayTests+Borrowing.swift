import Testing
import UnoArchitecture

// Elements with the id of another one, which are found under an id that they had, or that was left.
extension IdentifiedArrayTests {
    typealias Removal = (inout IdentifiedArrayOf<Item>) -> Void

    static var removals: [Removal] {
        [
            { $0.remove(at: 0) }, { $0.remove(id: 1) }, { $0[id: 1] = nil }, { $0[id: 1]?.id = 9 },
            { $0[0].id = 9 }, { $0.removeAll { $0.title == "first" } }, { $0.remove(atOffsets: [0]) },
        ]
    }

    @Test(arguments: 0..<7, [false, true])
    func `An id that becomes free is that of the element which had to borrow another, whatever frees it`(
        number: Int, isChangedInMemory: Bool
    ) {
        recorder {
            var rows: IdentifiedArrayOf<Item> = [Item(id: 1, title: "first"), Item(id: 2, title: "second")]
            if isChangedInMemory {
                rows.withContiguousMutableStorageIfAvailable { $0[1].id = 1 }
            } else {
                rows[1].id = 1
            }
            #expect(rows[id: 1]?.title == "first" && rows[id: 2]?.title == "second")
            Self.removals[number](&rows)
            #expect(rows[id: 1]?.title == "second" && rows.index(id: 2) == nil)
        }
    }

    @Test func `Elements that wait for each other's ids get them one after the other`() {
        recorder {
            var rows: IdentifiedArrayOf<Item> = [Item(id: 3), Item(id: 2), Item(id: 1)]
            rows[0].id = 2
            rows[1].id = 1
            #expect(Array(rows.ids) == [3, 2, 1])
            rows.remove(at: 2)
            #expect(Array(rows.ids) == [2, 1])
        }
    }
}
