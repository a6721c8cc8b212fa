internal import AsyncKit
internal import Synchronization

/// The identity of one event in its runtime, and what has become of it.
@usableFromInline
package struct Ticket: Sendable {
    let id: UInt64
    private let block: TicketBlock

    fileprivate init(id: UInt64, block: TicketBlock) {
        self.id = id
        self.block = block
    }

    private var bit: UInt64 { 1 << (id & 63) }

    var isolation: GraphIsolation? { block.isolation }

    var isCancelled: Bool { block.cancelled.load(ordering: .acquiring) & bit != 0 }
    var isDropped: Bool { block.dropped.load(ordering: .sequentiallyConsistent) & bit != 0 }
    /// The event's own step has ended.
    var isHandled: Bool { block.handled.load(ordering: .acquiring) & bit != 0 }
    /// Somebody waits for the event's end.
    var isAwaited: Bool { block.awaited.load(ordering: .sequentiallyConsistent) & bit != 0 }
    /// A stream transformer that the event was for had ended.
    var isRefused: Bool { block.refused.load(ordering: .acquiring) & bit != 0 }
    var hasEffects: Bool { block.busy.load(ordering: .acquiring) & bit != 0 }
    var isUnderWay: Bool { !isHandled || block.underWay.load(ordering: .acquiring) & bit != 0 }

    /// False if the event was cancelled before, or is over.
    func markCancelled() -> Bool {
        if !isUnderWay { return false }
        return block.cancelled.bitwiseOr(bit, ordering: .acquiringAndReleasing).oldValue & bit == 0
    }

    /// The event's graph has ended before it did.
    func cancelUnhandled() { _ = markCancelled() }

    /// Before `isAwaited` is asked, as `markAwaited()` comes before `isDropped` is: one of the two sides sees the other.
    func markDropped() { block.dropped.bitwiseOr(bit, ordering: .sequentiallyConsistent) }
    func markAwaited() { block.awaited.bitwiseOr(bit, ordering: .sequentiallyConsistent) }

    func markRefused() { block.refused.bitwiseOr(bit, ordering: .acquiringAndReleasing) }

    /// For the graph's isolation, the only writer.
    func markHandled() {
        block.handled.store(block.handled.load(ordering: .relaxed) | bit, ordering: .releasing)
    }

    /// Something that the event led to is under way. For the graph's isolation, the only writer.
    func noteActivity(isUnderWay: Bool) {
        let underWay = block.underWay.load(ordering: .relaxed)
        block.underWay.store(isUnderWay ? underWay | bit : underWay & ~bit, ordering: .releasing)
    }

    /// For the graph's isolation, the only writer.
    func noteEffect(isRunning: Bool) {
        let busy = block.busy.load(ordering: .relaxed)
        block.busy.store(isRunning ? busy | bit : busy & ~bit, ordering: .releasing)
    }
}

/// What has become of 64 events: a bit each, so that an event costs no allocation.
///
/// A block belongs to the events whose tickets hold it; when none does, its source uses it again.
private final class TicketBlock: Sendable {
    weak let isolation: GraphIsolation?
    let cancelled = Atomic<UInt64>(0)
    let dropped = Atomic<UInt64>(0)
    let awaited = Atomic<UInt64>(0)
    let handled = Atomic<UInt64>(0)
    let refused = Atomic<UInt64>(0)
    let busy = Atomic<UInt64>(0)
    let underWay = Atomic<UInt64>(0)

    init(isolation: GraphIsolation?) {
        self.isolation = isolation
    }

    func clear() {
        cancelled.store(0, ordering: .relaxed)
        dropped.store(0, ordering: .relaxed)
        awaited.store(0, ordering: .relaxed)
        handled.store(0, ordering: .relaxed)
        refused.store(0, ordering: .relaxed)
        busy.store(0, ordering: .relaxed)
        underWay.store(0, ordering: .relaxed)
    }
}

/// Issues the tickets of one runtime. Complexity: O(1), one lock; an allocation for 64 tickets that are still held.
@usableFromInline
final class TicketSource: Sendable {
    private struct State {
        var nextID: UInt64 = 0
        /// The current block last; a few earlier ones, to be used again.
        var block: TicketBlock?
        var earlier: [TicketBlock] = []
        var oldest = 0
    }

    /// As many blocks as a mailbox of the default capacity keeps busy.
    private static let reusable = 24

    private let state = Locked(State())
    private weak let isolation: GraphIsolation?

    init(isolation: GraphIsolation) {
        self.isolation = isolation
    }

    @usableFromInline
    func issue() -> Ticket {
        state.withLock { state in
            let id = state.nextID
            state.nextID = id + 1
            if id & 63 == 0 { advance(&state) }
            return Ticket(id: id, block: state.block!)
        }
    }

    private func advance(_ state: inout State) {
        if let block = state.block {
            if state.earlier.count < Self.reusable {
                state.earlier.append(block)
            } else {
                // The oldest makes way; if tickets still hold it, they keep it.
                swap(&state.earlier[state.oldest], &state.block!)
                state.oldest = (state.oldest + 1) % Self.reusable
                if isKnownUniquelyReferenced(&state.block!) {
                    state.block!.clear()
                    return
                }
            }
        }
        state.block = TicketBlock(isolation: isolation)
    }
}
