internal import UnoArchitecture

/// The bounds of a ``RemoteSession``, and its patience.
public struct SessionOptions: Sendable, Hashable {
    /// The default bounds.
    public static let `default` = SessionOptions()

    /// The number of actions that may wait at the client; 1,024.
    public var queue: Int { didSet { queue = Self.usable(queue, "queue") } }
    /// The number of actions that go together at most; 256. What is ready goes at once: a batch never waits to be filled.
    public var batch: Int { didSet { batch = Self.usable(batch, "batch") } }
    /// The number of states that come together at most; 64.
    public var states: Int { didSet { states = Self.usable(states, "states") } }
    /// How long a call may wait at the host for a state or for the end of an event; 2 seconds. It waits no longer than half
    /// of ``call`` and half of the host's lease.
    public var wait: Duration { didSet { wait = Self.usable(wait, "wait") } }
    /// How long a call may take in all, then it counts as failed; 10 seconds.
    public var call: Duration { didSet { call = Self.usable(call, "call") } }
    /// The pause after a call that has failed; 50 milliseconds. It doubles with each failure, up to a second.
    public var retry: Duration { didSet { retry = Self.usable(retry, "retry") } }
    /// How long calls may fail without a reply before the host counts as lost, and how long the delivery of one action may
    /// fail before the action is given up; 60 seconds. A reader skips a state after half of it. Time in which nothing is asked
    /// does not count. Nothing is given up or skipped before the host has replied to another call after each of the last five
    /// failures.
    public var patience: Duration { didSet { patience = Self.usable(patience, "patience") } }

    /// Creates bounds.
    ///
    /// One that is not positive is reported; 1, or a millisecond, takes its place.
    public init(
        queue: Int = 1_024,
        batch: Int = 256,
        states: Int = 64,
        wait: Duration = .seconds(2),
        call: Duration = .seconds(10),
        retry: Duration = .milliseconds(50),
        patience: Duration = .seconds(60),
        fileID: StaticString = #fileID, line: UInt = #line
    ) {
        let place = (fileID: fileID, line: line)
        self.queue = Self.usable(queue, "queue", place)
        self.batch = Self.usable(batch, "batch", place)
        self.states = Self.usable(states, "states", place)
        self.wait = Self.usable(wait, "wait", place)
        self.call = Self.usable(call, "call", place)
        self.retry = Self.usable(retry, "retry", place)
        self.patience = Self.usable(patience, "patience", place)
    }

    private static func usable(_ count: Int, _ name: String, _ place: Diagnostics.Place? = nil) -> Int {
        Diagnostics.usable(count, for: "The option \(name) of a session", at: place)
    }

    private static func usable(_ duration: Duration, _ name: String, _ place: Diagnostics.Place? = nil) -> Duration {
        Diagnostics.usable(duration, for: "The option \(name) of a session", at: place)
    }

    /// The pause after many failures.
    var longestPause: Duration { max(retry, .seconds(1)) }
}
