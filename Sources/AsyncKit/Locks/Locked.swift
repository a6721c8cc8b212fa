public import Synchronization

/// State that is accessed only while a lock is held, stored in its owner.
///
/// A `Mutex` that the thread sanitizer understands. On Linux the slow path of `Mutex` is in the standard library, which is
/// not instrumented, so after contention the sanitizer sees no order between two holders and reports a race. In debug
/// builds, which are those that the sanitizer is used with, each holder therefore reads and writes an atomic that the
/// sanitizer does see. In release builds a `LockedField` is a `Mutex` and nothing else.
///
/// Unspecialised generic code looks up the layout of the state each time it locks, which takes about 50 ns; therefore the
/// operations on the path of an action or an element are inlinable.
@usableFromInline
package struct LockedField<State: ~Copyable & Sendable>: ~Copyable, Sendable {
    @usableFromInline let mutex: Mutex<State>
    #if DEBUG
        @usableFromInline let order = Atomic<UInt8>(0)
    #endif

    @inlinable
    package init(_ state: consuming sending State) {
        mutex = Mutex(state)
    }

    /// Runs `body` with exclusive access to the state. Do not call foreign code in it: no continuation is resumed, no value
    /// released and no task cancelled while the lock is held.
    @inlinable @inline(__always)
    package borrowing func withLock<Result: Sendable>(_ body: (inout State) -> Result) -> Result {
        mutex.withLock { state in
            #if DEBUG
                _ = order.load(ordering: .acquiring)
                defer { order.store(0, ordering: .releasing) }
            #endif
            return body(&state)
        }
    }
}

/// A ``LockedField`` in an object of its own, for state that several owners or closures share.
@usableFromInline
package final class Locked<State: ~Copyable & Sendable>: Sendable {
    @usableFromInline let field: LockedField<State>

    @inlinable
    package init(_ state: consuming sending State) {
        field = LockedField(state)
    }

    /// Runs `body` with exclusive access to the state; see ``LockedField/withLock(_:)``.
    @inlinable @inline(__always)
    package func withLock<Result: Sendable>(_ body: (inout State) -> Result) -> Result {
        field.withLock(body)
    }
}

extension Locked: CustomReflectable {
    /// Without children: reflection would read the state without the lock, and traps at a noncopyable field.
    @usableFromInline package var customMirror: Mirror { Mirror(self, children: EmptyCollection()) }
}
