internal import AsyncKit
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
    var isDropped: Bool { status.contains(.dropped) }
    var isHandled: Bool { status.contains(.handled) }
    var hasEffects: Bool { status.contains(.busy) }
    var isUnderWay: Bool { status.isUnderWay }

    /// Marks the event as cancelled; returns false if it was cancelled before, or is over.
    func markCancelled() -> Bool {
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

    /// Marks the event as cancelled because its graph ended first.
    func cancelUnhandled() { _ = markCancelled() }

    /// Notes that a task awaits the event's end; returns false if the event is over. See ``EventWaiterTable``.
    func markAwaited() -> Bool { !add(.awaited).isOver }

    /// Whoever makes the event over resumes its waiters if the result says so; see ``EventWaiterTable``.
    func markDropped() -> EventStatus { add(.dropped) }
    @inline(__always) func markHandled() -> EventStatus { add(.handled) }

    /// Before `markHandled()` and `markDropped()`.
    func markTakenBack() { _ = add(.takenBack) }
    func markRefused() { _ = add(.refused) }

    /// Records whether something that the event led to is in flight.
    func noteActivity(isUnderWay: Bool) -> EventStatus { isUnderWay ? add(.inFlight) : remove(.inFlight) }

    func noteEffect(isRunning: Bool) -> EventStatus { isRunning ? add(.busy) : remove(.busy) }

    /// - Returns: the status with the mark.
    @inline(__always)
    private func add(_ mark: EventStatus) -> EventStatus {
        let after = block.status(of: id).pointee.bitwiseOr(mark.rawValue, ordering: .acquiringAndReleasing).newValue
        return EventStatus(rawValue: after)
    }

    /// - Returns: the status without the mark.
    private func remove(_ mark: EventStatus) -> EventStatus {
        let after = block.status(of: id).pointee.bitwiseAnd(~mark.rawValue, ordering: .acquiringAndReleasing).newValue
        return EventStatus(rawValue: after)
    }
}
