import Foundation
import TestSupport
import Testing
import UnoArchitecture
import UnoInspector

/// The trees of the library's parts are in `GraphRowTests`.
@Suite("A graph's description")
struct GraphDescriptionTests {
    struct Counter: Interactor {
        var body: some Interactor<Int, Int> { Interact(initialValue: 0) { _, _ in .none } }
    }

    /// As `GraphDescription.tree`, without the places in the source.
    static func tree(_ interactor: some Interactor) -> String { GraphDescription(of: interactor).treeWithoutPlaces }

    @Test("shows a feature by name, with the parts of its body")
    func feature() { #expect(Self.tree(Counter()) == "Counter\n└─ interact") }

    @Test func `knows where parts are written`() {
        let line: UInt = #line + 1
        let graph = GraphDescription(of: Interact<Int, Int>(initialValue: 0) { _, _ in .none })
        #expect(graph.parts.map(\.place?.line) == [line])
        #expect(graph.tree == "interact  \(#fileID):\(line)")
    }

    @Test func `does not show that a type is erased`() {
        let erased = Counter().eraseToAnyInteractor()
        #expect(GraphDescription(of: erased) == GraphDescription(of: Counter()))
        let any: any Interactor<Int, Int> = Counter()
        #expect(
            Self.tree(AnyInteractor(any).onChange(of: \.self) { _, _, _ in .none }).hasSuffix(
                "└─ Counter\n   └─ interact"))
    }

    struct Choosing: Interactor {
        let isLong: Bool
        let rounds: Int
        var body: some Interactor<Int, Int> {
            if isLong { Counter() } else { Interact(initialValue: 0) { _, _ in .none } }
            if isLong { Counter() }
            for _ in 0..<rounds { Counter() }
        }
    }

