public import UnoArchitecture
internal import ValueKit

/// The first step in which a replay differs from its recording.
public struct ReplayDifference: Sendable, Hashable, CustomStringConvertible {
    /// A part of the state that differs.
    public struct Field: Sendable, Hashable {
        /// How it is reached, as in `results[1].city?.name`; empty for the whole state.
        public let path: String
        /// What was recorded; nil where it is missing.
        public let expected: String?
        /// What the replay has; nil where it is missing.
        public let actual: String?
    }

    /// The number of the step.
    public let step: Int
    /// Why the step was taken.
    public let cause: StepCause
    /// The recorded action of the step or, if it has none, that of its event, as text.
    public let action: String?
    /// Where the action or the change was sent, in the recording.
    public let place: SourcePlace?
    /// What differs beside the state; nil for nothing.
    public let reason: String?
    /// The first parts of the state that differ.
    public let fields: [Field]

    /// The step with its action and place, then the differences.
    public var description: String {
        let action = action.map { ": \($0)" } ?? ""
        let place = place.map { ", at \($0)" } ?? ""
        let lines = fields.map { field in
            """

                \(field.path.isEmpty ? "the state" : field.path)
                    recorded: \(field.expected ?? "nothing")
                    replayed: \(field.actual ?? "nothing")
            """
        }
        return "The replay differs in step \(step), \(cause.rawValue)\(action)\(place)"
            + (reason.map { ": \($0)" } ?? "") + lines.joined()
    }
}

extension ReplayDifference.Field {
    /// The first fields in which two states differ.
    static func fields<State: Equatable>(_ expected: State?, _ actual: State?) -> [Self] {
        Difference(recorded: expected, replayed: actual).entries.map { entry in
            Self(path: entry.path, expected: entry.expected, actual: entry.actual)
        }
    }
}
