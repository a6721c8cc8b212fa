internal import AsyncKit
internal import Synchronization

/// The status of a block of events, so that an event costs no allocation.
///
/// Event ids hold their block; a block that no event id holds is reused by its source.
///
/// `@unchecked Sendable`: `statuses` points to atomics, which are initialised before the block is shared and deinitialised
/// after its last reference has been released; everything else is constant.
final class EventMarks: @unchecked Sendable {
    weak let isolation: GraphIsolation?
    /// The capacity less one. The capacity is a power of two and divides the id that follows the block's last one, so
    /// `id & mask` differs for all events of the block.
    let mask: UInt64
    private let statuses: UnsafeMutablePointer<Atomic<UInt8>>

    /// Makes room for 64 events, or for as many as there have been, up to 1,024.
    init(startingAt id: UInt64, isolation: GraphIsolation?) {
        self.isolation = isolation
        mask = (id == 0 ? 64 : min(1_024, id & (~id + 1))) - 1
        statuses = .allocate(capacity: Int(mask + 1))
        for index in 0...Int(mask) { (statuses + index).initialize(to: Atomic(0)) }
    }

    deinit {
        statuses.deinitialize(count: Int(mask + 1))
        statuses.deallocate()
    }

    @inline(__always)
    func status(of id: UInt64) -> UnsafeMutablePointer<Atomic<UInt8>> { statuses + Int(id & mask) }
}
