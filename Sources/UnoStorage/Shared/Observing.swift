public import UnoArchitecture

extension Interactors {
    /// An interactor with a copy of a shared value in its state; made by `observing(_:at:)`.
    public struct Observing<Base: Interactor, Value: Sendable & Equatable>: Interactor, WrappingPart {
        /// The state of the wrapped interactor.
        public typealias DomainState = Base.DomainState
        /// The actions of the wrapped interactor.
        public typealias Action = Base.Action

        package let base: Base
        let shared: Shared<Value>
        let slice: Slice<DomainState, Value>

        /// The initial value of the wrapped interactor, with the present shared value in it.
        public var initialValue: DomainState {
            var state = base.initialValue
            slice.modify(&state) { $0 = shared.value }
            return state
        }

        package var hasStatefulPart: Bool { true }

        package var initialValueSource: any Interactor<DomainState, Action> {
            bringsInitialValue ? self : GraphParts.initialValueSource(of: base)
        }

        package func makeNode(in context: NodeContext<DomainState, Action>) -> Node<DomainState, Action> {
            let source = shared.source
            return FollowingNode(
                context,
                base: GraphParts.makeNode(base, in: context),
                slice: slice,
                value: { source.value },
                observe: { changed in source.observe(changed).end }
            )
        }
    }
}

extension Interactor {
    /// Keeps a copy of a shared value in this interactor's state.
    ///
    /// ```swift
    /// Interact(initialValue: State()) { state, action in ... }
    ///     .observing(settings, at: \.settings)
    /// ```
    ///
    /// - *Start*: the initial state contains the present value. The child of an optional part gets it when the part appears.
    /// - *Ordering*: a change is copied in a turn of its own, between actions, and emits the state. The copy never goes back
    ///   to an older value.
    /// - *Demand*: a graph that is busy gets the newest value when its turn comes, and skips those before.
    /// - *Handlers* read the copy. One that changes the shared value puts the result of ``Shared/update(fileID:line:_:)``
    ///   into the state; what a handler writes to the copy alone is overwritten by the next change.
    /// - *Finish* and *cancellation*: ends with the graph, or with the child that observes; the shared value goes on. At rest
    ///   it costs no task.
    public func observing<Value>(
        _ shared: Shared<Value>,
        at copy: any WritableKeyPath<DomainState, Value> & Sendable
    ) -> Interactors.Observing<Self, Value> {
        Interactors.Observing(base: self, shared: shared, slice: Slice(copy))
    }

    /// Keeps a copy of a shared value as this interactor's whole state.
    public func observing(_ shared: Shared<DomainState>) -> Interactors.Observing<Self, DomainState>
    where DomainState: Equatable {
        Interactors.Observing(base: self, shared: shared, slice: .whole)
    }
}
