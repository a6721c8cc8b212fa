internal import Synchronization

/// Whether what some effects feed back still counts. Their id, too, which is its identity.
///
/// Read at the moment at which an action would be handled, so it reaches what is queued.
@usableFromInline
package final class EffectValidity: Sendable, Hashable {
    private let revoked = Atomic(false)

    init() {}

    var isRevoked: Bool { revoked.load(ordering: .relaxed) }

    /// For the graph's isolation, as all that decides on it.
    func revoke() { revoked.store(true, ordering: .relaxed) }

    @usableFromInline
    package static func == (left: EffectValidity, right: EffectValidity) -> Bool { left === right }

    @usableFromInline
    package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
