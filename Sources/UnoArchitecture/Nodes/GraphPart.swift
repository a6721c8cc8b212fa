/// An interactor that fuses: it makes a node of the engine's own.
package protocol GraphPart<DomainState, Action>: Interactor {
    /// Whether a part of this one's scope starts with a state, or works on one that another part brings.
    var hasStatefulPart: Bool { get }

    /// Whether a part of this one's scope says what the state is at first.
    var bringsInitialValue: Bool { get }

    /// The part that `initialValue` comes from: this one, or one inside it.
    var initialValueSource: any Interactor<DomainState, Action> { get }

    func makeNode(in context: NodeContext<DomainState, Action>) -> Node<DomainState, Action>
}

extension GraphPart {
    package var bringsInitialValue: Bool { hasStatefulPart }

    package var initialValueSource: any Interactor<DomainState, Action> { self }
}

/// How any interactor becomes a part of a graph: fused, through its body, or behind a bridge.
///
/// The casts to `any GraphPart` and `any Interactor` name no types of state and action: a cast to `any GraphPart<S, A>`
/// takes microseconds. What is opened has the same ones, and the casts that say so compare two pointers.
enum GraphParts {
    static func makeNode<Part: Interactor>(
        _ part: Part,
        in context: NodeContext<Part.DomainState, Part.Action>
    ) -> Node<Part.DomainState, Part.Action> {
        defer { context.engine.nesting.ascend() }
        guard context.engine.nesting.descend() else { return leaveOut(part, in: context) }
        func fused<Fused: GraphPart>(_ part: Fused) -> Any {
            part.makeNode(in: same(context, as: NodeContext<Fused.DomainState, Fused.Action>.self))
        }
        func composed<Body: Interactor>(_ body: Body) -> Any {
            makeNode(body, in: same(context, as: NodeContext<Body.DomainState, Body.Action>.self))
        }
        // An erased part is made here rather than by the erasing one: half the stack in a nest of erased parts.
        let plain = (part as? AnyInteractor<Part.DomainState, Part.Action>)?.base ?? part
        if let part = plain as? any GraphPart { return same(fused(part)) }
        guard let body = body(of: plain) else { return BridgeNode(context, transformer: plain) }
        return same(composed(body))
    }

    /// A part that is nested too deep: reported, and its actions are refused.
    private static func leaveOut<Part: Interactor>(
        _ part: Part,
        in context: NodeContext<Part.DomainState, Part.Action>
    ) -> Node<Part.DomainState, Part.Action> {
        context.engine.log.report(
            .tooDeep,
            """
            \(type(of: part)) and what is in it are left out and refuse every action: they are nested in \
            \(context.engine.nesting.depth - 1) parts, and the stack of a thread has room for no more
            """,
            at: context.site
        )
        return Node(engine: context.engine) { [engine = context.engine] _ in engine.origin?.markRefused() }
    }

    static func hasStatefulPart<Part: Interactor>(_ part: Part) -> Bool {
        if let part = part as? any GraphPart { return part.hasStatefulPart }
        return body(of: part).map { hasStatefulPart($0) } ?? false
    }

    static func bringsInitialValue<Part: Interactor>(_ part: Part) -> Bool {
        if let part = part as? any GraphPart { return part.bringsInitialValue }
        return body(of: part).map { bringsInitialValue($0) } ?? false
    }

    static func initialValueSource<Part: Interactor>(
        of part: Part
    ) -> any Interactor<Part.DomainState, Part.Action> {
        func source<Fused: GraphPart>(of part: Fused) -> Any { part.initialValueSource }
        guard let fused = part as? any GraphPart else { return part }
        return same(source(of: fused))
    }

    /// Whom to ask for the initial value of a scope: the first that brings one, else the first that needs one.
    static func firstStateful<Part: Interactor>(of parts: [Part]) -> Part? {
        parts.first(where: bringsInitialValue) ?? parts.first(where: hasStatefulPart) ?? parts.first
    }

    /// The body of a composed interactor; nil for a stream transformer, be its body left out or itself.
    private static func body<Part: Interactor>(of part: Part) -> (any Interactor)? {
        guard Part.Body.self != Never.self, Part.Body.self != Part.self else { return nil }
        return part.body as? any Interactor
    }

    private static func same<Given, Value>(_ value: Given, as: Value.Type = Value.self) -> Value {
        guard let value = value as? Value else {
            fatalError("A body of \(Value.self) was expected, not of \(type(of: value))")
        }
        return value
    }
}
