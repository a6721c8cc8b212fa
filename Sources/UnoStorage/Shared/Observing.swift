public import UnoArchitecture

extension Interactors {
    /// An interactor with a copy of a shared value in its state; made by `observing(_:at:)` and `observing(element:of:at:)`.
    public struct Observing<Base: Interactor, Value: Sendable & Equatable>: Interactor, WrappingPart, DescribedPart {
        /// The state of the wrapped interactor.
        public typealias DomainState = Base.DomainState
        /// The actions of the wrapped interactor.
        public typealias Action = Base.Action

        package let base: Base
        let slice: Slice<DomainState, Value>
        /// The present value that belongs to a state.
        let value: @Sendable (DomainState) -> Value
        let dependsOnState: Bool
        let version: @Sendable () -> UInt64
        let observe: @Sendable (_ changed: @escaping @Sendable () -> Void) -> () -> Void

        init(
            _ base: Base,
            _ slice: Slice<DomainState, Value>,
            dependsOnState: Bool,
            value: @escaping @Sendable (DomainState) -> Value,
            version: @escaping @Sendable () -> UInt64,
            observe: @escaping @Sendable (_ changed: @escaping @Sendable () -> Void) -> () -> Void
        ) {
            (self.base, self.slice, self.value) = (base, slice, value)
            (self.dependsOnState, self.version, self.observe) = (dependsOnState, version, observe)
        }

        /// The initial value of the wrapped interactor, with the present shared value in it.
        public var initialValue: DomainState {
            var state = base.initialValue
            let value = self.value(state)
            slice.modify(&state) { $0 = value }
            return state
        }

        package var outline: PartOutline { PartOutline(state: slice.path) }

        package var hasStatefulPart: Bool { true }

        package var initialValueSource: any Interactor<DomainState, Action> {
            bringsInitialValue ? self : GraphParts.initialValueSource(of: base)
        }

        package func makeNode(in context: NodeContext<DomainState, Action>) -> Node<DomainState, Action> {
            ObservingNode(
                context,
                base: GraphParts.makeNode(base, in: context),
                slice: slice,
                value: value,
                dependsOnState: dependsOnState,
                version: version,
                observe: observe
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
    /// - *Start*: an initial state that this interactor brings contains the present value. A child, and a part that brings no initial
    ///   state, copy it when they start, behind the initial state of the graph: a stream shows both states, a runtime the second.
    /// - *Ordering*: a change that a step makes is copied at the end of that step, one from outside in a turn of its own,
    ///   between actions, and emits the state. In the step that copies it, all parts of the graph do that observe the value,
    ///   in rows, too. The copy never goes back to an older value.
    /// - *Demand*: a graph that is busy gets the newest value when its turn comes, and skips those before.
    /// - *In a child of* `when`, the copy is a state that the parent is told. If it does not store that, it is told again, at
    ///   least once, at the end of each later step.
    /// - *Handlers* read the copy. What one writes to the copy alone, also by replacing the state around it, is gone at the end of
    ///   the step: the copy is the present value then. A value that is not equal to itself is copied once for each change.
    /// - *Complexity*: a comparison for each step; of rows, for each that the step touches.
    /// - *Finish* and *cancellation*: ends with the graph, or with the child that observes; the shared value goes on. At rest
    ///   it costs no task.
    public func observing<Value>(
        _ shared: Shared<Value>,
        at copy: any WritableKeyPath<DomainState, Value> & Sendable
    ) -> Interactors.Observing<Self, Value> {
        .init(self, Slice(copy), of: shared.source)
    }

    /// Keeps a copy of a shared value as this interactor's whole state.
    public func observing(_ shared: Shared<DomainState>) -> Interactors.Observing<Self, DomainState>
    where DomainState: Equatable {
        .init(self, .whole, of: shared.source)
    }

    /// Keeps a copy of one element of a shared collection in this interactor's state: of that whose id the state holds, and nil
    /// while there is none.
    ///
    /// ```swift
    /// Interact(initialValue: State(id: id)) { state, action in ... }
    ///     .observing(element: \.id, of: syncUps, at: \.syncUp)
    /// ```
    ///
    /// As `observing(_:at:)`, and the copy is that of the present id at the end of each step.
    ///
    /// - *Complexity*: a look-up by id for each step, and a step for a change of any element.
    ///
    /// - Parameters:
    ///   - id: the id of the element, in the state.
    ///   - shared: the collection.
    ///   - copy: where the copy lies in the state.
    public func observing<ID, Element: Equatable>(
        element id: any KeyPath<DomainState, ID> & Sendable,
        of shared: Shared<IdentifiedArray<ID, Element>>,
        at copy: any WritableKeyPath<DomainState, Element?> & Sendable
    ) -> Interactors.Observing<Self, Element?> {
        .init(self, Slice(copy), of: shared.source) { $1[id: $0[keyPath: id]] }
    }

    /// Keeps a copy of one element of a shared collection in this interactor's state: nil while the id is nil, too.
    public func observing<ID, Element: Equatable>(
        element id: any KeyPath<DomainState, ID?> & Sendable,
        of shared: Shared<IdentifiedArray<ID, Element>>,
        at copy: any WritableKeyPath<DomainState, Element?> & Sendable
    ) -> Interactors.Observing<Self, Element?> {
        .init(self, Slice(copy), of: shared.source) { state, elements in
            state[keyPath: id].flatMap { elements[id: $0] }
        }
    }
}

extension Interactors.Observing {
    /// A copy of the whole of a shared value.
    fileprivate init(_ base: Base, _ slice: Slice<DomainState, Value>, of source: any SharedSource<Value>) {
        self.init(base, slice, dependsOnState: false) { _ in
            source.value
        } version: {
            source.version
        } observe: {
            source.observe($0).end
        }
    }

    /// A copy of the part of a shared value that belongs to the state.
    fileprivate init<Whole>(
        _ base: Base,
        _ slice: Slice<DomainState, Value>,
        of source: any SharedSource<Whole>,
        part: @escaping @Sendable (DomainState, Whole) -> Value
    ) {
        self.init(base, slice, dependsOnState: true) {
            part($0, source.value)
        } version: {
            source.version
        } observe: {
            source.observe($0).end
        }
    }
}
