internal import UnoArchitecture

// The actions that a client has sent, or is about to send, together.

extension SessionStateMachine {
    struct Parcel: Sendable {
        let action: Action
        let event: RemoteEvent
        /// Made once in a session: another session may be with a host that has another coding.
        private var encoding: (session: SessionID, text: String)?

        init(action: Action, event: RemoteEvent) { (self.action, self.event) = (action, event) }

        /// Its encoding in this session, if it has been made.
        subscript(textIn session: SessionID) -> String? {
            get { encoding.flatMap { $0.session == session ? $0.text : nil } }
            set { encoding = newValue.map { (session, $0) } }
        }
    }

    struct Batch: Sendable {
        let session: SessionID
        let first: UInt64
        var parcels: [Parcel]
        /// The number of parcels that go together; at least 1. Smaller than the batch after failures.
        var width: Int
        /// Whether it may have reached the host.
        var isSent = false
        /// Whether its first action is left out, unless the host has taken it.
        var isGivenUp = false

        /// How many of its actions have a smaller number.
        func count(below number: UInt64) -> Int {
            min(parcels.count, Int(clamping: max(number, first) - first))
        }
    }
}

extension SessionStateMachine.Batch where Action: Codable {
    /// Encodes the actions that go together: as many as have `limit` bytes, and at least one.
    ///
    /// Encodes one action more than go together; the next batch finds its encoding.
    ///
    /// - Parameter most: the bytes that the host takes at a time.
    /// - Returns: the number of these actions, and why the next one can never be sent, if it can not.
    mutating func encode(
        with coding: any WireCoding,
        upTo limit: Int,
        atMost most: Int
    ) -> (count: Int, failure: String?) {
        var bytes = 0
        for index in parcels.indices {
            let text: String
            do { text = try parcels[index][textIn: session] ?? coding.encode(parcels[index].action) } catch {
                return (index, "\(error)")
            }
            let size = text.utf8.count
            guard size <= most else {
                return (index, "an action of \(size) bytes, and the host takes \(most) at a time")
            }
            parcels[index][textIn: session] = text
            bytes += size
            if index > 0, bytes > min(limit, most) { return (index, nil) }
        }
        return (parcels.count, nil)
    }

    /// The actions that go together, encoded if they have been.
    func message(limit: Duration) -> ActionBatch<Action> {
        let parcels = parcels.prefix(width)
        let texts = parcels.compactMap { $0[textIn: session] }
        let isEncoded = texts.count == parcels.count
        return ActionBatch(
            session: session, first: first, actions: isEncoded ? [] : parcels.map(\.action),
            texts: isEncoded ? texts : nil, limit: limit
        )
    }
}
