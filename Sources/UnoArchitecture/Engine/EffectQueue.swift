internal import UnoAsync

/// The effects of a scope that share an id.
///
/// Complexity: amortised O(1) per change; while one waits, the end of another is O(n) in those that run.
struct EffectLine {
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
/// The links are the effects' own, so nothing is allocated. Complexity: O(1) to add and to remove.
struct EffectList<Kind: EffectListKind> {
    private(set) var first: EffectRun?
    private var last: EffectRun?

    var isEmpty: Bool { first == nil }

    /// The effects as they are now; the list may change while they are gone through.
    var all: [EffectRun] {
        var all: [EffectRun] = []
        var next = first
        while let run = next {
            all.append(run)
            next = Kind[run].next
        }
        return all
    }

    mutating func append(_ run: EffectRun) {
        Kind[run].previous = last
        if let last { Kind[last].next = run } else { first = run }
        last = run
    }

    /// `run` must be in this list.
    mutating func remove(_ run: EffectRun) {
        let links = Kind[run]
        if let previous = links.previous { Kind[previous].next = links.next } else { first = links.next }
        if let next = links.next { Kind[next].previous = links.previous } else { last = links.previous }
        Kind[run] = EffectLinks()
    }
}

/// Which of an effect's links a list uses.
protocol EffectListKind {
    static subscript(_ run: EffectRun) -> EffectLinks { get set }
}

/// The neighbours of an effect in a list.
struct EffectLinks {
    fileprivate var next: EffectRun?
    /// A ring with that one's `next`, which leaving the list opens; every effect leaves it when it has ended.
    fileprivate var previous: EffectRun?

    init() {}
}
