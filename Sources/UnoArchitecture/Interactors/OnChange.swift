extension Interactors {
    /// An interactor with a handler for the changes of a value in its state; made by `onChange(of:handler:)`.
    public struct OnChange<Base: Interactor, Value: Equatable & Sendable>: Interactor, WrappingPart, DescribedPart {
        /// Changes the state for a change of the value, and returns what to emit and which effects to start.
        public typealias Handler =
            @Sendable (inout Base.DomainState, _ old: Value, _ new: Value) -> Emission<Base.DomainState>
        /// A handler whose effects can feed actions back with `dispatch`.
        public typealias DispatchingHandler =
            @Sendable (inout Base.DomainState, _ old: Value, _ new: Value, _ dispatch: Dispatcher<Base.Action>) ->
            Emission<Base.DomainState>

        package let base: Base
        let path: any KeyPath<Base.DomainState, Value> & Sendable
        let handler: DispatchingHandler

        package var outline: PartOutline { PartOutline(state: .keyPath(path)) }

        package func makeNode(
            in context: NodeContext<Base.DomainState, Base.Action>
        ) -> Node<Base.DomainState, Base.Action> {
            OnChangeNode(
                context, base: GraphParts.makeNode(base, in: context), value: { $0[keyPath: path] }, handler: handler)
        }
    }
}

extension Interactor {
    /// Calls `handler` at the end of each step that has changed the value at `path`.
    ///
    /// ```swift
    /// Interact(initialValue: State()) { ... }
    ///     .onChange(of: \.query) { state, old, new in
    ///         state.results = []
    ///         return .perform(id: "search", policy: .cancelPrevious) { ... }
    ///     }
    /// ```
    ///
    /// - *Which changes*: those of every part, and those that effects send. The value is compared with the value at the end
    ///   of the last step; several changes in one step are one change. Values that do not equal themselves, as `Double.nan`, count
    ///   as equal to each other.
    /// - *Order*: after every part has handled the action. Handlers attached to inner parts are called first.
    /// - *Feedback*: a change of the value by the handler itself, or by what that leads to in the same step, does not call the
    ///   handler again.
    public func onChange<Value: Equatable & Sendable>(
        of path: any KeyPath<DomainState, Value> & Sendable,
        handler: @escaping Interactors.OnChange<Self, Value>.Handler
    ) -> Interactors.OnChange<Self, Value> {
        .init(base: self, path: path, handler: { state, old, new, _ in handler(&state, old, new) })
    }

    /// Calls a handler whose effects can feed actions back; see the other `onChange(of:handler:)`.
    public func onChange<Value: Equatable & Sendable>(
        of path: any KeyPath<DomainState, Value> & Sendable,
        handler: @escaping Interactors.OnChange<Self, Value>.DispatchingHandler
    ) -> Interactors.OnChange<Self, Value> {
        .init(base: self, path: path, handler: handler)
    }
}
