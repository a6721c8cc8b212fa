internal import Synchronization

/// An effect that decides whether an emission begins when it has ended.
struct Gate: Sendable {
    /// Makes the effect, and the pass that it grants: new ones for each time that the emission is carried out.
    private(set) var make: @Sendable () -> (Effect, GatePass)
    /// Begins with the emission, and takes over the turn of the effect: nothing follows it. Of no handler call, whose dispatchers
    /// would be good for as long as it lasts.
    var window: Effect?

    init(
        _ kind: EffectKind,
        id: any Hashable & Sendable,
        policy: EffectPolicy,
        at site: CallSite,
        _ decide: @escaping @Sendable (GatePass) async -> Void
    ) {
        make = {
            let pass = GatePass()
            return (Effect(kind: kind, id: id, policy: policy, site: site) { _ in await decide(pass) }, pass)
        }
    }

    /// The gate with `change` applied to its effects, its window included.
    func map(_ change: @escaping @Sendable (Effect) -> Effect) -> Gate {
        var mapped = self
        mapped.make = { [make] in
            let (effect, pass) = make()
            return (change(effect), pass)
        }
        mapped.window = window.map(change)
        return mapped
    }
}

/// Whether the effect of a ``Gate`` lets its emission begin. An effect that was dropped or cancelled does not.
final class GatePass: Sendable {
    private let granted = Atomic(false)

    var isGranted: Bool { granted.load(ordering: .acquiring) }

    func grant() { granted.store(true, ordering: .releasing) }

    /// The effect was cancelled before the emission had begun.
    func revoke() { granted.store(false, ordering: .releasing) }
}
