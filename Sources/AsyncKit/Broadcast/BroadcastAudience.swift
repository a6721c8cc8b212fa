public import Synchronization

/// Who listens to a ``Broadcast``, for its source to ask without a lock.
///
/// Not generic, so that a source reads it with a load and nothing else; the broadcast's state is in the one class that
/// derives from it, to save an object.
///
/// `@unchecked Sendable`, as a class that others derive from has to be: it holds atomics and nothing else.
@usableFromInline
package class BroadcastAudience: @unchecked Sendable {
    /// How many subscribers there are; written under the broadcast's lock.
    @usableFromInline final let subscribers = Atomic<Int32>(0)
    /// How many of them want every value; written under the broadcast's lock.
    final let lossless = Atomic<Int32>(0)
    /// Whether the source may have skipped values since its last publication.
    @usableFromInline final let conflating = Atomic<Bool>(false)

    @inlinable
    init() {}

    /// Whether nobody subscribes.
    @inlinable
    package final var isEmpty: Bool { subscribers.load(ordering: .relaxed) == 0 }
}
