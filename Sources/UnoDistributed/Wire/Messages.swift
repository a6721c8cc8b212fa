public import UnoArchitecture

// What a client and a host say to each other. Every message may be lost, repeated, late or overtaken.

/// One client's stay at one host; made by the host, and different from every other one.
public struct SessionID: Sendable, Hashable, Codable, CustomStringConvertible {
    private let high: UInt64
    private let low: UInt64

    /// Makes an id that no other session has.
    init() {
        high = .random(in: .min ... .max)
        low = .random(in: .min ... .max)
    }

    /// For tests, which must be able to repeat a run.
    init(number: UInt64) { (high, low) = (0, number) }

    /// The id in hexadecimal digits.
    public var description: String { String(high, radix: 16) + "." + String(low, radix: 16) }
}

/// What became of one action of a session, if it is not `.accepted`.
public struct EventFate: Sendable, Hashable, Codable {
    /// The number of the action in its session.
    public let number: UInt64
    /// What became of it.
    public let outcome: SendOutcome
}

/// What all attempts of a client to open one session have in common, so that a reply that is lost costs no session.
public struct OpenKey: Sendable, Hashable, Codable {
    private let id: SessionID

    /// Makes a key that no other client uses.
    init() { id = SessionID() }

    /// For tests, which must be able to repeat a run.
    init(number: UInt64) { id = SessionID(number: number) }
}

/// A request for a session.
public struct OpenRequest: Sendable, Hashable, Codable {
    /// The session that the client had before; the host ends it first. Nil for none.
    public let replacing: SessionID?
    /// The key of the attempt. The host has at most one live session of a key.
    public let key: OpenKey
}

/// The reply to a host that asks another one to give up a key.
public enum ReleaseReply: Sendable, Hashable, Codable {
    /// The key has no runtime here, and its state is saved.
    ///
    /// - rivals: the other nodes that may have it, as far as this one knows. The host that asks may have come so late that it has
    ///   never known a node that is leaving.
    case released(rivals: [String])
    /// The runtime is still ending: ask again.
    case busy
    /// The key belongs to the host that was asked.
    case refused
}

/// The reply to an ``ActionBatch``.
public struct DeliveryReply: Sendable, Hashable, Codable {
    /// How far the host has come with a batch.
    public enum Status: String, Sendable, Hashable, Codable {
        /// Every action below `next` has been taken, now or before.
        case taken
        /// An earlier request is being handled, or there is no room: ask again later.
        case busy
        /// The batch begins behind `next`, so it is not the next one.
        case early
        /// The host does not know the session.
        case unknownSession
        /// Nothing of the batch has been taken, because it has too many bytes or cannot be decoded.
        case refused
    }

    /// How far the host has come.
    public let status: Status
    /// The number of the action that the host takes next.
    public let next: UInt64
    /// The actions of the batch whose outcome is not `.accepted`.
    public let exceptions: [EventFate]
    /// Why the batch is refused; nil if it is not.
    public let refusal: String?
    /// Whether the host has no room for the bytes of the actions, so that the session has to wait for its turn; nil if it has.
    public internal(set) var lacksRoom: Bool?
}

/// The reply to a question about an event.
public enum EventReply: Sendable, Hashable, Codable {
    /// The event is not over.
    case underWay(SendOutcome)
    /// The event is over. The outcome is nil if the host no longer knows it.
    case over(SendOutcome?)
    /// The host has not taken the action, or does not know the session.
    case unknown
}

/// A request for the states after a number, which also confirms those up to it.
public struct StatesRequest: Sendable, Hashable, Codable {
    /// The session.
    public let session: SessionID
    /// The reader of the session. The client counts its readers from 1.
    public let reader: UInt64
    /// The last state that the reader has; nil for none.
    public let after: UInt64?
    /// Which states the reader wants.
    public let policy: SubscriptionPolicy
    /// The number of states that it takes at most.
    public let count: Int
    /// How long the host may wait for a state.
    public let limit: Duration
}
