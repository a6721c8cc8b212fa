/// How long a host has not replied although it was asked.
///
/// Time in which nothing is asked does not count, nor does more than the limit of a call: a machine may sleep meanwhile.
struct Silence: Sendable {
    private var lastReply = Duration.zero
    /// When the first of the calls began that have failed since the last reply.
    private var start: Duration?
    private let limit: Duration

    /// - Parameter limit: how long a call may take.
    init(limit: Duration) {
        self.limit = limit
    }

    mutating func replied(at now: Duration) { (lastReply, start) = (now, nil) }

    /// A call that began at `begin` has failed; returns how long the host has been silent.
    mutating func failed(since begin: Duration, at now: Duration) -> Duration {
        let first = max(begin, lastReply, now - limit)
        let start = min(start ?? first, first)
        self.start = start
        return now - start
    }
}
