/// Makes the node of any interactor: fused, through its body, or behind a bridge.
///
/// The casts to `any GraphPart` and `any Interactor` leave state and action open: a cast to `any GraphPart<S, A>` takes
/// microseconds. The opened value has the same types; the casts that assert this compare two pointers.
package enum GraphParts {
    package static func makeNode<Part: Interactor>(
        _ part: Part,
        in context: NodeContext<Part.DomainState, Part.Action>
    ) -> Node<Part.DomainState, Part.Action> {
        makeNode(part, nil, in: context)
    }

    /// - Parameter content: of `part`; nil if it has not been read.
    static func makeNode<Part: Interactor>(
        _ part: Part,
        _ content: PartContent?,
        in context: NodeContext<Part.DomainState, Part.Action>
    ) -> Node<Part.DomainState, Part.Action> {
        var context = context
        guard context.nesting.descend() else { return leaveOut(part, in: context) }
        return makeNode(content ?? self.content(of: part), in: context)
    }

    /// The node of a part of a merge behind another one, and whether its steps may suspend.
    static func makeMergedNode<Part: Interactor>(
        _ part: Part,
        behind first: Node<Part.DomainState, Part.Action>?,
        in context: NodeContext<Part.DomainState, Part.Action>
    ) -> Node<Part.DomainState, Part.Action>.Merged {
        let make = { context.engine.registering { makeNode(part, in: context) } }
        // Only what leaves its emission to the part asks whether the part may suspend.
        let ((node, registered), isUnsure) = first?.joining == nil ? (make(), false) : context.engine.probing(make)
        // The last one that was made has the highest number.
        return (node, isUnsure || context.engine.bridges.last.map { registered.contains($0.number) } ?? false)
    }

    /// Makes the node of a child whose state exists for the first time.
    ///
    /// - Parameter eighths: how much of the stack the levels around may take; see ``Nesting``.
    static func makeLate<Part: Interactor>(
        _ part: Part,
        _ content: PartContent,
        in context: NodeContext<Part.DomainState, Part.Action>,
        within eighths: Int = 1
    ) -> (Node<Part.DomainState, Part.Action>, PartNumbers) {
        context.engine.registering {
            var context = context
            guard context.nesting.descendLate(within: eighths) else { return leaveOut(part, in: context) }
            return context.dependencies.atPlace { makeNode(part, content, in: context) }
        }
    }

    static func makeNode<State: Sendable, Action: Sendable>(
        _ content: PartContent,
        in context: NodeContext<State, Action>
    ) -> Node<State, Action> {
        func fused<Part: GraphPart>(_ part: Part) -> AnyObject {
            part.makeNode(in: context as! NodeContext<Part.DomainState, Part.Action>)
        }
        func bridged<Part: Interactor>(_ part: Part) -> AnyObject {
            BridgeNode(context as! NodeContext<Part.DomainState, Part.Action>, transformer: part)
        }
        let node =
            switch content {
            case .fused(let part): fused(part)
            case .transformer(let part): bridged(part)
            }
        return node as! Node<State, Action>
    }

    /// Handles `action` without a graph; nil if only a graph can.
    static func handle<Part: Interactor>(
        _ action: Part.Action,
        with part: Part,
        on state: inout Part.DomainState
    ) -> Emission<Part.DomainState>? {
        guard case .fused(let part) = content(of: part) else { return nil }
        return (part as? any GraphPart<Part.DomainState, Part.Action>)?.handle(action, on: &state)
    }

    /// Reads the bodies of `part`, each once: reading a body makes its parts.
    static func content<Part: Interactor>(of part: Part) -> PartContent {
        let content = plainContent(of: part)
        // Unwrapped here, not in its own `makeNode(in:)`: halves the stack that nested erased parts use.
        guard case .fused(let part) = content, let base = part.erasedBase else { return content }
        return plainContent(of: base)
    }

    private static func plainContent<Part: Interactor>(of part: Part) -> PartContent {
        // A fused part has no body.
        if Part.Body.self == Never.self { return (part as? any GraphPart).map { .fused($0) } ?? .transformer(part) }
        if Part.Body.self == Part.self { return .transformer(part) }
        let body = part.body
        if let body = body as? any GraphPart { return .fused(body) }
        guard let body = body as? any Interactor else { return .transformer(part) }
        return plainContent(of: body)
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
            \(context.nesting.outerDepth) parts, and the stack of a thread has no room for more
            """,
            at: context.site
        )
        return Node(engine: context.engine) { [engine = context.engine] _ in engine.refuse() }
    }

    /// The type of `part`, which it may have erased.
    static func type(of part: some Interactor) -> Any.Type {
        let base = (part as? any GraphPart)?.erasedBase ?? part
        return Swift.type(of: base)
    }

    static func hasStatefulPart(_ part: some Interactor) -> Bool { plainContent(of: part).hasStatefulPart }

    static func bringsInitialValue(_ part: some Interactor) -> Bool { plainContent(of: part).bringsInitialValue }

    package static func initialValueSource<Part: Interactor>(
        of part: Part
    ) -> any Interactor<Part.DomainState, Part.Action> {
        func source<Fused: GraphPart>(of part: Fused) -> Any { part.initialValueSource }
        guard let fused = part as? any GraphPart else { return part }
        return source(of: fused) as! any Interactor<Part.DomainState, Part.Action>
    }

    /// The part whose initial value the scope takes: the first that declares one, else the first that needs one.
    static func firstStateful<Part: Interactor>(of parts: [Part]) -> Part? {
        parts.first(where: bringsInitialValue) ?? parts.first(where: hasStatefulPart) ?? parts.first
    }
}
