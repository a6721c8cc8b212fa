public import Synchronization

/// The state of a ``Mailbox`` under its lock, and what is read without.
///
/// `@unchecked Sendable` holds for the reasons that ``Locked`` gives; `idle` is an atomic.
@usableFromInline
final class MailboxState<Machine: ~Copyable & Sendable>: @unchecked Sendable {
    @usableFromInline let lock = HandoverLock()
    /// Mirrors that the machine's consumer is idle, so that nothing is queued; written under the lock.
    @usableFromInline let idle = Atomic(true)
    @exclusivity(unchecked) @usableFromInline var machine: Machine

    @inlinable
    init(_ machine: consuming Machine) {
        self.machine = machine
    }

    @inlinable @inline(__always)
    func withLock<Result: Sendable>(_ body: (inout Machine) -> Result) -> Result {
        var result: Result?
        lock.hold { result = body(&machine) }
        return result!
    }
}
