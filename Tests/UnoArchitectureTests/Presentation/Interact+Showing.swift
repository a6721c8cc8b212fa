import UnoArchitecture

extension Interact {
    /// An interactor that emits its state after each action, whether `change` has changed it or not.
    static func showing(
        _ initialValue: DomainState, _ change: @escaping @Sendable (inout DomainState, Action) -> Void
    ) -> Interact {
        Interact(initialValue: initialValue) { state, action in
            change(&state, action)
            return .state
        }
    }
}
