internal import ValueKit

/// A state that a feature under test has emitted.
public struct StateRecord<State: Sendable>: Sendable {
    enum Origin: Sendable {
        case start
        case sent(any Sendable)
        case fedBack(any Sendable)
        case effect
    }

    /// The state.
    public let state: State
    let origin: Origin
    /// When it was emitted, on the clock of the harness.
    public let time: Duration
    /// Whether a host hands on a later state of the same step in its place.
    let isInterim: Bool

    /// What led to it: an action of the test, one that was fed back, an effect, or the start.
    public var cause: String {
        switch origin {
        case .start: "start"
        case .sent(let action): Rendering.of(action)
        case .fedBack(let action): "\(Rendering.of(action)), fed back"
        case .effect: "effect"
        }
    }
}

extension StateRecord: Equatable where State: Equatable {
    public static func == (left: Self, right: Self) -> Bool {
        left.state == right.state && left.time == right.time && left.cause == right.cause
    }
}

extension StateRecord: CustomStringConvertible {
    public var description: String { "\(cause) at \(time): \(Rendering.of(state))" }
}
