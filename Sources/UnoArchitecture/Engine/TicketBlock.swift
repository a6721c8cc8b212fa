internal import Synchronization

/// What has become of some events: a bit of each mark for each event, so that an event costs no allocation.
///
/// A block belongs to the events whose tickets hold it; when none does, its source uses it again.
///
/// `@unchecked Sendable`: `words` points to atomics, which are initialised before anybody else has the block and are
/// deinitialised when nobody has it any more; everything else is constant.
final class TicketBlock: @unchecked Sendable {
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
