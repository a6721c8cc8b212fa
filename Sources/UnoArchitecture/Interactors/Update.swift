/// The interactor with state whose handler returns nothing: what it has changed is emitted.
///
/// ```swift
/// Update(initialValue: Letters()) { state, action, effects in
///     switch action {
///     case .opened(let letter): state.unread.remove(letter)
///     case .load: effects.run(\.loaded, id: "load") { try await office.letters() }
///     case .loaded(let result): state.result = result
///     case .left: effects.cancel(id: "load")
///     }
/// }
/// ```
///
/// It is an ``Interact`` that returns `.state` if the state differs from the one before the action, merged with the effects that
/// the handler has started, and `.none` if there is neither. A handler that changes the state without showing it adds
/// ``Emission/unshown``.
///
/// Complexity: a copy and a comparison of the state for each action. A collection that the handler changes is copied, too.
public struct Update<DomainState: Equatable & Sendable, Action: Sendable>: Interactor, DescribedPart {
    /// Changes the state for an action, and starts effects. One form only: with several the compiler takes a mistake inside for
    /// a wrong number of parameters.
    public typealias Handler = @Sendable (inout DomainState, Action, inout UpdateEffects<DomainState, Action>) -> Void

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

    package var outline: PartOutline { body.outline }

    private static func emittingChanges(
        of handler: @escaping Handler
    ) -> Interact<DomainState, Action>.DispatchingHandler {
        { state, action, dispatch in
            let before = state
            var effects = UpdateEffects<DomainState, Action>(dispatch)
            handler(&state, action, &effects)
            return effects.emission(afterChange: state != before)
        }
    }
}
