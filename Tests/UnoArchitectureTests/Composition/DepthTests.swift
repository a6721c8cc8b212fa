import AsyncKit
import TestSupport
import Testing
import UnoTesting

@testable import UnoArchitecture

/// A feature in a feature in a feature: what an action costs by the depth that it goes to.
@Suite("Rows in rows, and parts in parts", .timeLimit(.hang))
struct DepthTests {
    /// Counts, and notes the count between two actions.
    final class Meter: Sendable {
        private let count = Locked(0)
        let notes = Record<Int>()

        func add() { count.withLock { $0 += 1 } }

        func note() {
            notes.append(
                count.withLock { count in
                    defer { count = 0 }
                    return count
                }
            )
        }
    }

    struct Folder: Sendable, Equatable, Identifiable {
        let meter: Meter
        let key: Int
        var folders: [Folder] = []
        var inner: IdentifiedArrayOf<Folder> = []
        var size = 0
        var seen = 0

        /// Every access to a row reads its id.
        var id: Int {
            meter.add()
            return key
        }

        static func == (left: Folder, right: Folder) -> Bool {
            left.key == right.key && left.size == right.size && left.seen == right.seen
                && left.folders == right.folders && left.inner.elements == right.inner.elements
        }

        /// The folder, and its only folder, and so on; the last one has `folders`.
        static func chain(_ depth: Int, _ meter: Meter, identified: Bool = false) -> Folder {
            var folder = Folder(meter: meter, key: depth)
            for level in (0..<depth).reversed() {
                let outer = Folder(meter: meter, key: level)
                let rows = [Folder(meter: meter, key: -1 - level), folder]
                folder = outer
                if identified { folder.inner = IdentifiedArray(rows) } else { folder.folders = rows }
            }
            return folder
        }

        func path(_ depth: Int) -> [Folder] {
            var path = [self]
            while path.count <= depth, let next = (path.last!.folders + path.last!.inner.elements).last {
                path.append(next)
            }
            return path
        }
    }

    @CasePathable indirect enum Action: Sendable {
        case grow(emits: Bool)
        case row(IdentifiedAction<Int, Action>)

        static func at(_ depth: Int, _ action: Action) -> Action {
            (0..<depth).reversed().reduce(action) { .row(.element(id: $1 + 1, action: $0)) }
        }
    }

    /// Each folder counts the actions that it sees: a row after the rows in it.
    struct Feature: Interactor {
        var identified = false

        var body: some Interactor<Folder, Action> {
            let handler = Interact<Folder, Action> { folder, action in
                folder.seen += 1
                guard case .grow(let emits) = action else { return .unshown }
                folder.meter.note()
                folder.size += 1
                return emits ? .state : .unshown
            }
            let feature = self
            if identified {
                handler.forEach(\.inner, action: \.row) { feature.eraseToAnyInteractor() }
            } else {
                handler.forEach(\.folders, action: \.row) { feature.eraseToAnyInteractor() }
            }
        }
    }

    /// The reads for the third of three actions at `depth`.
    private func reads(_ depth: Int, host: LawHost, identified: Bool, emits: Bool) async -> Int {
        let meter = Meter()
        let start = Folder.chain(depth, meter, identified: identified)
        let action = Action.at(depth, .grow(emits: emits))
        let states = await host.states(
            of: Feature(identified: identified).starting(with: start), [action, action, action, .grow(emits: true)])
        #expect(states.last?.path(depth).map(\.seen) == [4] + Array(repeating: 3, count: depth))
        #expect(states.last?.path(depth).last?.size == 3)
        return meter.notes.elements[2]
    }

    @Test("Each level looks its row up a fixed number of times an action", arguments: LawHost.allCases, [false, true])
    func rows(host: LawHost, identified: Bool) async {
        for emits in [false, true] {
            let eight = await reads(8, host: host, identified: identified, emits: emits)
            let sixteen = await reads(16, host: host, identified: identified, emits: emits)
            let thirtyTwo = await reads(32, host: host, identified: identified, emits: emits)
            #expect(thirtyTwo - sixteen == 2 * (sixteen - eight))
            #expect(thirtyTwo < 32 * 32)
        }
    }

    @Test(
        "A state that was emitted in the middle of a step does not change with the rest of it",
        arguments: LawHost.allCases, [false, true]
    )
    func emittedStates(host: LawHost, identified: Bool) async {
        let start = Folder.chain(4, Meter(), identified: identified)
        let action = Action.at(4, .grow(emits: true))
        let states = await host.states(of: Feature(identified: identified).starting(with: start), [action, action])
        #expect(states.map { $0.path(4).map(\.seen) } == [[0, 0, 0, 0, 0], [0, 0, 0, 0, 1], [1, 1, 1, 1, 2]])
    }

    // MARK: Rows that change

