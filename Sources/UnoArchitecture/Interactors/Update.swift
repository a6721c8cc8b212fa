/// The interactor with state whose handler returns nothing: what it has changed is emitted.
///
/// ```swift
/// Update(initialValue: Letters()) { state, action, effects, dispatch in
///     switch action {
///     case .opened(let letter): state.unread.remove(letter)
///     case .load: effects += dispatch.run(\.loaded, id: "load") { try await office.letters() }
///     case .loaded(let result): state.result = result
///     case .left: effects += .cancel(id: "load")
///     }
/// }
/// ```
///
/// It is an ``Interact`` that returns `.state` if the state differs from the one before the action, merged with the effects that
/// the handler has added, and `.none` if there is neither. `effects` and `dispatch` may be left out. A handler that changes the
/// state without showing it adds ``Emission/unshown``.
///
/// Complexity: a copy and a comparison of the state for each action. A collection that the handler changes is copied, too.
public struct Update<DomainState: Equatable & Sendable, Action: Sendable>: Interactor {
    /// Changes the state for an action.
    public typealias Handler = @Sendable (inout DomainState, Action) -> Void
    /// Changes the state for an action, and adds effects.
    public typealias EffectsHandler = @Sendable (inout DomainState, Action, inout Effects<DomainState>) -> Void
    /// Changes the state for an action, and adds effects that can feed actions back with `dispatch`.
    public typealias DispatchingHandler =
        @Sendable (inout DomainState, Action, inout Effects<DomainState>, _ dispatch: Dispatcher<Action>) -> Void

    /// The interactor that does it.
    public let body: Interact<DomainState, Action>

    /// Creates an interactor that starts from `initialValue` and passes each action to `handler`.
    public init(
        initialValue: DomainState, fileID: StaticString = #fileID, line: UInt = #line,
        handler: @escaping Handler
    ) {
        body = Interact(initialValue: initialValue, fileID: fileID, line: line, handler: Self.emitting(handler))
    }

    /// Creates an interactor that starts from `initialValue`, and whose handler adds effects.
    public init(
        initialValue: DomainState, fileID: StaticString = #fileID, line: UInt = #line,
        handler: @escaping EffectsHandler
    ) {
        body = Interact(initialValue: initialValue, fileID: fileID, line: line, handler: Self.emitting(handler))
    }

    /// Creates an interactor that starts from `initialValue`, and whose effects can feed actions back.
    public init(
        initialValue: DomainState, fileID: StaticString = #fileID, line: UInt = #line,
        handler: @escaping DispatchingHandler
    ) {
        body = Interact(initialValue: initialValue, fileID: fileID, line: line, handler: Self.emitting(handler))
    }

    /// Creates an interactor for the state that another part brings; see the same form of ``Interact``.
    public init(fileID: StaticString = #fileID, line: UInt = #line, handler: @escaping Handler) {
        body = Interact(fileID: fileID, line: line, handler: Self.emitting(handler))
    }

    /// Creates an interactor for the state that another part brings, and whose handler adds effects.
    public init(fileID: StaticString = #fileID, line: UInt = #line, handler: @escaping EffectsHandler) {
        body = Interact(fileID: fileID, line: line, handler: Self.emitting(handler))
    }

    /// Creates an interactor for the state that another part brings, whose effects can feed actions back.
    public init(fileID: StaticString = #fileID, line: UInt = #line, handler: @escaping DispatchingHandler) {
        body = Interact(fileID: fileID, line: line, handler: Self.emitting(handler))
    }

    private static func emitting(_ handler: @escaping Handler) -> Interact<DomainState, Action>.Handler {
        { state, action in
            let before = state
            handler(&state, action)
            return state == before ? .none : .state
        }
    }

    private static func emitting(_ handler: @escaping EffectsHandler) -> Interact<DomainState, Action>.Handler {
        { state, action in
            let before = state
            var effects = Effects<DomainState>()
            handler(&state, action, &effects)
            return effects.emission(afterChange: state != before)
        }
    }

    private static func emitting(
        _ handler: @escaping DispatchingHandler
    ) -> Interact<DomainState, Action>.DispatchingHandler {
        { state, action, dispatch in
            let before = state
            var effects = Effects<DomainState>()
            handler(&state, action, &effects, dispatch)
            return effects.emission(afterChange: state != before)
        }
    }
}
