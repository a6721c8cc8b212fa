extension Interactors {
    /// An interactor that says how its stream transformers end; made by `atEnd(_:)`.
    public struct AtEnd<Base: Interactor>: Interactor, GraphPart {
        public typealias DomainState = Base.DomainState
        public typealias Action = Base.Action

        private let base: Base
        private let end: TransformerEnd

        init(_ base: Base, _ end: TransformerEnd) {
            self.base = base
            self.end = end
        }

        public var initialValue: DomainState { base.initialValue }

        public func interact(_ upstream: AsyncStream<Action>) -> AsyncStream<DomainState> {
            HostedStream.states(of: self, upstream: upstream)
        }

        package var hasStatefulPart: Bool { GraphParts.hasStatefulPart(base) }

        package var bringsInitialValue: Bool { GraphParts.bringsInitialValue(base) }

        package func makeNode(in context: NodeContext<DomainState, Action>) -> Node<DomainState, Action> {
            var context = context
            context.atEnd = end
            return GraphParts.makeNode(base, in: context)
        }
    }
}

extension Interactor {
    /// This interactor, whose stream transformers end with their actions (`.cancel`) or are waited for (`.wait`, the
    /// default).
    ///
    /// A transformer that also follows another source, such as a timer, does not end when its actions do. The graph waits
    /// for it when it finishes, and reports it by name when it has waited for five seconds of the graph's clock.
    ///
    /// ```swift
    /// Prices(feed).atEnd(.cancel)
    /// ```
    ///
    /// Applies to every transformer inside this interactor; where declarations are nested, the innermost counts. Parts
    /// that are no transformers are not affected.
    public func atEnd(_ end: TransformerEnd) -> Interactors.AtEnd<Self> {
        Interactors.AtEnd(self, end)
    }
}
