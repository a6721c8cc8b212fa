/// An interactor that is fused into the graph: it makes its own node.
package protocol GraphPart<DomainState, Action>: Interactor {
    /// Whether this part, or a part inside it in the same scope, has an initial state or works on the scope's state.
    var hasStatefulPart: Bool { get }

    /// Whether this part, or a part inside it in the same scope, declares an initial state.
    var bringsInitialValue: Bool { get }

    /// The part that declares `initialValue`: this part or a part inside it.
    var initialValueSource: any Interactor<DomainState, Action> { get }

    func makeNode(in context: NodeContext<DomainState, Action>) -> Node<DomainState, Action>
}

extension GraphPart {
    package var bringsInitialValue: Bool { hasStatefulPart }

    package var initialValueSource: any Interactor<DomainState, Action> { self }
}

/// Makes the node of any interactor: fused, through its body, or behind a bridge.
///
/// The casts to `any GraphPart` and `any Interactor` leave state and action open: a cast to `any GraphPart<S, A>` takes
/// microseconds. The opened value has the same types; the casts that assert this compare two pointers.
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
        // Unwrapped here, not in its own `makeNode(in:)`: halves the stack that nested erased parts use.
        let plain = (part as? AnyInteractor<Part.DomainState, Part.Action>)?.base ?? part
        if let part = plain as? any GraphPart { return same(fused(part)) }
        guard let body = body(of: plain) else { return BridgeNode(context, transformer: plain) }
        return same(composed(body))
    }

    /// Reports a part that is nested too deep, and makes a node that refuses its actions.
    private static func leaveOut<Part: Interactor>(
        _ part: Part,
        in context: NodeContext<Part.DomainState, Part.Action>
    ) -> Node<Part.DomainState, Part.Action> {
        context.engine.log.report(
            .tooDeep,
            """
            \(type(of: part)) and the parts inside it are left out and refuse every action: they are nested in \
            \(context.engine.nesting.depth - 1) parts, and the stack of a thread has no room for more
            """,
            at: context.site
        )
        return Node(engine: context.engine) { [engine = context.engine] _ in engine.refuse() }
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

    /// The part whose initial value the scope takes: the first that declares one, else the first that needs one.
    static func firstStateful<Part: Interactor>(of parts: [Part]) -> Part? {
        parts.first(where: bringsInitialValue) ?? parts.first(where: hasStatefulPart) ?? parts.first
    }

    /// The body of a composed interactor; nil for a stream transformer, whose body is `Never` or itself.
    private static func body<Part: Interactor>(of part: Part) -> (any Interactor)? {
        guard Part.Body.self != Never.self, Part.Body.self != Part.self else { return nil }
        return part.body as? any Interactor
    }

    private static func same<Given, Value>(_ value: Given, as: Value.Type = Value.self) -> Value {
        guard let value = value as? Value else {
            fatalError("Expected a part with \(Value.self), found \(type(of: value))")
        }
        return value
    }
}