    @Test func `shows the branch that an if takes, and each round of a loop`() {
        #expect(
            Self.tree(Choosing(isLong: true, rounds: 2)) == """
                Choosing
                └─ merge
                   ├─ if (first branch)
                   │  └─ Counter
                   │     └─ interact
                   ├─ if (first branch)
                   │  └─ Counter
                   │     └─ interact
                   └─ for (2)
                      ├─ Counter
                      │  └─ interact
                      └─ Counter
                         └─ interact
                """)
        #expect(
            Self.tree(Choosing(isLong: false, rounds: 0)) == """
                Choosing
                └─ merge
                   ├─ if (second branch)
                   │  └─ interact
                   ├─ if (second branch)
                   │  └─ empty
                   └─ for (0)
                """)
    }

    @Test func `shows a folder in a folder once`() {
        #expect(
            Self.tree(Folder()) == """
                Folder
                └─ forEach
                   ├─ interact
                   └─ Folder … (again): for \\.folder, state \\.folders?
                """)
        #expect(GraphDescription(of: Folder()).parts.last?.isRepeated == true)
    }

    struct Folder: Interactor {
        struct DomainState: Sendable, Identifiable {
            let id: Int
            var folders: [DomainState] = []
        }
        @CasePathable
        indirect enum Action: Sendable { case folder(IdentifiedAction<Int, Action>) }

        var body: some InteractorOf<Self> {
            Interact(initialValue: DomainState(id: 0)) { _, _ in .none }
                .forEach(\.folders, action: \.folder) { AnyInteractor(Folder()) }
        }
    }

    /// A folder whose folders stand in features of their own.
    struct Cabinet: Interactor {
        struct Drawer: Interactor {
            var body: some InteractorOf<Folder> { AnyInteractor(Cabinet()) }
        }

        var body: some InteractorOf<Folder> {
            Interact<Folder.DomainState, Folder.Action>(initialValue: .init(id: 0)) { _, _ in .none }
                .forEach(\.folders, action: \.folder) { Drawer() }
        }
    }

    /// Parts of the library that contain each other, and a folder in the innermost of them.
    private func shelves(_ count: Int) -> AnyInteractor<Folder.DomainState, Folder.Action> {
        guard count > 0 else { return AnyInteractor(Folder()) }
        let inner = shelves(count - 1)
        let shelf = Interact<Folder.DomainState, Folder.Action>(initialValue: .init(id: 0)) { _, _ in .none }
        return AnyInteractor(shelf.forEach(\.folders, action: \.folder) { inner })
    }

    @Test(
        "shows a feature once if it stands anywhere in itself below what may be absent, and everything else each time")
    func repetitions() {
        let cabinet = GraphDescription(of: Cabinet(), limit: 50)
        #expect(cabinet.parts.map(\.isRepeated) == [false, false, false, false, true])
        let nested = GraphDescription(of: shelves(2), limit: 50)
        #expect(nested.parts.map(\.isRepeated) == Array(repeating: false, count: 7) + [true])
    }

    /// Contains itself as often as its depth says, in one scope.
    struct Counted: Interactor {
        let depth: Int
        var body: some Interactor<Int, Int> {
            if depth > 0 { AnyInteractor(Counted(depth: depth - 1)) } else { Counter() }
        }
    }

    @Test func `shows each level of a feature that contains itself in its own scope`() {
        let graph = GraphDescription(of: Counted(depth: 3))
        #expect(graph.parts.filter { $0.type == "Counted" }.count == 4)
        #expect(graph.parts.filter(\.isRepeated).isEmpty)
    }

    @Test func `ends at its limit`() {
        let graph = GraphDescription(of: Counted(depth: .max), limit: 5)
        #expect(graph.parts.count == 5)
        #expect(!graph.isComplete)
        for picture in [graph.tree, graph.mermaid, graph.graphviz, graph.svg] {
            #expect(picture.contains("… and more"))
        }
        #expect(GraphDescription(of: Counted(depth: 1), limit: 0).parts.count == 1)
        let exact = GraphDescription(of: Counter(), limit: 2)
        #expect(exact.isComplete && !exact.tree.contains("more"))
    }

    @Test func `needs no stack for merges or wraps within each other`() {
        typealias Erased = AnyInteractor<Int, Int>
        // Made and released on a large stack: releasing a nested value takes stack, too.
        let (merged, wrapped) = onStack(ofBytes: 512 << 20) {
            let step = Interact<Int, Int>(initialValue: 0) { _, _ in .none }
            let merges = (0..<10_000).reduce(Erased(step)) { inner, _ in Erased(Interactors.Merge(inner, step)) }
            let wraps = (0..<10_000).reduce(Erased(step)) { inner, _ in Erased(inner.wrap { $0.proceed() }) }
            return onStack(ofBytes: 512 << 10) {
                let graph = GraphDescription(of: wraps, limit: 20_000)
                return (GraphDescription(of: merges, limit: 20_000), graph.parts.count + (graph.svg.isEmpty ? 0 : 1))
            }
        }
        #expect(merged.parts.count == 10_002)
        #expect(merged.children[0].count == 10_001)
        #expect(wrapped == 10_002)
    }

    @Test func `is encoded and decoded, and rejects parts that are no tree`() throws {
        let graph = GraphDescription(of: Choosing(isLong: true, rounds: 2))
        let json = try JSONEncoder().encode(graph)
        #expect(try JSONDecoder().decode(GraphDescription.self, from: json) == graph)
        for (parents, isTree) in [
            ([nil], true), ([nil, 0, 1, 0], true), ([], false), ([0], false), ([nil, nil], false),
            ([nil, 2, 0], false), ([nil, 0, 0, 1], false),
        ] as [([Int?], Bool)] {
            let parts = parents.enumerated().map { id, parent in
                "{\"id\":\(id),\"kind\":\"merge\",\"type\":\"\",\"isRepeated\":false,\"notes\":[]"
                    + (parent.map { ",\"parent\":\($0)" } ?? "") + "}"
            }
            let json = Data("{\"isComplete\":true,\"parts\":[\(parts.joined(separator: ","))]}".utf8)
            let decoded = try? JSONDecoder().decode(GraphDescription.self, from: json)
            #expect((decoded != nil) == isTree, "\(parents)")
        }
    }

    @Test func `rejects a machine without states, and a transition that leads nowhere`() {
        for (states, end, isRight) in [
            ("\"a\",\"b\"", 1, true), ("\"a\"", 1, false), ("\"a\"", -1, false), ("", 0, false),
        ] {
            let machine =
                "{\"states\":[\(states)],\"isComplete\":true,"
                + "\"transitions\":[{\"from\":0,\"to\":\(end),\"label\":\"\"}]}"
            let part =
                "{\"id\":0,\"kind\":\"state machine\",\"type\":\"\",\"isRepeated\":false,\"notes\":[],"
                + "\"machine\":\(machine)}"
            let json = Data("{\"isComplete\":true,\"parts\":[\(part)]}".utf8)
            #expect(
                ((try? JSONDecoder().decode(GraphDescription.self, from: json)) != nil) == isRight, "\(states) \(end)")
        }
    }

    @Test func `cuts the generic parameters of a name that is too long`() {
        struct Pair<First: Sendable, Second: Sendable>: Interactor {
            var body: some Interactor<Int, Int> { Counter() }
        }
        #expect(Self.tree(Pair<Int, String>()).hasPrefix("Pair<Int, String>\n"))
        typealias Four = Pair<Pair<Int, Double>, Pair<String, Bool>>
        #expect(Self.tree(Pair<Four, Four>()).hasPrefix("Pair<…>\n"))
    }
}

extension GraphDescription {
    /// `tree`, to compare with a literal that has no line numbers.
    var treeWithoutPlaces: String { tree.replacing(#/  \w+/\w+\.swift:\d+/#, with: "") }
}
