public import UnoArchitecture

extension GraphDescription {
    /// This graph, with what `snapshot` knows of a runtime that hosts it as ``Part/notes``.
    ///
    /// A stream transformer gets a note of its own if it is the only part of its type. What else is under way, the step, the effects
    /// and the actions that a debounce holds, is noted at the outermost part: a snapshot does not say which part it belongs to.
    /// The notes of an earlier snapshot go.
    ///
    /// Complexity: O(parts · transformers + what is under way).
    public func showing(_ snapshot: RuntimeSnapshot) -> GraphDescription {
        var graph = withoutNotes()
        graph.note("\(snapshot.runtime): \(snapshot.phase.rawValue)\(snapshot.isIdle ? ", idle" : "")", at: 0)
        if let step = snapshot.step {
            graph.note("handles \(step.action ?? "an update")\(Self.text(step.place))", at: 0)
        }
        if let stall = snapshot.stall { graph.note("waits for \(stall)", at: 0) }
        for effect in snapshot.effects {
            let name = effect.id.map { "effect \($0)" } ?? "effect \(effect.number)"
            graph.note("\(name): \(effect.status.rawValue)\(Self.text(effect.place))", at: 0)
        }
        if snapshot.heldActions > 0 { graph.note("actions held: \(snapshot.heldActions)", at: 0) }
        for transformer in snapshot.transformers {
            let status = transformer.isRunning ? "running" : "ended"
            let named = parts.filter { $0.kind == .transformer && $0.type == transformer.name }
            if named.count == 1 {
                graph.note(status, at: named[0].id)
            } else {
                graph.note("transformer \(transformer.name): \(status)\(Self.text(transformer.place))", at: 0)
            }
        }
        return graph
    }

    private static func text(_ place: SourcePlace?) -> String { place.map { ", \($0)" } ?? "" }
}
