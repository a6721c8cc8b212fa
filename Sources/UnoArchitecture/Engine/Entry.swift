internal import UnoAsync

/// A queued action.
@usableFromInline
struct Entry<Action: Sendable>: Sendable {
    @usableFromInline let action: Action
    /// The event that the action starts, or that led to it.
    @usableFromInline let eventID: EventID?
    /// Whether an effect of the event fed the action back; false for the event's own action.
    @usableFromInline let isFollowUp: Bool
    /// Fields that few actions need; stored apart, so that the other entries are small.
    @usableFromInline let details: EntryDetails?

    /// An action that was sent to the host.
    @inlinable
    init(action: Action, eventID: EventID?, site: CallSite?) {
        self.action = action
        self.eventID = eventID
        self.isFollowUp = false
        self.details = site.map { EntryDetails(site: $0) }
    }

    /// An action that `effect` feeds back and has already counted.
    init(action: Action, of effect: GraphBound<EffectRun>, eventID: EventID?, site: CallSite) {
        self.action = action
        self.eventID = eventID
        self.isFollowUp = true
        self.details = EntryDetails(effect: effect, site: site)
    }
}

/// The effect that a queued action comes from, and its call site.
@usableFromInline
final class EntryDetails: Sendable {
    /// The effect that fed the action back; nil for an action that was sent.
    let effect: GraphBound<EffectRun>?
    /// Where the action was sent from.
    let site: CallSite

    init(effect: GraphBound<EffectRun>, site: CallSite) {
        self.effect = effect
        self.site = site
    }

    @usableFromInline
    init(site: CallSite) {
        self.effect = nil
        self.site = site
    }
}

extension Deque {
    /// Removes all entries and marks their events as cancelled.
    mutating func cancelAll<Action>() where Element == Entry<Action> {
        while let entry = popFirst() { entry.eventID?.cancelUnhandled() }
    }
}
