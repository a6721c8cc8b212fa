internal import AsyncKit

/// An action on its way to the graph.
@usableFromInline
struct Entry<Action: Sendable>: Sendable {
    @usableFromInline let action: Action
    /// The event that the action is, or that it belongs to.
    @usableFromInline let ticket: Ticket?
    /// Fed back by an effect of the event, rather than the event itself.
    @usableFromInline let isFollowUp: Bool
    /// What few actions have; apart, so that the others are small.
    @usableFromInline let notes: EntryNotes?

    @inlinable
    init(action: Action, ticket: Ticket?, isFollowUp: Bool, validity: EffectValidity? = nil, site: CallSite?) {
        self.action = action
        self.ticket = ticket
        self.isFollowUp = isFollowUp
        self.notes = validity == nil && site == nil ? nil : EntryNotes(validity: validity, site: site)
    }
}

/// What is known of an action besides the event that it belongs to.
@usableFromInline
final class EntryNotes: Sendable {
    /// Of an effect's result: whether it still counts.
    @usableFromInline let validity: EffectValidity?
    /// Where it was sent from, if a part of the graph wants to know.
    @usableFromInline let site: CallSite?

    @usableFromInline
    init(validity: EffectValidity?, site: CallSite?) {
        self.validity = validity
        self.site = site
    }
}

extension Deque {
    /// Actions that nobody will handle any more: their senders can tell.
    mutating func cancelAll<Action>() where Element == Entry<Action> {
        while let entry = popFirst() { entry.ticket?.cancelUnhandled() }
    }
}
