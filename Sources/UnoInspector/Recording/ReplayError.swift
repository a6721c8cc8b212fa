/// Why a replay has no answer.
public enum ReplayError: Error, Hashable, CustomStringConvertible {
    /// The recording has no step with this number.
    case noStep(Int)
    /// The replay does not come to the step: in an earlier one it cannot do what was recorded.
    case notReached(Int, ReplayResult)
    /// The recording cannot be replayed with the feature, for this reason.
    case impossible(String)
    /// The waiting task was cancelled.
    case cancelled

    /// The reason in words.
    public var description: String {
        switch self {
        case .noStep(let step): "The recording has no step \(step)"
        case .notReached(let step, let result): "The replay does not come to step \(step). \(result)"
        case .impossible(let reason): "\(ReplayResult.impossible(reason))"
        case .cancelled: "\(ReplayResult.cancelled)"
        }
    }
}
