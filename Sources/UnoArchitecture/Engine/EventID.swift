internal import AsyncKit
internal import Synchronization

/// Identifies one event in its runtime, and gives access to its status.
@usableFromInline
package struct EventID: Sendable {
    package let id: UInt64
    private let block: EventMarks

    fileprivate init(id: UInt64, block: EventMarks) {
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

/// Issues the event ids of one runtime.
///
/// Complexity: O(1), one lock. While event ids remain in use, each allocation makes room for as many events as there
/// have been, up to 1,024.
@usableFromInline
struct EventIDSource: ~Copyable, Sendable {
    /// Not private: a type in another file that stores the source refers to this type.
    struct State {
        var nextID: UInt64 = 0
        var block: EventMarks?
        /// The previous block, for reuse.
        var earlier: EventMarks?
    }

    private let state = LockedField(State())

    /// - Parameter isolation: the runtime's isolation.
    @usableFromInline
    func issue(for isolation: GraphIsolation) -> EventID {
        state.withLock { state in
            let id = state.nextID
            state.nextID = id + 1
            if state.block == nil || id & state.block!.mask == 0 { advance(&state, isolation) }
            return EventID(id: id, block: state.block!)
        }
    }

    /// Sets `state.block` to a block that no event id holds, for the ids from `state.nextID - 1` on.
    private func advance(_ state: inout State, _ isolation: GraphIsolation) {
        let id = state.nextID - 1
        if state.block != nil {
            if isKnownUniquelyReferenced(&state.block!) { return state.block!.clear() }
            swap(&state.block, &state.earlier)
            if state.block != nil, isKnownUniquelyReferenced(&state.block!) {
                return state.block!.clear()
            }
        }
        state.block = EventMarks(startingAt: id, isolation: isolation)
    }
}

/// The status of a block of events: one bit per event and mark, so that an event costs no allocation.
///
/// Event ids hold their block; a block that no event id holds is reused by its source.
///
/// `@unchecked Sendable`: `words` points to atomics, which are initialised before the block is shared and deinitialised
/// after its last reference has been released; everything else is constant.
final class EventMarks: @unchecked Sendable {
    enum Mark: Int, CaseIterable {
        case cancelled, dropped, awaited, handled, refused, takenBack, busy, underWay
    }

    weak let isolation: GraphIsolation?
    /// The capacity less one. The capacity is a power of two and divides the id that follows the block's last one, so
    /// `id & mask` differs for all events of the block.
    let mask: UInt64
    private let words: UnsafeMutablePointer<Atomic<UInt64>>

    private var wordCount: Int { Mark.allCases.count * (Int(mask + 1) / 64) }

    /// Makes room for 64 events, or for as many as there have been, up to 1,024.
    init(startingAt id: UInt64, isolation: GraphIsolation?) {
        self.isolation = isolation
        mask = (id == 0 ? 64 : min(1_024, id & (~id + 1))) - 1
        words = .allocate(capacity: Mark.allCases.count * (Int(mask + 1) / 64))
        for index in 0..<wordCount { (words + index).initialize(to: Atomic(0)) }
    }

    deinit {
        words.deinitialize(count: wordCount)
        words.deallocate()
    }

    /// The word with the mark of the event, at bit `id & 63`, and those of its neighbours.
    @inline(__always)
    func word(of id: UInt64, _ mark: Mark) -> UnsafeMutablePointer<Atomic<UInt64>> {
        words + Int(id & self.mask) / 64 * Mark.allCases.count + mark.rawValue
    }

    func clear() {
        for index in 0..<wordCount { (words + index).pointee.store(0, ordering: .relaxed) }
    }
}
