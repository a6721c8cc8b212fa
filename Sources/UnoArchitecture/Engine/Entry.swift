internal import UnoAsync

/// An action on its way to the graph.
@usableFromInline
struct Entry<Action: Sendable>: Sendable {
    @usableFromInline let action: Action
    /// The event that the action is, or that it belongs to.
    @usableFromInline let eventID: EventID?
    /// Fed back by an effect of the event, rather than the event itself.
    @usableFromInline let isFollowUp: Bool
    /// What few actions have; apart, so that the others are small.
    @usableFromInline let details: EntryDetails?

    /// A user's action.
    @inlinable
    init(action: Action, eventID: EventID?, site: CallSite?) {
        self.action = action
        self.eventID = eventID
        self.isFollowUp = false
        self.details = site.map { EntryDetails(site: $0) }
    }

    /// An action that `effect` feeds back, which has counted it.
    init(action: Action, of effect: GraphBound<EffectRun>, eventID: EventID?, site: CallSite) {
        self.action = action
        self.eventID = eventID
        self.isFollowUp = true
        self.details = EntryDetails(effect: effect, site: site)
    }
}

/// What is known of an action besides the event that it belongs to.
@usableFromInline
final class EntryDetails: Sendable {
    /// The effect that feeds the action back.
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
    /// Actions that nobody will handle any more: their senders can tell.
    mutating func cancelAll<Action>() where Element == Entry<Action> {
        while let entry = popFirst() { entry.eventID?.cancelUnhandled() }
    }
}
