/// A fair lock for tasks: one task holds it, the others suspend in a queue.
///
/// *Behavior*
/// - **Ordering.** First come, first served. `release()` hands the lock to the task that has waited longest, so no other task
///   can acquire it in between, and `tryAcquire()` does not overtake the queue.
/// - **Finish.** `close()` refuses all waiting and all later requests; the holder keeps the lock until it releases it.
/// - **Cancellation.** A cancelled task does not acquire the lock, even if it is free, unless it asks with
///   `acquireIgnoringCancellation()`. A task that was given the lock before it was cancelled holds it and has to release it.
///
/// An owner that is an object already can embed an ``AsyncLockStorage`` and save this object.
///
/// Complexity: amortised O(1); withdrawing and cancelling are O(log n) in the number of waiters. Nothing is allocated while
/// no task waits.
package final class AsyncLock: Sendable {
    package let storage = AsyncLockStorage()

    package init() {}

    /// The result of a request for the lock.
    package enum Acquisition: Sendable, Hashable {
        /// The caller holds the lock and calls `release()`.
        case acquired
        /// The task was cancelled first.
        case cancelled
        /// The lock was closed first.
        case closed
        /// The request was withdrawn first.
        case withdrawn
    }

    /// Acquires the lock as soon as all earlier requests have been served.
    package func acquire() async -> Acquisition { await storage.acquire() }

    /// Acquires the lock as `acquire()` does, whether or not the task is cancelled; never returns `.cancelled`.
    package func acquireIgnoringCancellation() async -> Acquisition { await storage.acquireIgnoringCancellation() }

    /// Acquires the lock if it is free and open; not sensitive to cancellation.
    package func tryAcquire() -> Bool { storage.tryAcquire() }

    /// Hands the lock to the next waiter; traps if it is not held.
    package func release() { storage.release() }

    /// Refuses all waiting and all later requests; does not affect the holder.
    package func close() { storage.close() }
}
