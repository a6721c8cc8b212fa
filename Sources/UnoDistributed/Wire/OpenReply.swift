public import UnoArchitecture

/// The reply to an ``OpenRequest``.
public enum OpenReply: Sendable, Hashable, Codable {
    /// The session is open.
    case opened(Opening)
    /// There are as many sessions as the host allows, or as many runtimes as its group.
    case full
    /// The host has ended.
    case ended
    /// The key belongs to another host. Nothing of the replaced session happens any more.
    ///
    /// - leaving: the name of the host's node, if the node is about to leave.
    case moved(Previous?, leaving: String?)
    /// The runtime of the key could not be made; the text is that of the error.
    case failed(String)

    /// An open session.
    public struct Opening: Sendable, Hashable, Codable {
        /// The session.
        public let session: SessionID
        /// The run of the host's runtime.
        public let epoch: RuntimeEpoch
        /// The time without a call after which the session ends.
        public let lease: Duration
        /// The bytes of encoded actions that the host takes at a time; nil if it has no ``WireCoding``.
        public let batchBytes: Int?
        /// What the replaced session had come to; nil if the host does not know it.
        public let previous: Previous?
    }

    /// What an ended session had come to. Nothing of it happens any more.
    public struct Previous: Sendable, Hashable, Codable {
        /// Every action with a smaller number was taken, no other one was.
        public let next: UInt64
        /// The actions whose outcome is not `.accepted`.
        public let exceptions: [EventFate]
    }
}
