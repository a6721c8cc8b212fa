public import Synchronization

/// The lock of what is touched only while it is held; see ``Locked``.
///
/// The thread sanitizer does not know what orders the holders of a contended `Mutex` on Linux, and reports races that are
/// none. `handover` is an ordering that it does know; it costs a plain load and a plain store.
@usableFromInline
struct HandoverLock: ~Copyable, Sendable {
    @usableFromInline let mutex = Mutex<Void>(())
    @usableFromInline let handover = Atomic<UInt8>(0)

    @inlinable
    init() {}

    @inlinable @inline(__always)
    borrowing func hold(_ body: () -> Void) {
        mutex.withLock { _ in
            _ = handover.load(ordering: .acquiring)
            body()
            handover.store(0, ordering: .releasing)
        }
    }
}
