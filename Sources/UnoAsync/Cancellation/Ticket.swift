public import Synchronization

/// Where a waiting party publishes its identity, so that its cancellation handler can withdraw it.
///
/// A local variable of the waiting call. Identity and queue are written and read under one lock, which orders them;
/// the atomic only lets two closures share the variable without an allocation.
@usableFromInline
package struct Ticket: ~Copyable, Sendable {
    @usableFromInline let value = Atomic<UInt64>(Self.unpublished)

    /// No queue counts this far.
    @inlinable static var unpublished: UInt64 { .max }

    @inlinable
    package init() {}

    @inlinable
    package func publish(_ id: UInt64) {
        value.store(id, ordering: .relaxed)
    }

    @inlinable
    package var id: UInt64? {
        let id = value.load(ordering: .relaxed)
        return id == Self.unpublished ? nil : id
    }
}
