internal import AsyncKit

/// The effect that a queued action comes from, its call site, the task-local values of its sender, and how its states are shown.
@usableFromInline
final class EntryDetails: Sendable {
    /// The effect that fed the action back; nil for an action that was sent.
    let effect: GraphBound<EffectRun>?
    /// Where the action was sent from.
    let site: CallSite
    /// The values to carry; nil for a fed-back action, which has those of its effect.
    let context: CarriedContext?
    /// How a view model shows the states of its step.
    let transaction: ViewTransaction?
    /// Hears what becomes of a fed-back action. Taken once: by the step of the action, or by the caller whose entry was
    /// refused; whoever has taken it resolves it.
    private let reply: LockedField<HandledReply?>

    init(
        site: CallSite,
        context: CarriedContext? = nil,
        transaction: ViewTransaction? = nil,
        effect: GraphBound<EffectRun>? = nil,
        reply: HandledReply? = nil
    ) {
        self.site = site
        self.context = context
        self.transaction = transaction
        self.effect = effect
        self.reply = LockedField(reply)
    }

    func takeReply() -> HandledReply? { reply.withLock { $0.take() } }

    deinit { takeReply()?.resolve(.cancelled) }
}

/// Where the outcome of a fed-back action arrives when it has been handled.
final class HandledReply: Sendable {
    private let end = AwaitedEnd()
    private let resolved = LockedField<SendOutcome?>(nil)

    /// Called when the step of the action begins: nothing takes that back, so a wait that is cut short tells so.
    func begin() { resolved.withLock { $0 = .accepted } }

    /// Called once, by the owner of the reply: the entry, and then the step of the action.
    func resolve(_ outcome: SendOutcome) {
        resolved.withLock { $0 = outcome }
        end.reach()
    }

    /// Returns when the action has been handled or dropped, or when the waiting task is cancelled. Call it once.
    func outcome() async -> SendOutcome {
        await end.wait()
        return resolved.withLock { $0 } ?? .cancelled
    }
}
