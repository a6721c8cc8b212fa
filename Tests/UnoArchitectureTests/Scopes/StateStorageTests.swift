import TestSupport
import Testing
import UnoTesting

@testable import UnoArchitecture

/// Where states and their parts lie in memory, and when they are released.
@Suite("The storage of states")
struct StateStorageTests {
    private enum Page: Sendable {
        case draft(Canary)
        case empty
    }

    private struct Book: Sendable, Identifiable {
        var id = 0
        var count = 0
    }

    private struct Shelf: Sendable {
        var first = Book()
        var second: Book?
    }

    private func keep(in sink: NewestStateSink<Canary>) -> Canary {
        let cell = StateCell(Canary())
        defer { cell.free() }
        sink.keep(cell)
        return cell.value
    }

    @Test("A sink keeps the state that was emitted last, until it is cleared or released") func newest() {
        weak var first: Canary?
        weak var second: Canary?
        weak var third: Canary?
        do {
            let sink = NewestStateSink<Canary>()
            first = keep(in: sink)
            #expect(first != nil && sink.hasNewest)
            second = keep(in: sink)
            #expect(first == nil && second != nil)
            sink.clearNewest()
            #expect(second == nil && !sink.hasNewest)
            third = keep(in: sink)
            #expect(third != nil)
        }
        #expect(third == nil)
    }

    @Test("The payload of a case that is replaced in its place is released; another case is left alone")
    func payload() {
        let path = AnyCasePath<Page, Canary>(
            embed: { .draft($0) }, extract: { if case .draft(let canary) = $0 { canary } else { nil } })
        weak var first: Canary?
        var page = Page.empty
        do {
            let canary = Canary()
            first = canary
            page = .draft(canary)
        }
        #expect(first != nil)
        var runs = 0
        func replace() {
            Slice(path).modify(&page) { canary in
                canary = Canary()
                runs += 1
            }
        }
        replace()
        #expect(first == nil && runs == 1 && path.extract(from: page) != nil)
        page = .empty
        replace()
        #expect(runs == 1 && path.extract(from: page) == nil)
    }

    @Test("A part of an optional part is absent with it, and lies where the two have it") func appended() {
        let slice = Slice<Shelf, Book>(unwrapping: \.second).appending(Slice<Book, Int>(\.count))
        var shelf = Shelf()
        let isPresent = slice.isPresent(in: &shelf)
        slice.modify(&shelf) { $0 = 1 }
        #expect(slice.canBeAbsent && !isPresent && shelf.second == nil)
        shelf.second = Book()
        slice.modify(&shelf) { $0 = 2 }
        let count = slice.read(&shelf)
        #expect(count == 2 && shelf.second?.count == 2)
        let (outer, inner) = (MemoryLayout<Shelf>.offset(of: \.second), MemoryLayout<Book>.offset(of: \.count))
        #expect(slice.offset == outer.flatMap { outer in inner.map { outer + $0 } })
    }

    struct Row: Sendable, Equatable, Identifiable {
        let id: Int
        var note: Int?
    }

    @CasePathable enum RowAction: Sendable {
        case note(Int)
    }

    @CasePathable enum Action: Sendable {
        case row(IdentifiedAction<Int, RowAction>)
    }

    @Test(
        "Each state that two parts of a child inside a row emit in one step stays as it was", arguments: Host.allCases)
    func statesOfAStep(host: Host) {
        let adding = Interact<Int, Int>.changing(0) { note, number in note += number }
        let feature = Interact<[Row], Action>(initialValue: [Row(id: 1, note: 0)]) { _, _ in .none }
            .forEach(\.self, action: \.row) {
                Interact<Row, RowAction> { _, _ in .none }
                    .ifLet(\.note, action: \.note) { Interactors.Merge(adding, adding) }
            }
        let stage = Stage(feature, in: host)
        for _ in 0..<2 { stage.send(.row(.element(id: 1, action: .note(1)))) }
        #expect(stage.states.map(\.first?.note) == [0, 1, 2, 3, 4])
    }

    @Test("The child on the first property of a state has an identity, and what works on the whole state has none")
    func identities() {
        #expect(Slice<Shelf, Book>(\.first).declaredIdentity != nil)
        #expect(Slice<Book, Book>.whole.declaredIdentity == nil)
    }
}
