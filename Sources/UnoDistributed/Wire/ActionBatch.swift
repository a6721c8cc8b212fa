/// Actions of a session, in order, with consecutive numbers.
public struct ActionBatch<Action: Sendable & Codable>: Sendable, Codable {
    /// The session.
    public let session: SessionID
    /// The number of the first action.
    public let first: UInt64
    /// The actions; none if there are `texts`.
    public let actions: [Action]
    /// The encodings of the actions, of a session that encodes them itself: see ``WireCoding``.
    public let texts: [String]?
    /// How long the host may wait for room.
    public let limit: Duration
    /// The bytes for which the session asks for room; nil unless there are no actions for that reason. See
    /// ``HostLimits/actionBytes``.
    public let room: Int?

    init(
        session: SessionID,
        first: UInt64,
        actions: [Action],
        texts: [String]? = nil,
        limit: Duration,
        room: Int? = nil
    ) {
        (self.session, self.first, self.actions, self.texts) = (session, first, actions, texts)
        (self.limit, self.room) = (limit, room)
    }

    /// The number of actions.
    var count: Int { texts?.count ?? actions.count }

    /// The bytes of the actions; 0 if the system encodes them.
    var bytes: Int { texts?.reduce(0) { $0 + $1.utf8.count } ?? 0 }
}
