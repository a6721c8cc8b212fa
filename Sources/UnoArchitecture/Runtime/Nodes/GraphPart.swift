/// An interactor that fuses: it makes a node of the engine's own.
package protocol GraphPart<DomainState, Action>: Interactor {
    /// Whether a part of this one's scope starts with a state.
    var hasStatefulPart: Bool { get }

    func makeNode(in context: NodeContext<DomainState, Action>) -> Node<DomainState, Action>
}

/// How any interactor becomes a part of a graph: fused, through its body, or behind a bridge.
enum GraphParts {
    static func makeNode<Part: Interactor>(
        _ part: Part,
        in context: NodeContext<Part.DomainState, Part.Action>
    ) -> Node<Part.DomainState, Part.Action> {
        if let part = part as? any GraphPart<Part.DomainState, Part.Action> {
            return part.makeNode(in: context)
        }
        guard let body = body(of: part) else { return BridgeNode(context, transformer: part) }
        return makeNode(body, in: context)
    }

    static func hasStatefulPart<Part: Interactor>(_ part: Part) -> Bool {
        if let part = part as? any GraphPart<Part.DomainState, Part.Action> { return part.hasStatefulPart }
        return body(of: part).map { hasStatefulPart($0) } ?? false
    }

    /// The body of a composed interactor; nil for a stream transformer, be its body left out or itself.
    private static func body<Part: Interactor>(
        of part: Part
    ) -> (any Interactor<Part.DomainState, Part.Action>)? {
        guard Part.Body.self != Never.self, Part.Body.self != Part.self else { return nil }
        return part.body as? any Interactor<Part.DomainState, Part.Action>
    }
}
