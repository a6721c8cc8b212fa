/// The interactor with state whose handler only changes it: what has changed is emitted.
///
/// ```swift
/// Update(initialValue: Counter()) { state, action in
///     switch action {
///     case .increment: state.count += 1
///     case .reset: state.count = 0
///     case .ignored: break
///     }
/// }
/// ```
///
/// It is an ``Interact`` that returns `.state` if the state differs from the one before the action, and `.none` otherwise. A
/// handler that starts effects, or that changes the state without showing it, is an ``Interact``.
///
/// Complexity: a copy and a comparison of the state for each action. A collection that the handler changes is copied, too.
public struct Update<DomainState: Equatable & Sendable, Action: Sendable>: Interactor {
    /// Changes the state for an action.
    public typealias Handler = @Sendable (inout DomainState, Action) -> Void

    /// The interactor that does it.
    public let body: Interact<DomainState, Action>

    /// Creates an interactor that starts from `initialValue` and passes each action to `handler`.
    public init(
        initialValue: DomainState, fileID: StaticString = #fileID, line: UInt = #line,
        handler: @escaping Handler
    ) {
        body = Interact(
            initialValue: initialValue, fileID: fileID, line: line, handler: Self.emittingChanges(of: handler))
    }

    /// Creates an interactor for the state that another part brings; see the same form of ``Interact``.
    public init(fileID: StaticString = #fileID, line: UInt = #line, handler: @escaping Handler) {
        body = Interact(fileID: fileID, line: line, handler: Self.emittingChanges(of: handler))
    }

    private static func emittingChanges(of handler: @escaping Handler) -> Interact<DomainState, Action>.Handler {
        { state, action in
            let before = state
            handler(&state, action)
            return state == before ? .none : .state
        }
    }
}
