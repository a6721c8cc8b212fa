public import Synchronization

/// Runs `operation` with a cancellation handler, in the isolation of the caller.
///
/// The standard library's `withTaskCancellationHandler` predates SE-0461: a closure passed to it from a
/// `nonisolated(nonsending)` function leaves the caller's actor for the global executor. Callers on one actor would then join
/// a queue in an order other than that of their calls, and pay for two executor switches. A closure that captures an
/// `isolated` parameter stays on the actor.
@inlinable
package func withCancellationHandlerInPlace<Result>(
    _ operation: () async -> Result,
    onCancel handler: @Sendable () -> Void,
    isolation: isolated (any Actor)? = #isolation
) async -> Result {
    await withTaskCancellationHandler {
        _ = isolation
        return await operation()
    } onCancel: {
        handler()
    }
}

/// The identity of a waiter in its queue, shared between the call that waits and its cancellation handler.
///
/// A local variable of the waiting call. It is written and read under the lock that guards the queue, which orders the
/// accesses; it is atomic only so that two closures can share it without an allocation.
///
/// Publishing under the lock makes cancellation safe: a task is marked as cancelled before its handler runs. If the handler
/// gets the lock after the waiter has joined, it finds the identity and withdraws the waiter. If it gets the lock before, it
/// finds none, and the waiter, which checks `Task.isCancelled` under the lock, does not join.
@usableFromInline
package struct SharedWaiterID: ~Copyable, Sendable {
    @usableFromInline let published = Atomic<UInt64>(Self.unpublished)

    /// No queue counts this far.
    @inlinable static var unpublished: UInt64 { .max }

    @inlinable
    package init() {}

    @inlinable
    package func publish(_ id: UInt64) {
        published.store(id, ordering: .relaxed)
    }

    /// Nil if the waiter has not joined a queue.
    @inlinable
    package var value: UInt64? {
        let id = published.load(ordering: .relaxed)
        return id == Self.unpublished ? nil : id
    }
}
