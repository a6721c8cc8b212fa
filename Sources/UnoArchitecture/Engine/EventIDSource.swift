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