    struct Shelf: Sendable, Equatable, Identifiable {
        var id: Int
        var count = 0
        var shelves: IdentifiedArrayOf<Shelf> = []
        var drawers: IdentifiedArrayOf<Shelf> = []
    }

    @CasePathable indirect enum ShelfAction: Sendable {
        case count
        case rename(Int)
        case shelf(IdentifiedAction<Int, ShelfAction>)
        case drawer(IdentifiedAction<Int, ShelfAction>)
    }

    /// Renames itself or counts, before and after its own rows handle an action.
    struct Cabinet: Interactor {
        var body: some Interactor<Shelf, ShelfAction> {
            Interact<Shelf, ShelfAction> { shelf, action in
                if case .rename(let id) = action { shelf.id = id }
                shelf.count += 1
                return .state
            }
            .forEach(\.shelves, action: \.shelf) { Cabinet().eraseToAnyInteractor() }
            .forEach(\.drawers, action: \.drawer) { Cabinet().eraseToAnyInteractor() }
        }
    }

    @Test("A row that renames itself while it is held is found under its new id", arguments: LawHost.allCases)
    func rename(host: LawHost) async {
        func shelf(_ id: Int, _ action: ShelfAction) -> ShelfAction { .shelf(.element(id: id, action: action)) }
        let start = Shelf(id: 0, shelves: [Shelf(id: 1, shelves: [Shelf(id: 2)], drawers: [Shelf(id: 3)])])
        let states = await host.states(
            of: Cabinet().starting(with: start),
            [
                shelf(1, shelf(2, .count)), shelf(1, shelf(2, .rename(7))), shelf(1, .rename(9)),
                shelf(9, shelf(7, .count)), shelf(9, .drawer(.element(id: 3, action: .count))),
            ]
        )
        let last = states.last
        #expect(last?.shelves[id: 9]?.shelves[id: 7]?.count == 3)
        #expect(last?.shelves[id: 9]?.drawers[id: 3]?.count == 1)
        #expect(last?.shelves[id: 9]?.count == 5)
        #expect(last?.shelves.ids == [9])
        #expect(last?.shelves.first?.shelves.ids == [7])
    }

    // MARK: Parts in parts

    @Test("Each level looks its optional part up a fixed number of times an action", arguments: LawHost.allCases)
    func parts(host: LawHost) async {
        func reads<Feature: Nested>(_ feature: Feature) async -> Int {
            let meter = feature.meter
            let action = feature.innermost
            let states = await host.states(of: feature.starting(with: feature.full), [action, action, action])
            #expect(states.count == 4)
            return meter.notes.elements[2]
        }
        let four = await reads(Innermost(meter: Meter()).inFour)
        let eight = await reads(Innermost(meter: Meter()).inFour.inFour)
        let sixteen = await reads(Innermost(meter: Meter()).inFour.inFour.inFour.inFour)
        #expect(sixteen - eight == 2 * (eight - four))
    }
}

/// A feature with parts in parts, all of them there.
private protocol Nested: Interactor where DomainState: Equatable {
    var meter: DepthTests.Meter { get }
    var full: DomainState { get }
    /// The action for the innermost part.
    var innermost: Action { get }
}

private struct Innermost: Nested {
    let meter: DepthTests.Meter
    var full: Int { 0 }
    var innermost: Int { 1 }

    var body: some Interactor<Int, Int> {
        Interact<Int, Int> { [meter] sum, number in
            meter.note()
            sum += number
            return .state
        }
    }
}

private struct Layer<Inner: Sendable & Equatable>: Sendable, Equatable {
    var inner: Inner?
    var seen = 0
}

@CasePathable private enum LayerAction<Inner: Sendable>: Sendable {
    case inner(Inner)
}

private struct Around<Child: Nested>: Nested {
    let child: Child
    var meter: DepthTests.Meter { child.meter }
    var full: Layer<Child.DomainState> { Layer(inner: child.full) }
    var innermost: LayerAction<Child.Action> { .inner(child.innermost) }

    var body: some Interactor<Layer<Child.DomainState>, LayerAction<Child.Action>> {
        let parent = Interact<Layer<Child.DomainState>, LayerAction<Child.Action>> { layer, _ in
            layer.seen += 1
            return .unshown
        }
        let part = Slice<Layer<Child.DomainState>, Child.DomainState>(unwrapping: \.inner)
        let counted = Slice<Layer<Child.DomainState>, Child.DomainState>(
            canBeAbsent: true,
            offset: part.offset,
            read: { [meter] in
                meter.add()
                return part.read(&$0)
            },
            modify: { [meter] in
                meter.add()
                part.modify(&$0, $1)
            }
        )
        Interactors.IfLet(parent, counted, nil, \.inner, CallSite(#fileID, #line), child)
    }
}

extension Nested {
    fileprivate var inFour: Around<Around<Around<Around<Self>>>> {
        Around(child: Around(child: Around(child: Around(child: self))))
    }
}
