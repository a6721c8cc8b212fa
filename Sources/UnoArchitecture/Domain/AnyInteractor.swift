/// An interactor whose type is hidden; erasing changes nothing that the interactor does.
public struct AnyInteractor<DomainState: Sendable, Action: Sendable>: Interactor, GraphPart {
    private let base: any Interactor<DomainState, Action>

    /// Hides the type of `base`; erasing twice hides it once.
    public init(_ base: some Interactor<DomainState, Action>) {
        self.base = (base as? AnyInteractor)?.base ?? base
    }

    public var initialValue: DomainState { base.initialValue }

    public func interact(_ upstream: AsyncStream<Action>) -> AsyncStream<DomainState> { base.interact(upstream) }

    package var hasStatefulPart: Bool { GraphParts.hasStatefulPart(base) }

    package var bringsInitialValue: Bool { GraphParts.bringsInitialValue(base) }

    package func makeNode(in context: NodeContext<DomainState, Action>) -> Node<DomainState, Action> {
        GraphParts.makeNode(base, in: context)
    }
}

extension Interactor {
    /// This interactor with its type hidden.
    public func eraseToAnyInteractor() -> AnyInteractor<DomainState, Action> { AnyInteractor(self) }
}
