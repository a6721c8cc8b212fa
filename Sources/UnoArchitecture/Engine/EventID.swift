internal import AsyncKit
internal import Synchronization

/// Identifies one event in its runtime, and gives access to its status.
@usableFromInline
package struct EventID: Sendable {
    package let id: UInt64
    private let block: EventMarks

    init(id: UInt64, block: EventMarks) {
        self.id = id
        self.block = block
    }

    private var bit: UInt64 { 1 << (id & 63) }

    var isolation: GraphIsolation? { block.isolation }

    @inline(__always) var isCancelled: Bool { marks(.cancelled).pointee.load(ordering: .acquiring) & bit != 0 }
    var isDropped: Bool { marks(.dropped).pointee.load(ordering: .sequentiallyConsistent) & bit != 0 }
    /// Whether the step of the event's own action has ended.
    var isHandled: Bool { marks(.handled).pointee.load(ordering: .acquiring) & bit != 0 }
    /// Whether a task has awaited the event's end.
    @inline(__always) var isAwaited: Bool { marks(.awaited).pointee.load(ordering: .sequentiallyConsistent) & bit != 0 }
    /// Whether the event reached a stream transformer whose stream had ended.
    var isRefused: Bool { marks(.refused).pointee.load(ordering: .acquiring) & bit != 0 }
    /// Whether the event was cancelled before its own action was handled, and the action was skipped, discarded or displaced.
    var isTakenBack: Bool { marks(.takenBack).pointee.load(ordering: .acquiring) & bit != 0 }
    var hasEffects: Bool { marks(.busy).pointee.load(ordering: .acquiring) & bit != 0 }

    /// Whether the event has not been handled, or something that it led to is in flight.
    var isUnderWay: Bool { !isHandled || marks(.underWay).pointee.load(ordering: .acquiring) & bit != 0 }

    /// Marks the event as cancelled; returns false if it was cancelled before, or is over.
    func markCancelled() -> Bool {
        if !isUnderWay || isDropped { return false }
        return marks(.cancelled).pointee.bitwiseOr(bit, ordering: .acquiringAndReleasing).oldValue & bit == 0
    }

    /// Marks the event as cancelled because its graph ended first.
    func cancelUnhandled() { _ = markCancelled() }

    /// One side calls `markDropped()`, then reads `isAwaited`; the other calls `markAwaited()`, then reads `isDropped`.
    /// All four accesses are sequentially consistent, so at least one side sees the other's mark.
    func markDropped() { marks(.dropped).pointee.bitwiseOr(bit, ordering: .sequentiallyConsistent) }
    func markAwaited() { marks(.awaited).pointee.bitwiseOr(bit, ordering: .sequentiallyConsistent) }

    /// Set before `markHandled()` and `markDropped()`.
    func markTakenBack() { marks(.takenBack).pointee.bitwiseOr(bit, ordering: .acquiringAndReleasing) }
    func markRefused() { marks(.refused).pointee.bitwiseOr(bit, ordering: .acquiringAndReleasing) }

    /// For the graph's isolation only; see `set(_:to:)`.
    func markHandled() { set(.handled, to: true) }

    /// Records whether something that the event led to is in flight. For the graph's isolation only; see `set(_:to:)`.
    func noteActivity(isUnderWay: Bool) { set(.underWay, to: isUnderWay) }

    /// For the graph's isolation only; see `set(_:to:)`.
    func noteEffect(isRunning: Bool) { set(.busy, to: isRunning) }

    /// Not a read-modify-write operation: the graph's isolation is the only writer of these marks.
    private func set(_ mark: EventMarks.Mark, to value: Bool) {
        let marks = marks(mark).pointee.load(ordering: .relaxed)
        self.marks(mark).pointee.store(value ? marks | bit : marks & ~bit, ordering: .releasing)
    }

    @inline(__always)
    private func marks(_ mark: EventMarks.Mark) -> UnsafeMutablePointer<Atomic<UInt64>> { block.word(of: id, mark) }
}
