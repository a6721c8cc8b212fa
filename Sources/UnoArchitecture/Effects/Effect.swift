/// The description of one effect.
struct Effect: Sendable {
    let kind: EffectKind
    var id: (any Hashable & Sendable)?
    var policy: EffectPolicy
    /// Asked when the effect's turn comes. If it refuses, neither the effect nor its follow-up ever begins.
    var condition: GraphBound<any StartCondition>?
    /// Where the handler asked for it, if known.
    var site: CallSite?
    /// Whether it belongs to the event of its step, which then lasts until the effect has ended and cancels it.
    var isOfEvent = true
    var work: EffectWork
}

extension Effect {
    /// An effect of a scope whose state is a `State`.
    init<State: Sendable>(
        kind: EffectKind,
        id: (any Hashable & Sendable)?,
        policy: EffectPolicy,
        site: CallSite,
        typed work: @escaping @Sendable (DynamicState<State>, Send<State>) async -> Void
    ) {
        self.init(kind: kind, id: id, policy: policy, site: site) { access in
            await work(DynamicState(access), Send(access))
        }
    }
}
