/// A state that a feature under test has emitted.
public struct StateRecord<State: Sendable>: Sendable {
    public let state: State
    /// What led to it: an action of the test, one that was fed back, an effect, or the start.
    public let cause: String
    /// When it was emitted, on the clock of the harness.
    public let time: Duration
}

extension StateRecord: Equatable where State: Equatable {}

extension StateRecord: CustomStringConvertible {
    public var description: String { "\(cause) at \(time): \(Rendering.of(state))" }
}
