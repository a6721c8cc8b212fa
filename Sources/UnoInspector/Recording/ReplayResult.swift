/// What a replay has shown.
public enum ReplayResult: Sendable, Hashable, CustomStringConvertible {
    /// The feature does what was recorded.
    case same
    /// The feature does something else, for the first time in this step.
    case differs(ReplayDifference)
    /// The recording cannot be replayed with the feature, for this reason.
    case impossible(String)
    /// The waiting task was cancelled.
    case cancelled

    /// The result in words.
    public var description: String {
        switch self {
        case .same: "The replay does what was recorded"
        case .differs(let difference): "\(difference)"
        case .impossible(let reason): "The recording cannot be replayed: \(reason)"
        case .cancelled: "The replay was cancelled"
        }
    }
}
