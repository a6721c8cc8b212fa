internal import AsyncKit

/// Wakes the drain loop of a core that is made after its mailbox.
final class DrainTrigger: Sendable {
    private struct Target: Sendable {
        weak var drain: (any Draining)?
    }

    private let target = Locked(Target())

    func set(_ drain: any Draining) { target.withLock { $0.drain = drain } }
    func fire() { target.withLock { $0.drain }?.wake() }
}

protocol Draining: AnyObject, Sendable {
    func wake()
}
