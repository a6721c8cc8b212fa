import TestSupport
import Testing
import UnoTesting

@testable import UnoArchitecture

/// Compares `forEach` on an identified array with `forEach` on a plain array, for random actions.
@Suite(.timeLimit(.hang)) struct IdentifiedRowsTests {
    struct Note: Sendable, Equatable {
        var text = 0
    }
    struct Item: Sendable, Equatable, Identifiable {
        var id: Int
        var count = 0
        var note: Note?
    }
    @CasePathable enum ItemAction: Sendable {
        case count, work
        case rename(Int)
        case note(Int)
    }
    /// A change of the collection, in a form that both kinds of collection have.
    enum Change: Sendable {
        case append(Int)
        case remove(Int)
        case removeFirst, swap
        case touch(Int)
        case addNote(Int)
        case dropNote(Int)
        case replace(Int)
    }
    @CasePathable enum Action: Sendable {
        case row(IdentifiedAction<Int, ItemAction>)
        case change(Change)
    }

    struct Plain: Sendable, Equatable { var rows: [Item] }
    struct Keyed: Sendable, Equatable { var rows: IdentifiedArrayOf<Item> }

    /// The ids of the rows whose effects were cancelled, in order.
    struct Row: Interactor {
        typealias DomainState = Item
        typealias Action = ItemAction
        let nested: Bool
        let cancelled: Record<Int>

        var body: some Interactor<Item, ItemAction> {
            let parent = Interact<Item, ItemAction>(initialValue: Item(id: -1)) { [cancelled] item, action in
                switch action {
                case .count: item.count += 1
                case .rename(let id): item.id = id
                case .note: return .none
                case .work:
                    return .observe(id: "work", policy: .dropNew) { [id = item.id] _, _ in
                        await HeldWork().run()
                        cancelled.append(id)
                    }
                }
                return .state
            }
            if nested {
                parent.ifLet(\.note, action: \.note) {
                    Interact<Note, Int>.changing(Note()) { note, number in note.text += number }
                }
            } else {
                parent
            }
        }
    }

    static func apply<Items: MutableCollection & RandomAccessCollection>(
        _ change: Change, to items: inout Items, append: (inout Items, Item) -> Void, remove: (inout Items, Int) -> Void
    ) where Items.Element == Item, Items.Index == Int {
        switch change {
        case .append(let id): if !items.contains(where: { $0.id == id }) { append(&items, Item(id: id)) }
        case .remove(let id): if let place = items.firstIndex(where: { $0.id == id }) { remove(&items, place) }
        case .removeFirst: if !items.isEmpty { remove(&items, 0) }
        case .swap: if items.count > 1 { items.swapAt(0, items.count - 1) }
        case .touch(let id): if let place = items.firstIndex(where: { $0.id == id }) { items[place].count += 100 }
        case .addNote(let id): if let place = items.firstIndex(where: { $0.id == id }) { items[place].note = Note() }
        case .dropNote(let id): if let place = items.firstIndex(where: { $0.id == id }) { items[place].note = nil }
        case .replace(let id):
            if let place = items.firstIndex(where: { $0.id == id }) { items[place] = Item(id: id, count: -1) }
        }
    }

    static func random(_ random: inout SplitMix) -> Action {
        let id = Int.random(in: 0..<12, using: &random)
        switch Int.random(in: 0..<14, using: &random) {
        case 0: return .change(.append(id))
        case 1: return .change(.remove(id))
        case 2: return .change(.removeFirst)
        case 3: return .change(.swap)
        case 4: return .change(.touch(id))
        case 5: return .change(.addNote(id))
        case 6: return .change(.dropNote(id))
        case 7: return .change(.replace(id))
        case 8: return .row(.element(id: id, action: .rename(Int.random(in: 12..<100_000, using: &random))))
        case 9: return .row(.element(id: id, action: .note(1)))
        case 10, 11: return .row(.element(id: id, action: .work))
        default: return .row(.element(id: id, action: .count))
        }
    }

    @Test(arguments: [false, true]) func `Rows of an identified array live as those of a plain array do`(nested: Bool) {
        DiagnosticsRecorder()() {
            for seed in Scale.firstSeed..<Scale.firstSeed + UInt64(Scale.chosen(10, least: 2)) {
                let items = (0..<10).map { Item(id: $0) }
                let (plainEnds, keyedEnds) = (Record<Int>(), Record<Int>())
                let feature = Interact<Plain, Action>.changing(Plain(rows: items), for: \.change) { state, change in
                    Self.apply(change, to: &state.rows) {
                        $0.append($1)
                    } remove: {
                        $0.remove(at: $1)
                    }
                }
                .forEach(\.rows, action: \.row) { Row(nested: nested, cancelled: plainEnds) }
                let plain = Stage(feature)
                let keyed = Stage(
                    Interact<Keyed, Action>(initialValue: Keyed(rows: IdentifiedArray(items))) { state, action in
                        guard case .change(let change) = action else { return .none }
                        Self.apply(change, to: &state.rows) {
                            $0.append($1)
                        } remove: {
                            $0.remove(at: $1)
                        }
                        return .state
                    }
                    .forEach(\.rows, action: \.row) { Row(nested: nested, cancelled: keyedEnds) }
                )
                var generator = SplitMix(seed: seed)
                for _ in 0..<120 {
                    let action = Self.random(&generator)
                    plain.send(action)
                    keyed.send(action)
                    #expect(plain.last.rows == keyed.last.rows.elements)
                    #expect(plainEnds.elements == keyedEnds.elements)
                }
                #expect(plain.states.count == keyed.states.count)
            }
        }
    }
}
