/// What comes next in a turn, in this order:
///
/// 1. the actions that handlers of the last step have named to come next, in the order in which they were named,
/// 2. those that earlier steps have named, of the newest step first,
/// 3. the held action whose deadline has passed, of several the one with the earliest,
/// 4. the oldest action that the host has queued; while the host has paused, only one that was fed back.
///
/// 4 is the host's own; see `HostedGraph.handleBatch()`.
@usableFromInline
struct Agenda {
    /// Whether the host takes actions that were sent.
    @usableFromInline
    enum Intake {
        case open
        /// So many effects are under way that the host must pause before the next one.
        case closing
        /// The host has paused, until an effect ends.
        case paused
    }

    /// Whether a handler has named an action that has not been handled.
    @usableFromInline private(set) var hasNext = false
    /// Whether a part holds an action.
    @usableFromInline private(set) var hasHeld = false
    @usableFromInline var intake = Intake.open
    /// The number of ``next`` that the running step has not named.
    private var olderCount: Int32 = 0
    /// The first one last, and behind it what the running step has named, in order: a stack, so that a chain is a loop.
    private(set) var next: [NextAction] = []
    var held = HeldActions() {
        didSet { hasHeld = !held.isEmpty }
    }

    mutating func add(_ action: NextAction) {
        next.append(action)
        hasNext = true
    }

    /// Removes the action that comes next; nil if there is none.
    mutating func takeNext() -> NextAction? {
        let older = Int(olderCount)
        if next.count - older > 1 { next[older...].reverse() }
        let first = next.popLast()
        olderCount = Int32(next.count)
        if next.isEmpty { endNext() }
        return first
    }

    /// Drops those of the actions that handlers have named for which `isDropped` holds, and returns them.
    mutating func dropNext(where isDropped: (NextAction) -> Bool) -> [NextAction] {
        let older = next.prefix(Int(olderCount)).count { !isDropped($0) }
        let dropped = next.filter(isDropped)
        next.removeAll(where: isDropped)
        olderCount = Int32(older)
        if next.isEmpty { endNext() }
        return dropped
    }

    private mutating func endNext() {
        hasNext = false
        // One step may have named very many.
        if next.capacity > NextAction.batchLimit { next = [] }
    }

    #if DEBUG
        var isConsistent: Bool {
            hasNext == !next.isEmpty && hasHeld == !held.isEmpty && 0...next.count ~= Int(olderCount)
        }
    #endif
}
