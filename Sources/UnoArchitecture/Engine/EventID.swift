internal import Synchronization

/// Identifies one event in its runtime, and gives access to its status.
@usableFromInline
package struct EventID: Sendable {
    package let id: UInt64
    private let block: EventMarks

    /// Identifies an event to which nothing has happened; no other event id of the block's may have this place.
    init(id: UInt64, block: EventMarks) {
        self.id = id
        self.block = block
        block.status(of: id).pointee.store(0, ordering: .relaxed)
    }

    var isolation: GraphIsolation? { block.isolation }

    @inline(__always)
    var status: EventStatus { EventStatus(rawValue: block.status(of: id).pointee.load(ordering: .acquiring)) }

    @inline(__always) var isCancelled: Bool { status.contains(.cancelled) }

    /// Whether it was cancelled, and something that it led to has not ended.
    @inline(__always) var isCancelledInFlight: Bool { status.isSuperset(of: [.cancelled, .inFlight]) }

    /// Marks the event as cancelled; returns false if it was cancelled before, or is over.
    @discardableResult
    func cancel() -> Bool {
        var before = status
        while !before.isOver, !before.contains(.cancelled) {
            let change = block.status(of: id).pointee.weakCompareExchange(
                expected: before.rawValue,
                desired: before.union(.cancelled).rawValue,
                ordering: .acquiringAndReleasing
            )
            if change.exchanged { return true }
            before = EventStatus(rawValue: change.original)
        }
        return false
    }

    /// - Returns: the status with the mark. Whoever makes the event over resumes its waiters if the status says so; see
    ///   ``EventWaiterTable``.
    @inline(__always)
    func add(_ mark: EventStatus) -> EventStatus {
        let after = block.status(of: id).pointee.bitwiseOr(mark.rawValue, ordering: .acquiringAndReleasing).newValue
        return EventStatus(rawValue: after)
    }

    /// - Returns: the status without the mark, for which the same holds.
    func remove(_ mark: EventStatus) -> EventStatus {
        let after = block.status(of: id).pointee.bitwiseAnd(~mark.rawValue, ordering: .acquiringAndReleasing).newValue
        return EventStatus(rawValue: after)
    }
}

/// What has become of an event so far. One byte, which the graph and the senders change in single atomic operations: each of
/// them finds what the others have noted before.
struct EventStatus: OptionSet, Sendable {
    let rawValue: UInt8

    static let cancelled = EventStatus(rawValue: 1 << 0)
    /// A newer action has displaced the event's own one from the mailbox.
    static let dropped = EventStatus(rawValue: 1 << 1)
    /// A task has awaited the event's end.
    static let awaited = EventStatus(rawValue: 1 << 2)
    /// The step of the event's own action has ended.
    static let handled = EventStatus(rawValue: 1 << 3)
    /// A part that the event's action was for had ended, or did not exist. Added before `.handled`: a sender may look in between.
    static let refused = EventStatus(rawValue: 1 << 4)
    /// Cancelled before its own action was handled, and the action was skipped, discarded or displaced. Added before
    /// `.handled` and `.dropped`, since a sender may look in between.
    static let takenBack = EventStatus(rawValue: 1 << 5)
    /// An effect of it has not ended.
    static let busy = EventStatus(rawValue: 1 << 6)
    /// Something that it led to has not ended: an effect, or an action.
    static let inFlight = EventStatus(rawValue: 1 << 7)

    /// Whether it has not been handled, or something that it led to is in flight.
    var isUnderWay: Bool { !contains(.handled) || contains(.inFlight) }
    /// Whether it leads to nothing more.
    var isOver: Bool { !isUnderWay || contains(.dropped) }
    /// Whether tasks wait for an event that is over.
    var endsWaits: Bool { contains(.awaited) && isOver }
}
