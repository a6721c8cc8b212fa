internal import AsyncKit

/// An action on its way to the graph.
@usableFromInline
struct Entry<Action: Sendable>: Sendable {
    @usableFromInline let action: Action
    /// The event that the action is, or that it belongs to.
    @usableFromInline let ticket: Ticket?
    /// Fed back by an effect of the event, rather than the event itself.
    @usableFromInline let isFollowUp: Bool
    /// Of an effect's result: whether it still counts.
    @usableFromInline let validity: EffectValidity?
    /// Where it was sent from.
    @usableFromInline let site: CallSite

    @inlinable
    init(action: Action, ticket: Ticket?, isFollowUp: Bool, validity: EffectValidity? = nil, site: CallSite) {
        self.action = action
        self.ticket = ticket
        self.isFollowUp = isFollowUp
        self.site = site
        self.validity = validity
    }
}

extension Deque {
    /// Actions that nobody will handle any more: their senders can tell.
    mutating func cancelAll<Action>() where Element == Entry<Action> {
        while let entry = popFirst() { entry.ticket?.cancelUnhandled() }
    }
}
