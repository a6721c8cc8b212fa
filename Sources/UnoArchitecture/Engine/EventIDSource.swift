internal import AsyncKit
internal import Synchronization

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
            if isKnownUniquelyReferenced(&state.block!) { return }
            swap(&state.block, &state.earlier)
            if state.block != nil, isKnownUniquelyReferenced(&state.block!) { return }
        }
        state.block = EventMarks(startingAt: id, isolation: isolation)
    }
}

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
