/// A state that is touched only while a lock is held, as by a `Mutex<State>`.
///
/// Two things keep it from being a `Mutex<State>`:
/// - `Mutex<State>.withLock` hands the types of its state and its result to a function that is not inlined, and code
///   that is not specialised looks each up in the run time's tables: four look-ups, 150 to 300 ns, each time it locks.
///   A `Mutex<Void>` has no such types.
/// - The thread sanitizer; see ``HandoverLock``.
///
/// `@unchecked Sendable` holds because nothing but `withLock` touches `state`, and that holds `lock`
/// throughout; what goes in and out is itself `Sendable`.
@usableFromInline
package final class Locked<State: ~Copyable & Sendable>: @unchecked Sendable {
    @usableFromInline let lock = HandoverLock()
    @exclusivity(unchecked) @usableFromInline var state: State

    @inlinable
    package init(_ state: consuming State) {
        self.state = state
    }

    @inlinable @inline(__always)
    package func withLock<Result: Sendable>(_ body: (inout State) -> Result) -> Result {
        var result: Result?
        lock.hold { result = body(&state) }
        return result!
    }

    /// The form for results that cannot be copied; apart from the other, which it would make slow in generic code.
    package func withLockMoving<Result: ~Copyable & Sendable>(_ body: (inout State) -> Result) -> Result {
        var result: Result?
        lock.hold { result = body(&state) }
        return result.take()!
    }
}

extension Locked: CustomReflectable {
    /// Without children: reflection reads without the lock, and traps at what cannot be copied.
    @usableFromInline package var customMirror: Mirror { Mirror(self, children: EmptyCollection()) }
}
