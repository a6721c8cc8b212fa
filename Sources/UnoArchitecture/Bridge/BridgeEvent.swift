/// What the engine learns that waits for a stream transformer.
enum BridgeEvent<State: Sendable>: Sendable {
    case emitted(State)
    /// The transformer waits for its next action, or will never take one.
    case settled
}
