/// How long a host has not replied although it was asked.
///
/// Time in which nothing is asked does not count, nor does more than the limit of a call: a machine may sleep meanwhile.
struct Silence: Sendable {
    private var lastReply = Duration.zero
    /// When the first of the calls began that have failed since the last reply, one soon after the other.
    private var start: Duration?
    /// When the last of these failed.
    private var lastFailure = Duration.zero
    private let limit: Duration
    private let pause: Duration

    /// - Parameters:
    ///   - limit: how long a call may take.
    ///   - pause: how long the longest pause between two attempts is.
    init(limit: Duration, pause: Duration) {
        self.limit = limit
        self.pause = pause
    }

    mutating func replied(at now: Duration) { (lastReply, start) = (now, nil) }

    /// A call that began at `begin` has failed; returns how long the host has been silent.
    mutating func failed(since begin: Duration, at now: Duration) -> Duration {
        let first = max(begin, lastReply, now - limit)
        // Nothing was asked meanwhile, or the machine slept: a call that was given up takes no longer than the limit.
        if first - lastFailure > limit + pause { start = nil }
        let start = min(start ?? first, first)
        self.start = start
        lastFailure = max(lastFailure, now)
        return now - start
    }
}
