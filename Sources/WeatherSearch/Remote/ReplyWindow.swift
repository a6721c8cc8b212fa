/// What a host owes a connection. It takes no call while that is too much, so that a client that does not read its replies
/// stops its own connection.
///
/// A value. A call is under way until its reply has been written.
struct ReplyWindow: Sendable {
    struct Limits: Sendable {
        /// Calls under way.
        var calls = 16
        /// Bytes of replies that were not written, with which no other call is taken.
        var bytes = 256 << 10
    }

    let limits: Limits
    private(set) var calls = 0
    private(set) var bytes = 0

    init(limits: Limits) { self.limits = limits }

    var isFull: Bool { calls >= limits.calls || bytes >= limits.bytes }
    var isIdle: Bool { calls == 0 }
    var isWriting: Bool { bytes > 0 }

    mutating func took() { calls += 1 }
    mutating func replied(_ count: Int) { bytes += count }

    mutating func wrote(_ count: Int) {
        calls -= 1
        bytes -= count
    }
}
