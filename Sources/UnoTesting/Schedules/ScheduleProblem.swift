internal import Testing

/// A problem of a scenario under one schedule.
public struct ScheduleProblem: Error, Sendable, Hashable, CustomStringConvertible {
    /// What kind of problem a schedule shows.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// An expectation of the scenario is not met.
        case expectation
        /// Events have happened in an unexpected order.
        case order
        /// No job is ready and a task waits: a deadlock, or a lost wake-up.
        case deadlock
        /// A task or an object is alive that should have ended.
        case leak
        /// The scenario has not ended within its limit of steps.
        case restless
        /// A feature graph has reported a misuse.
        case misuse
        /// A task of the scenario has thrown an error.
        case thrown
        /// No job was ready, then one arrived from outside: the scenario depends on work that the schedule does not
        /// order.
        case outside
        /// A job has not returned within the step limit, so the exploration was abandoned.
        case blocked
    }

    /// The kind of the problem.
    public let kind: Kind
    /// What went wrong.
    public let message: String
    /// The place of a failed `#expect`.
    var location: SourceLocation?

    /// Makes a problem, for a check of one's own that throws it.
    public init(_ kind: Kind, _ message: String) {
        self.kind = kind
        self.message = message
    }

    public var description: String { "\(kind.rawValue): \(message)" }
}
