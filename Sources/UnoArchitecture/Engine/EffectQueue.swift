internal import UnoAsync

/// The effects of a scope that share an id.
///
/// Complexity: amortised O(1) per change; while one waits, the end of another is O(n) in those that run.
struct EffectQueue {
    private var running: [EffectRun.Number: EffectRun] = [:]
    /// Cancelled or at their end, and not wound up: they no longer count, but nobody's turn comes beside them.
    private var winding: Set<EffectRun.Number> = []
    /// The oldest first; one that was cancelled stays until its turn comes, and is passed over.
    private var waiting = Deque<EffectRun>()
    private var waitingCount = 0

    /// Whether an effect runs or waits.
    var isActive: Bool { !running.isEmpty || waitingCount > 0 }

    /// Whether one that waits its turn could begin at once.
    var isFree: Bool { !isActive && winding.isEmpty }

    /// Those that wait, then those that run: cancelled in this order, none starts while it is done.
    var effects: [EffectRun] {
        (0..<waiting.count).map { waiting[$0] }.filter(\.isWaiting)
            + running.values.sorted { $0.number < $1.number }
    }

    mutating func run(_ effect: EffectRun) { running[effect.number] = effect }

    mutating func wait(_ effect: EffectRun) {
        waiting.append(effect)
        waitingCount += 1
    }

    /// An effect that runs no longer counts.
    mutating func retire(_ effect: EffectRun) {
        if running.removeValue(forKey: effect.number) != nil { winding.insert(effect.number) }
    }

    /// An effect that waited will not run.
    mutating func gaveUp() { waitingCount -= 1 }

    /// An effect's task has ended.
    mutating func ended(_ effect: EffectRun) {
        running[effect.number] = nil
        winding.remove(effect.number)
    }

    /// Takes out the effect whose turn it is to begin, if there is one.
    mutating func next() -> EffectRun? {
        while let next = waiting.first, !next.isWaiting { _ = waiting.popFirst() }
        // It waits for those that came before it, and for no others.
        guard let next = waiting.first, !running.keys.contains(where: { $0 < next.number }),
            !winding.contains(where: { $0 < next.number })
        else { return nil }
        _ = waiting.popFirst()
        waitingCount -= 1
        running[next.number] = next
        return next
    }
}

/// Effects in the order in which they were added, each at most once.
///
/// The links are stored in the effects, so the list allocates nothing. Complexity: O(1) to add and to remove.
struct EffectList {
    /// An effect has links for each of these, and is in one list of each kind.
    enum Kind {
        case scope, event, graph
    }

    private let kind: Kind
    private(set) var first: EffectRun?
    private var last: EffectRun?

    init(of kind: Kind) {
        self.kind = kind
    }

    var isEmpty: Bool { first == nil }

    /// The present effects, as a copy: the list may change while the caller iterates.
    var all: [EffectRun] {
        var all: [EffectRun] = []
        var next = first
        while let run = next {
            all.append(run)
            next = run[kind].next
        }
        return all
    }

    mutating func append(_ run: EffectRun) {
        run[kind].previous = last
        if let last { last[kind].next = run } else { first = run }
        last = run
    }

    /// `run` must be in this list.
    mutating func remove(_ run: EffectRun) {
        let links = run[kind]
        if let previous = links.previous { previous[kind].next = links.next } else { first = links.next }
        if let next = links.next { next[kind].previous = links.previous } else { last = links.previous }
        run[kind] = EffectLinks()
    }
}

/// The neighbours of an effect in a list.
struct EffectLinks {
    fileprivate var next: EffectRun?
    /// Forms a reference cycle with the neighbour's `next`; `remove(_:)` breaks it, and every effect is removed when it ends.
    fileprivate var previous: EffectRun?

    init() {}
}
