internal import AsyncKit

/// A queued action.
@usableFromInline
struct Entry<Action: Sendable>: Sendable {
    @usableFromInline let action: Action
    /// The event that the action starts, or that led to it.
    @usableFromInline let eventID: EventID?
    /// Where it was sent from.
    @usableFromInline let place: LiteralPlace
    /// Fields that few actions need; stored apart, so that the other entries are small.
    @usableFromInline let details: EntryDetails?

    /// Whether an effect of the event fed the action back; false for the event's own action.
    @usableFromInline var isFollowUp: Bool { details?.effect != nil }

    /// An action that was sent to the host.
    @inlinable
    init(
        action: consuming Action,
        eventID: consuming EventID?,
        at place: LiteralPlace,
        details: consuming EntryDetails?
    ) {
        self.action = action
        self.eventID = eventID
        self.place = place
        self.details = details
    }

    /// An action that `effect` feeds back and has already counted.
    ///
    /// - Parameter reply: hears what becomes of the action.
    init(
        action: Action,
        of effect: GraphBound<EffectRun>,
        eventID: EventID?,
        site: CallSite,
        reply: HandledReply? = nil
    ) {
        self.action = action
        self.eventID = eventID
        self.place = LiteralPlace(site)
        self.details = EntryDetails(site: site, effect: effect, reply: reply)
    }
}

extension Deque {
    /// Removes all entries and marks their events as cancelled.
    mutating func cancelAll<Action>() where Element == Entry<Action> {
        markCancelled()
        self = Deque()
    }

    /// Marks the events of all entries as cancelled.
    func markCancelled<Action>() where Element == Entry<Action> {
        for offset in 0..<count {
            let entry = self[offset]
            entry.eventID?.cancel()
            if !entry.isFollowUp { _ = entry.eventID?.add(.takenBack) }
        }
    }
}
