internal import Testing

/// What is wrong with a scenario under one schedule.
public struct ScheduleProblem: Error, Sendable, Hashable, CustomStringConvertible {
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// Something that the scenario expects is not so.
        case expectation
        /// Things have happened in another order than the scenario expects.
        case order
        /// Nothing is ready and something waits: a deadlock, or a wake-up that was lost.
        case deadlock
        /// Something is alive that should have ended.
        case leak
        /// The scenario does not come to rest within its limit of steps.
        case restless
        /// A feature graph has reported a misuse.
        case misuse
        /// A task of the scenario has thrown an error.
        case thrown
        /// Nothing is ready, but a job came from elsewhere: the scenario depends on work that no schedule decides on.
        case outside
        /// A job has not returned for so long that the exploration was given up.
        case blocked
    }

    public let kind: Kind
    public let message: String
    /// Where a failed `#expect` is.
    var location: SourceLocation?

    public init(_ kind: Kind, _ message: String) {
        self.kind = kind
        self.message = message
    }

    public var description: String { "\(kind.rawValue): \(message)" }
}
