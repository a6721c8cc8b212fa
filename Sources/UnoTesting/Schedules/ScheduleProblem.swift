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
    }

    public let kind: Kind
    public let message: String

    public init(_ kind: Kind, _ message: String) {
        self.kind = kind
        self.message = message
    }

    public var description: String { "\(kind.rawValue): \(message)" }
}
