public import UnoArchitecture

/// Whether a ``RemoteSession`` can be used at once.
public enum SessionStatus: Sendable, Hashable {
    /// No session is open at the host; the next use opens one.
    case idle
    /// A session is being opened, if need be again and again.
    case opening
    /// A session is open.
    case open
    /// The host is lost; what was not sent, and streams, wait for `reconnect(to:)`.
    case lost
    /// The program has ended the session.
    case ended
}

/// Something that a ``RemoteSession`` tells its observer.
public enum SessionEvent: Sendable, Hashable {
    /// A session was opened with this run of the runtime.
    case opened(RuntimeEpoch)
    /// The host is lost, because the program or the host said so, or after ``SessionOptions/patience``. Actions that
    /// were not sent, and streams, wait for `reconnect(to:)`; every other wait ends.
    case lost
    /// A call has failed and is made again, told once until it succeeds; or an action is about to be left out, as it cannot cross.
    /// The text is that of the error.
    case failing(String)
    /// An action was refused, cannot be sent, or became unknown.
    case undelivered(RemoteOutcome)
    /// A state cannot be encoded or decoded. The reader goes on with the present state, and a gap.
    case skipped
    /// The program has ended the session.
    case ended
}
