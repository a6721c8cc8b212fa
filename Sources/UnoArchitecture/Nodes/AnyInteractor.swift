/// A type-erased interactor; erasing does not change what the interactor does.
///
/// A graph can be composed at run time from nested erased parts, as deep as a thread's stack has room for: more than
/// 1,000 levels on 8 MB, 64 on 512 KB. Deeper parts are reported and left out.
public struct AnyInteractor<DomainState: Sendable, Action: Sendable>: Interactor, GraphPart {
    let base: any Interactor<DomainState, Action>
    private let start: Start?

    /// What the base declares about the initial state of its scope. Computed once: otherwise a nest of thousands of
    /// levels would be searched from each level.
    private struct Start: Sendable {
        let hasStatefulPart: Bool
        let bringsInitialValue: Bool
        let source: any Interactor<DomainState, Action>
    }

    /// Erases the type of `base`; erasing twice adds no level.
    public init(_ base: some Interactor<DomainState, Action>) {
        if let erased = base as? AnyInteractor {
            self = erased
            return
        }
        self.base = base
        // No body is read before the graph is made: the body of a type may contain the type itself, erased.
        start = (base as? any GraphPart).map { part in
            Start(
                hasStatefulPart: part.hasStatefulPart,
                bringsInitialValue: part.bringsInitialValue,
                source: GraphParts.initialValueSource(of: base)
            )
        }
    }

    /// The initial value of the erased interactor.
    public var initialValue: DomainState { initialValueSource.initialValue }

    /// Transforms a stream of actions into a stream of states, as the erased interactor does.
    public func interact(_ upstream: AsyncStream<Action>) -> AsyncStream<DomainState> { base.interact(upstream) }

    package var hasStatefulPart: Bool { start?.hasStatefulPart ?? GraphParts.hasStatefulPart(base) }

    package var bringsInitialValue: Bool { start?.bringsInitialValue ?? GraphParts.bringsInitialValue(base) }

    package var initialValueSource: any Interactor<DomainState, Action> { start?.source ?? base }

    package var erasedBase: (any Interactor)? { base }

    package func makeNode(in context: NodeContext<DomainState, Action>) -> Node<DomainState, Action> {
        GraphParts.makeNode(base, in: context)
    }

    package func handle(_ action: Action, on state: inout DomainState) -> Emission<DomainState>? {
        GraphParts.handle(action, with: base, on: &state)
    }
}

extension Interactor {
    /// Returns this interactor with its type erased.
    public func eraseToAnyInteractor() -> AnyInteractor<DomainState, Action> { AnyInteractor(self) }
}
