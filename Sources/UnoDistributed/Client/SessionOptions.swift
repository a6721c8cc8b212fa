/// The bounds of a ``RemoteSession``, and its patience.
public struct SessionOptions: Sendable, Hashable {
    /// The default bounds.
    public static let `default` = SessionOptions()

    /// The number of actions that may wait at the client; 1,024.
    public var queue: Int { didSet { Self.check("queue", queue > 0, queue) } }
    /// The number of actions that go together at most; 256. What is ready goes at once: a batch never waits to be filled.
    public var batch: Int { didSet { Self.check("batch", batch > 0, batch) } }
    /// The number of states that come together at most; 64.
    public var states: Int { didSet { Self.check("states", states > 0, states) } }
    /// How long a call may wait at the host for a state or for the end of an event; 2 seconds. It waits no longer than half
    /// of ``call`` and half of the host's lease.
    public var wait: Duration { didSet { Self.check("wait", wait > .zero, wait) } }
    /// How long a call may take in all, then it counts as failed; 10 seconds.
    public var call: Duration { didSet { Self.check("call", call > .zero, call) } }
    /// The pause after a call that has failed; 50 milliseconds. It doubles with each failure, up to a second.
    public var retry: Duration { didSet { Self.check("retry", retry > .zero, retry) } }
    /// How long calls may fail without a reply before the host counts as lost, and how long the delivery of one action may
    /// fail before the action is given up; 60 seconds. Time in which nothing is asked does not count. An action is not given
    /// up before the host has replied to another call after each of the last five failures.
    public var patience: Duration { didSet { Self.check("patience", patience > .zero, patience) } }

    /// Creates bounds. Every one of them must be positive.
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
        let site = "\(fileID):\(line): "
        for (name, value) in [("queue", queue), ("batch", batch), ("states", states)] {
            Self.check(name, value > 0, value, site)
        }
        for (name, value) in [("wait", wait), ("call", call), ("retry", retry), ("patience", patience)] {
            Self.check(name, value > .zero, value, site)
        }
        (self.queue, self.batch, self.states) = (queue, batch, states)
        (self.wait, self.call, self.retry, self.patience) = (wait, call, retry, patience)
    }

    private static func check(_ name: String, _ isPositive: Bool, _ value: some Any, _ site: String = "") {
        if !isPositive { fatalError("\(site)the option \(name) of a session is \(value), which is not positive") }
    }
}
