public import Synchronization

/// A ``Locked`` that lies in its owner: no object of its own, so neither shared nor copied.
///
/// For owners that are not generic, or are specialised: what keeps a `Locked` from being a `Mutex<State>` where code is
/// not specialised holds here too. `handover` is the ordering that the thread sanitizer knows.
@usableFromInline
package struct LockedField<State: ~Copyable & Sendable>: ~Copyable, Sendable {
    @usableFromInline let mutex: Mutex<State>
    @usableFromInline let handover = Atomic<UInt8>(0)

    @inlinable
    package init(_ state: consuming sending State) {
        mutex = Mutex(state)
    }

    @inlinable @inline(__always)
    package borrowing func withLock<Result: Sendable>(_ body: (inout State) -> Result) -> Result {
        mutex.withLock { state in
            _ = handover.load(ordering: .acquiring)
            defer { handover.store(0, ordering: .releasing) }
            return body(&state)
        }
    }
}
