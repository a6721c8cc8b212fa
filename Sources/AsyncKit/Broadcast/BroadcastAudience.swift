public import Synchronization

/// Who listens to a ``Broadcast``, for its source to ask without a lock.
///
/// A class apart from the storage, and not generic, so that a source reads it with a load and nothing else.
@usableFromInline
package final class BroadcastAudience: Sendable {
    /// How many subscribers there are; written under the broadcast's lock.
    @usableFromInline let subscribers = Atomic<Int>(0)
    /// How many of them want every value; written under the broadcast's lock.
    let lossless = Atomic<Int>(0)

    /// Whether nobody subscribes.
    @inlinable
    package var isEmpty: Bool { subscribers.load(ordering: .relaxed) == 0 }
}
