/// An interactor whose type is hidden; erasing changes nothing that the interactor does.
///
/// A graph can be put together at run time from erased parts nested in one another, as deep as the stack of a thread
/// has room for: more than 1,000 levels on 8 MB, 64 on 512 KB. What is nested deeper is reported and left out.
public struct AnyInteractor<DomainState: Sendable, Action: Sendable>: Interactor, GraphPart {
    let base: any Interactor<DomainState, Action>
    private let start: Start?

    /// What the base says of the state that its scope starts with, found out once: a nest of thousands would have to be
    /// searched from each of its levels.
    private struct Start: Sendable {
        let hasStatefulPart: Bool
        let bringsInitialValue: Bool
        let source: any Interactor<DomainState, Action>
    }

    /// Hides the type of `base`; erasing twice hides it once.
    public init(_ base: some Interactor<DomainState, Action>) {
        if let erased = base as? AnyInteractor {
            self = erased
            return
        }
        self.base = base
        // The body of a type may contain the type itself, erased, and is asked for when the graph is made.
        start = (base as? any GraphPart).map { part in
            Start(
                hasStatefulPart: part.hasStatefulPart,
                bringsInitialValue: part.bringsInitialValue,
                source: GraphParts.initialValueSource(of: base)
            )
        }
    }

    public var initialValue: DomainState { initialValueSource.initialValue }

    public func interact(_ upstream: AsyncStream<Action>) -> AsyncStream<DomainState> { base.interact(upstream) }

    package var hasStatefulPart: Bool { start?.hasStatefulPart ?? GraphParts.hasStatefulPart(base) }

    package var bringsInitialValue: Bool { start?.bringsInitialValue ?? GraphParts.bringsInitialValue(base) }

    package var initialValueSource: any Interactor<DomainState, Action> { start?.source ?? base }

    package func makeNode(in context: NodeContext<DomainState, Action>) -> Node<DomainState, Action> {
        GraphParts.makeNode(base, in: context)
    }
}

extension Interactor {
    /// This interactor with its type hidden.
    public func eraseToAnyInteractor() -> AnyInteractor<DomainState, Action> { AnyInteractor(self) }
}
