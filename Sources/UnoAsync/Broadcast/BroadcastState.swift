/// The state of a ``Broadcast`` under its lock, and its audience, which is read without.
///
/// `@unchecked Sendable` holds for the reasons that ``Locked`` gives.
@usableFromInline
final class BroadcastState<Machine: ~Copyable & Sendable>: BroadcastAudience, @unchecked Sendable {
    @usableFromInline let lock = HandoverLock()
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
