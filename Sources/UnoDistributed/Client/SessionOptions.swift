/// The bounds of a ``RemoteSession``, and its patience.
public struct SessionOptions: Sendable, Hashable {
    /// The default bounds.
    public static let `default` = SessionOptions()

    /// The number of actions that may wait at the client; 1,024.
    public var queue: Int
    /// The number of actions that go together at most; 256. What is ready goes at once: a batch never waits to be filled.
    public var batch: Int
    /// The number of states that come together at most; 64.
    public var states: Int
    /// How long a call may wait at the host for a state or for the end of an event; 2 seconds.
    public var wait: Duration
    /// How long a call may take in all, then it counts as failed; 10 seconds.
    public var call: Duration
    /// The pause after a call that has failed; 50 milliseconds. It doubles with each failure, up to a second.
    public var retry: Duration
    /// The time without a reply after which the host counts as lost, although calls are being tried; 60 seconds.
    public var patience: Duration

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
        func check(_ isPositive: Bool, _ name: String, _ value: Any) {
            if !isPositive {
                fatalError("\(fileID):\(line): the option \(name) of a session is \(value), which is not positive")
            }
        }
        for (name, value) in [("queue", queue), ("batch", batch), ("states", states)] { check(value > 0, name, value) }
        for (name, value) in [("wait", wait), ("call", call), ("retry", retry), ("patience", patience)] {
            check(value > .zero, name, value)
        }
        (self.queue, self.batch, self.states) = (queue, batch, states)
        (self.wait, self.call, self.retry, self.patience) = (wait, call, retry, patience)
    }
}
