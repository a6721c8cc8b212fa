internal import UnoArchitecture

/// The bounds of a ``RuntimeHost``.
public struct HostLimits: Sendable, Hashable {
    /// The default bounds.
    public static let `default` = HostLimits()
    private static let bounds = Bounds("limit", of: "a host")

    /// The time without a call after which a session ends; 30 seconds. Its readers then no longer keep the runtime waiting.
    public var lease: Duration { didSet { lease = Self.bounds.usable(lease, "lease") } }
    /// How long a call waits at most for room, for a state or for an event; 5 seconds. A call waits no longer than its client
    /// asks, see ``SessionOptions/wait``, and no longer than half of the lease.
    public var wait: Duration { didSet { wait = Self.bounds.usable(wait, "wait") } }
    /// How long a reader may keep the runtime waiting at a time; 10 seconds. The reader then starts anew, and is told of the
    /// gap. Measured on the runtime's clock.
    public var stall: Duration { didSet { stall = Self.bounds.usable(stall, "stall") } }
    /// How long a ``GroupHost`` waits for another host to give up a key; 5 seconds. Then it makes the runtime, and only the store
    /// can refuse what the other host saves later; see ``FencedStore``.
    public var handover: Duration { didSet { handover = Self.bounds.usable(handover, "handover") } }
    /// The number of sessions; 1,024. One more is refused.
    public var sessions: Int { didSet { sessions = Self.bounds.usable(sessions, "sessions") } }
    /// The number of events of a session that may be under way; 65,536. At this number, actions wait at the client.
    public var events: Int { didSet { events = Self.bounds.usable(events, "events") } }
    /// The number of outcomes, other than accepted, of events that are over that a session keeps, and the number of actions
    /// that are taken in one call; 1,024.
    public var outcomes: Int { didSet { outcomes = Self.bounds.usable(outcomes, "outcomes") } }
    /// The number of readers of a session; 64. One more takes the place of a reader that was silent for the time of the
    /// lease, or waits for a place.
    public var readers: Int { didSet { readers = Self.bounds.usable(readers, "readers") } }
    /// The number of states that are kept for a reader, whatever its policy asks for; 1,024.
    public var states: Int { didSet { states = Self.bounds.usable(states, "states") } }

    /// The bytes of encoded states that are on their way, of all sessions; 524,288. A reply has an eighth at most, or one state.
    /// So what shares the connection, such as the system's own heartbeats, is never behind more than that, or one larger
    /// state. It counts for a host with a ``WireCoding``.
    public var bytes: Int { didSet { bytes = Self.bounds.usable(bytes, "bytes") } }

    /// The bytes of encoded actions that come in one call; 1,048,576. The host tells its clients: an action that is larger is
    /// ``RemoteOutcome/unsendable``, and is not sent. A batch that is larger nevertheless is refused, and nothing of it is taken.
    /// It counts for a host and a link with a ``WireCoding``.
    public var batchBytes: Int { didSet { batchBytes = Self.bounds.usable(batchBytes, "batchBytes") } }

    /// The bytes of encoded actions that have come and that no runtime has taken yet, of all sessions; 4,194,304. Nothing is taken of
    /// a call that does not fit. Its session waits, in a call without actions, and sends them again when there is room; sessions get
    /// room in the order of asking. A call with more bytes than the limit is taken when no other one is. While a session waits, a call
    /// of which its runtime has not taken everything within 50 milliseconds gives the bytes of the rest back. It counts for a host and a link with a
    /// ``WireCoding``.
    public var actionBytes: Int { didSet { actionBytes = Self.bounds.usable(actionBytes, "actionBytes") } }

    /// Creates bounds.
    ///
    /// One that is not positive is reported; 1, or a millisecond, takes its place.
    public init(
        lease: Duration = .seconds(30),
        wait: Duration = .seconds(5),
        stall: Duration = .seconds(10),
        handover: Duration = .seconds(5),
        sessions: Int = 1_024,
        events: Int = 65_536,
        outcomes: Int = 1_024,
        readers: Int = 64,
        states: Int = 1_024,
        bytes: Int = 524_288,
        batchBytes: Int = 1_048_576,
        actionBytes: Int = 4_194_304,
        fileID: StaticString = #fileID, line: UInt = #line
    ) {
        let place = (fileID: fileID, line: line)
        self.lease = Self.bounds.usable(lease, "lease", at: place)
        self.wait = Self.bounds.usable(wait, "wait", at: place)
        self.stall = Self.bounds.usable(stall, "stall", at: place)
        self.handover = Self.bounds.usable(handover, "handover", at: place)
        self.sessions = Self.bounds.usable(sessions, "sessions", at: place)
        self.events = Self.bounds.usable(events, "events", at: place)
        self.outcomes = Self.bounds.usable(outcomes, "outcomes", at: place)
        self.readers = Self.bounds.usable(readers, "readers", at: place)
        self.states = Self.bounds.usable(states, "states", at: place)
        self.bytes = Self.bounds.usable(bytes, "bytes", at: place)
        self.batchBytes = Self.bounds.usable(batchBytes, "batchBytes", at: place)
        self.actionBytes = Self.bounds.usable(actionBytes, "actionBytes", at: place)
    }
}

/// What has happened at a ``RuntimeHost``.
public struct HostCounters: Sendable, Hashable, Codable {
    /// The sessions that were opened.
    public internal(set) var opened = 0
    /// Those that ended because their client was silent for the time of the lease.
    public internal(set) var expired = 0
    /// The actions that were taken.
    public internal(set) var taken = 0
    /// The actions that came again after they had been taken, and were passed over.
    public internal(set) var repeated = 0
    /// The calls with actions that were not taken because there was no room for their bytes; see ``HostLimits/actionBytes``.
    public internal(set) var crowded = 0
    /// The calls of sessions that the host did not know.
    public internal(set) var unknown = 0
    /// The states that were sent.
    public internal(set) var states = 0
    /// The replies that told a reader of a gap.
    public internal(set) var gaps = 0
}

/// Something that a ``RuntimeHost`` tells its observer.
public enum HostEvent: Sendable, Hashable {
    /// A session was opened.
    case opened(SessionID)
    /// A session ended, because its client or the host ended it, or its lease.
    case ended(SessionID, isExpired: Bool)
    /// A session was refused: the host has too many sessions, or its group too many runtimes.
    case refused
    /// A reader of the session kept the runtime waiting for too long.
    case stalled(SessionID)
    /// A reader of the session has lost states.
    case gap(SessionID)
}
