internal import Synchronization
internal import UnoAsync

/// The identity of one event in its runtime, and what has become of it.
@usableFromInline
package struct EventID: Sendable {
    let id: UInt64
    private let block: EventMarks

    fileprivate init(id: UInt64, block: EventMarks) {
        self.id = id
        self.block = block
    }

    private var bit: UInt64 { 1 << (id & 63) }

    var isolation: GraphIsolation? { block.isolation }

    var isCancelled: Bool { marks(.cancelled).pointee.load(ordering: .acquiring) & bit != 0 }
    var isDropped: Bool { marks(.dropped).pointee.load(ordering: .sequentiallyConsistent) & bit != 0 }
    /// The event's own step has ended.
    var isHandled: Bool { marks(.handled).pointee.load(ordering: .acquiring) & bit != 0 }
    /// Somebody waits for the event's end.
    var isAwaited: Bool { marks(.awaited).pointee.load(ordering: .sequentiallyConsistent) & bit != 0 }
    /// A stream transformer that the event was for had ended.
    var isRefused: Bool { marks(.refused).pointee.load(ordering: .acquiring) & bit != 0 }
    var hasEffects: Bool { marks(.busy).pointee.load(ordering: .acquiring) & bit != 0 }

    /// The event has not been handled, or something that it led to has not ended.
    var isUnderWay: Bool { !isHandled || marks(.underWay).pointee.load(ordering: .acquiring) & bit != 0 }

    /// False if the event was cancelled before, or is over.
    func markCancelled() -> Bool {
        if !isUnderWay { return false }
        return marks(.cancelled).pointee.bitwiseOr(bit, ordering: .acquiringAndReleasing).oldValue & bit == 0
    }

    /// The event's graph has ended before it did.
    func cancelUnhandled() { _ = markCancelled() }

    /// Before `isAwaited` is asked, as `markAwaited()` comes before `isDropped` is: one of the two sides sees the other.
    func markDropped() { marks(.dropped).pointee.bitwiseOr(bit, ordering: .sequentiallyConsistent) }
    func markAwaited() { marks(.awaited).pointee.bitwiseOr(bit, ordering: .sequentiallyConsistent) }

    func markRefused() { marks(.refused).pointee.bitwiseOr(bit, ordering: .acquiringAndReleasing) }

    /// For the graph's isolation, the only writer.
    func markHandled() { set(.handled, to: true) }

    /// Something that the event led to is under way. For the graph's isolation, the only writer.
    func noteActivity(isUnderWay: Bool) { set(.underWay, to: isUnderWay) }

    /// For the graph's isolation, the only writer.
    func noteEffect(isRunning: Bool) { set(.busy, to: isRunning) }

    private func set(_ mark: EventMarks.Mark, to value: Bool) {
        let marks = marks(mark).pointee.load(ordering: .relaxed)
        self.marks(mark).pointee.store(value ? marks | bit : marks & ~bit, ordering: .releasing)
    }

    private func marks(_ mark: EventMarks.Mark) -> UnsafeMutablePointer<Atomic<UInt64>> { block.word(of: id, mark) }
}

/// Issues the tickets of one runtime.
///
/// Complexity: O(1), one lock. While tickets pile up, as many again are given out before there is another allocation,
/// up to a thousand.
@usableFromInline
struct EventIDSource: ~Copyable, Sendable {
    /// Not private: what embeds the source in another file asks for this type.
    struct State {
        var nextID: UInt64 = 0
        var block: EventMarks?
        /// The one before, to be used again.
        var earlier: EventMarks?
    }

    private let state = LockedField(State())

    /// - Parameter isolation: that of the runtime.
    @usableFromInline
    func issue(for isolation: GraphIsolation) -> EventID {
        state.withLock { state in
            let id = state.nextID
            state.nextID = id + 1
            if state.block == nil || id & state.block!.mask == 0 { advance(&state, isolation) }
            return EventID(id: id, block: state.block!)
        }
    }

    /// A block for the tickets from `state.nextID - 1` on, which no ticket holds.
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

/// What has become of some events: a bit of each mark for each event, so that an event costs no allocation.
///
/// A block belongs to the events whose tickets hold it; when none does, its source uses it again.
///
/// `@unchecked Sendable`: `words` points to atomics, which are initialised before anybody else has the block and are
/// deinitialised when nobody has it any more; everything else is constant.
final class EventMarks: @unchecked Sendable {
    enum Mark: Int, CaseIterable {
        case cancelled, dropped, awaited, handled, refused, busy, underWay
    }

    weak let isolation: GraphIsolation?
    /// How many events there are, less one: a power of two less one. The last event's number is less by one than a
    /// multiple of that power.
    let mask: UInt64
    private let words: UnsafeMutablePointer<Atomic<UInt64>>

    private var wordCount: Int { Mark.allCases.count * (Int(mask + 1) / 64) }

    /// Room for 64 events, and for as many as there have been before, up to 1,024.
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

    /// The marks of the event and its neighbours; each has the bit of its number.
    func word(of id: UInt64, _ mark: Mark) -> UnsafeMutablePointer<Atomic<UInt64>> {
        words + Int(id & self.mask) / 64 * Mark.allCases.count + mark.rawValue
    }

    func clear() {
        for index in 0..<wordCount { (words + index).pointee.store(0, ordering: .relaxed) }
    }
}

/// What became of something that was sent.
public enum SendOutcome: Sendable, Hashable {
    /// It was taken: an update has been applied, an action is handled in its turn.
    case accepted
    /// It was not taken.
    case rejected(Rejection)
    /// The sender, the effect or the graph was cancelled before it was taken.
    case cancelled
}

/// Why something that was sent was not taken.
public enum Rejection: Sendable, Hashable {
    /// The mailbox has no room and its policy does not make any.
    case mailboxFull
    /// A newer action took its place in the mailbox (`dropOldest`).
    case dropped
    /// The runtime is shutting down or has ended.
    case shutDown
    /// The child that the action was for had ended, or was not there; the other parts have handled it.
    case childEnded
    /// The effect that this `Send` belongs to has ended.
    case effectEnded
    /// The state machine whose result it is has no way to its parent.
    case notForwarded
}
