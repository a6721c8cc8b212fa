/// The outcome of sending an action or an update.
///
/// Encodes as a string, such as `"accepted"` or `"rejected.mailboxFull"`.
public enum SendOutcome: Sendable, Hashable {
    /// The update has been applied, or the action has been accepted and will be handled in order.
    case accepted
    /// Not accepted, for this reason.
    case rejected(Rejection)
    /// Taken back: the sender, the effect, the event or the graph was cancelled before the action was handled or the
    /// update was applied. Nothing of it has happened.
    case cancelled
    /// The action has been handled. Then its event or the graph was cancelled, and with it what the action led to.
    case effectsCancelled
}

/// Why an action or an update was not accepted.
public enum Rejection: String, Sendable, Hashable, Codable, CodingKeyRepresentable, CaseIterable {
    /// The mailbox is full, and its policy does not make room.
    case mailboxFull
    /// A newer action displaced it from the mailbox (`dropOldest`).
    case dropped
    /// The runtime is shutting down or has ended.
    case shutDown
    /// The child that the action addressed had ended or did not exist; the other parts have handled the action.
    case childEnded
    /// The effect that this `Send` belongs to has ended.
    case effectEnded
    /// It is the result of a nested state machine, or an action of a projection, and the parent or the projection does not
    /// forward it.
    case notForwarded
    /// The group of runtimes has as many keys as it may have, and the action is for another one.
    case groupFull
    /// The view model shows an earlier state, to which the action does not belong.
    case showsPast
}

extension SendOutcome: Codable {
    private var text: String {
        switch self {
        case .accepted: "accepted"
        case .rejected(let rejection): "rejected.\(rejection.rawValue)"
        case .cancelled: "cancelled"
        case .effectsCancelled: "effectsCancelled"
        }
    }

    /// Decodes the string that ``encode(to:)`` has written.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        let all = [.accepted, .cancelled, .effectsCancelled] + Rejection.allCases.map { SendOutcome.rejected($0) }
        guard let outcome = all.first(where: { $0.text == text }) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "\(text) is no outcome of sending")
        }
        self = outcome
    }

    /// Encodes the outcome as a string.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }
}
