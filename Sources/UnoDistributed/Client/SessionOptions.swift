internal import UnoArchitecture

/// The bounds of a ``RemoteSession``, and its patience.
public struct SessionOptions: Sendable, Hashable {
    /// The default bounds.
    public static let `default` = SessionOptions()
    private static let bounds = Bounds("option", of: "a session")

    /// The number of actions that may wait at the client; 1,024.
    public var queue: Int { didSet { queue = Self.bounds.usable(queue, "queue") } }
    /// The number of actions that go together at most; 256. What is ready goes at once: a batch never waits to be filled.
    public var batch: Int { didSet { batch = Self.bounds.usable(batch, "batch") } }
    /// The bytes of encoded actions that go together at most; 65,536, or one action. So what shares the connection, such as the
    /// system's own heartbeats, is never behind more than that, or one larger action. It counts for a link and a host with a
    /// ``WireCoding``; what the host takes is another limit, ``HostLimits/batchBytes``.
    public var batchBytes: Int { didSet { batchBytes = Self.bounds.usable(batchBytes, "batchBytes") } }
    /// The number of states that come together at most; 64.
    public var states: Int { didSet { states = Self.bounds.usable(states, "states") } }
    /// How long a call may wait at the host for room, for a state or for the end of an event; 2 seconds. Keep it below the
    /// time-out of the actor system's calls. It waits no longer than half of ``call`` and half of the host's lease, and
    /// after each failure in a row for a quarter of the time.
    public var wait: Duration { didSet { wait = Self.bounds.usable(wait, "wait") } }
    /// How long a call may take in all, then it counts as failed; 10 seconds.
    public var call: Duration { didSet { call = Self.bounds.usable(call, "call") } }
    /// The pause after a call that has failed; 50 milliseconds. It doubles with each failure, up to a second.
    public var retry: Duration { didSet { retry = Self.bounds.usable(retry, "retry") } }
    /// How long calls may fail without a reply before the host counts as lost, and how long the delivery of one action may
    /// fail before the action is given up; 60 seconds. A reader skips a state after half of it. Time in which nothing is asked
    /// does not count. Nothing is given up or skipped before the host has replied to another call after each of the last five
    /// failures, none of which has waited at the host. A time-out, and another error that is ``CallFailure/transient``, does
    /// not count against an action. An error that is ``CallFailure/final`` is not waited out.
    public var patience: Duration { didSet { patience = Self.bounds.usable(patience, "patience") } }

    /// Creates bounds.
    ///
    /// One that is not positive is reported; 1, or a millisecond, takes its place.
    public init(
        queue: Int = 1_024,
        batch: Int = 256,
        batchBytes: Int = 65_536,
        states: Int = 64,
        wait: Duration = .seconds(2),
        call: Duration = .seconds(10),
        retry: Duration = .milliseconds(50),
        patience: Duration = .seconds(60),
        fileID: StaticString = #fileID, line: UInt = #line
    ) {
        let place = (fileID: fileID, line: line)
        self.queue = Self.bounds.usable(queue, "queue", at: place)
        self.batch = Self.bounds.usable(batch, "batch", at: place)
        self.batchBytes = Self.bounds.usable(batchBytes, "batchBytes", at: place)
        self.states = Self.bounds.usable(states, "states", at: place)
        self.wait = Self.bounds.usable(wait, "wait", at: place)
        self.call = Self.bounds.usable(call, "call", at: place)
        self.retry = Self.bounds.usable(retry, "retry", at: place)
        self.patience = Self.bounds.usable(patience, "patience", at: place)
    }

    /// How often in a row a call must have failed, and the host have replied to another one, before what the call carries is
    /// given up or skipped: a network that loses some calls seldom loses only these.
    static let doubts = 5

    /// The pause after many failures.
    var longestPause: Duration { max(retry, .seconds(1)) }
}
