/// What the error of a call says about what the call carries: an action, or a state in its reply.
///
/// A ``RuntimeLink`` classifies the errors of its calls, because actor systems wrap errors in types of their own.
public enum CallFailure: Sendable, Hashable {
    /// It cannot be encoded or decoded, so that making the call again fails again. The action becomes
    /// ``RemoteOutcome/unsendable`` as soon as the host has said that it has not taken it, and the state is skipped.
    case final
    /// The error says nothing about it, such as a time-out or a lost connection. The call is made again, and the failure
    /// never counts against an action.
    case transient
    /// Not known. The call is made again, and the action or state is given up as ``SessionOptions/patience`` says.
    case unclear

    /// The default classification: `EncodingError`, `DecodingError` and ``UndecodableCall`` are `.final`,
    /// `CancellationError` is `.transient`, and every other error is `.unclear`.
    public init(_ error: any Error) {
        self =
            switch error {
            case is EncodingError, is DecodingError, is UndecodableCall: .final
            case is CancellationError: .transient
            default: .unclear
            }
    }
}
