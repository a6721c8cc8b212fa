/// The readers of a client's open session, and the task that renews its lease while there are any, without locks or tasks.
///
/// Invariant: at most one task renews the lease of a session, at the rate of that lease.
struct SessionReaders: Sendable {
    private var last: UInt64 = 0
    private var numbers: Set<UInt64> = []
    /// Opened when the task that renews leases is to end; nil if there is none.
    private var keeper: Latch?

    struct Seat: Sendable {
        let number: UInt64
        /// Ends the task that renews the lease, if that is to be started.
        let keeper: Latch?
    }

    /// Another session is open: it has no readers yet. Returns the keeper of the former one, which is to be opened.
    mutating func begin() -> Latch? {
        (last, numbers) = (0, [])
        return keeper.take()
    }

    mutating func insert() -> Seat {
        last += 1
        numbers.insert(last)
        guard keeper == nil else { return Seat(number: last, keeper: nil) }
        let latch = Latch()
        keeper = latch
        return Seat(number: last, keeper: latch)
    }

    mutating func remove(_ number: UInt64) { numbers.remove(number) }

    /// Whether this keeper goes on; if not, a later reader has another one.
    mutating func goesOn(_ latch: Latch, isOpen: Bool) -> Bool {
        guard keeper === latch else { return false }
        if isOpen, !numbers.isEmpty { return true }
        keeper = nil
        return false
    }

    /// The keeper, which is to be opened.
    mutating func takeKeeper() -> Latch? { keeper.take() }
}
