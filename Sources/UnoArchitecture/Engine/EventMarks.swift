internal import AsyncKit
internal import Synchronization

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
