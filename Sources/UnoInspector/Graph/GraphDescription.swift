public import UnoArchitecture

/// The parts of an interactor: what each one is, how they are nested, and how a child finds its state and its actions.
///
/// ```swift
/// let graph = GraphDescription(of: SearchInteractor())
/// print(graph)  // an indented tree; graph.mermaid, graph.graphviz and graph.svg draw it
/// ```
///
/// It is made without running the interactor: of a body that chooses between parts it has those that are chosen now. A feature that
/// contains itself, below a part of the state that may be absent or in rows, is shown once: the second time, it is marked as
/// ``Part/isRepeated``, without its parts.
///
/// Complexity: O(parts), and O(parts · depth) for features within features; no recursion, so any depth fits on a thread's stack.
public struct GraphDescription: Sendable, Hashable, Codable {
    /// The parts from the outside in: a part comes before the parts inside it, and all of these before its next neighbour.
    public private(set) var parts: [Part]
    /// Whether all parts are here; false if there are more than the limit.
    public private(set) var isComplete: Bool

    /// Describes `interactor`.
    ///
    /// It reads the bodies of features, and calls the closures of `Requiring` with what is provided around them.
    ///
    /// - Parameters:
    ///   - interactor: the interactor; for a runtime, the one that it was made with.
    ///   - limit: the maximum number of parts, at least 1: the end of a feature that contains itself without end.
    public init(of interactor: some Interactor, limit: Int = 2_000) {
        var walk = GraphWalk(limit: limit)
        walk.run(from: interactor)
        (parts, isComplete) = (walk.parts, walk.isComplete)
    }

    private enum CodingKeys: CodingKey {
        case parts
        case isComplete
    }

    /// Decodes a description; throws `DecodingError.dataCorrupted` if its parts are not in the order of a tree.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        parts = try container.decode([Part].self, forKey: .parts)
        isComplete = try container.decode(Bool.self, forKey: .isComplete)
        guard !parts.isEmpty else {
            throw DecodingError.dataCorruptedError(
                forKey: .parts, in: container, debugDescription: "there are no parts")
        }
        var open: [Int] = []
        for (place, part) in parts.enumerated() {
            while let last = open.last, last != part.parent { open.removeLast() }
            guard part.id == place, part.parent == open.last, (part.parent == nil) == (place == 0) else {
                let message =
                    "part \(part.id) with the parent \(part.parent.map(String.init) ?? "none") is at place \(place)"
                throw DecodingError.dataCorruptedError(forKey: .parts, in: container, debugDescription: message)
            }
            open.append(place)
            guard let machine = part.machine else { continue }
            let ends = machine.transitions.flatMap { [$0.from, $0.to] }
            guard !machine.states.isEmpty, ends.allSatisfy(machine.states.indices.contains) else {
                throw DecodingError.dataCorruptedError(
                    forKey: .parts, in: container,
                    debugDescription: "the machine of part \(part.id) has a transition without a state, or no states")
            }
        }
    }

    /// The parts directly inside each part, in their order. Complexity: O(parts).
    public var children: [[Part.ID]] {
        var children = [[Part.ID]](repeating: [], count: parts.count)
        for part in parts { if let parent = part.parent { children[parent].append(part.id) } }
        return children
    }

    /// Forgets what the parts did when they were looked at before.
    func withoutNotes() -> GraphDescription {
        var graph = self
        for place in parts.indices { graph.parts[place].notes = [] }
        return graph
    }

    /// Adds what a part does at present.
    mutating func note(_ text: String, at part: Part.ID) { parts[part].notes.append(text) }
}

extension GraphDescription: CustomStringConvertible {
    /// The indented tree; see ``tree``.
    public var description: String { tree }
}
