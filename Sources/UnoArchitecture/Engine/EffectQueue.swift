internal import AsyncKit

/// The effects of a scope that share an id.
///
/// Complexity: amortised O(1) per change; while an effect waits, the end of another is O(n) in the running effects.
struct EffectQueue {
    private var running: [EffectRun.Number: EffectRun] = [:]
    /// Finishing effects: cancelled or ended, but their tasks have not ended. Not active; they block waiting effects.
    private var finishing: [EffectRun.Number: EffectRun] = [:]
    /// Oldest first. A cancelled effect stays in place and is skipped when it becomes the first.
    private var waiting = Deque<EffectRun>()
    private(set) var waitingCount = 0

    /// Whether an effect runs or waits.
    var isActive: Bool { !running.isEmpty || waitingCount > 0 }

    /// Whether an effect that has to wait for earlier ones could start at once.
    var isFree: Bool { !isActive && finishing.isEmpty }

    /// The waiting effects, then the running ones, each oldest first. Cancelling them in this order starts none.
    var effects: [EffectRun] {
        (0..<waiting.count).map { waiting[$0] }.filter(\.isWaiting)
            + running.values.sorted { $0.number < $1.number }
    }

    /// The effect that has waited longest; nil if none waits. Complexity: amortised O(1).
    mutating func oldestWaiting() -> EffectRun? {
        while let first = waiting.first, !first.isWaiting { _ = waiting.popFirst() }
        return waiting.first
    }

    mutating func run(_ effect: EffectRun) { running[effect.number] = effect }

    mutating func wait(_ effect: EffectRun) {
        waiting.append(effect)
        waitingCount += 1
    }

    /// Makes a running effect a finishing one.
    mutating func retire(_ effect: EffectRun) {
        if running.removeValue(forKey: effect.number) != nil { finishing[effect.number] = effect }
    }

    /// Records that a waiting effect has been cancelled.
    mutating func gaveUp() { waitingCount -= 1 }

    /// Whether the effect is running or finishing.
    func holds(_ effect: EffectRun) -> Bool { running[effect.number] != nil || finishing[effect.number] != nil }

    /// Removes an effect whose task has ended.
    mutating func ended(_ effect: EffectRun) {
        running[effect.number] = nil
        finishing[effect.number] = nil
    }

    /// Removes the next waiting effect from the queue and marks it as running; nil if none may start yet.
    mutating func next() -> EffectRun? {
        skipCancelled()
        // An effect waits only for those whose turn came before its own.
        guard let next = waiting.first, !running.values.contains(where: { $0.turn < next.turn }),
            !finishing.values.contains(where: { $0.turn < next.turn })
        else { return nil }
        _ = waiting.popFirst()
        waitingCount -= 1
        running[next.number] = next
        return next
    }

    /// The next waiting effect, if its event has been cancelled and has not cancelled the effect yet.
    mutating func nextCancelled() -> EffectRun? {
        skipCancelled()
        return waiting.first.flatMap { $0.isCancelled ? $0 : nil }
    }

    private mutating func skipCancelled() {
        while let next = waiting.first, !next.isWaiting { _ = waiting.popFirst() }
    }
}

/// Effects in the order in which they were added, each at most once: an intrusive doubly linked list.
///
/// The links are stored in the effects, so the list allocates nothing. Complexity: O(1) to add and to remove.
struct EffectList {
    /// An effect has one pair of links for each kind, so it can be in one list of each kind.
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

    /// A snapshot: the list may change while the caller iterates.
    var all: [EffectRun] {
        var all: [EffectRun] = []
        var next = first
        while let run = next {
            all.append(run)
            next = run.withLinks(kind) { $0.next }
        }
        return all
    }

    mutating func append(_ run: EffectRun) {
        if let last {
            run.withLinks(kind) { $0.previous = last }
            last.withLinks(kind) { $0.next = run }
        } else {
            first = run
        }
        last = run
    }

    /// `run` must be in this list.
    mutating func remove(_ run: EffectRun) {
        if first === run, last === run {
            (first, last) = (nil, nil)
            return
        }
        let links = run.withLinks(kind) { $0.take() }
        if let previous = links.previous {
            previous.withLinks(kind) { $0.next = links.next }
        } else {
            first = links.next
        }
        if let next = links.next {
            next.withLinks(kind) { $0.previous = links.previous }
        } else {
            last = links.previous
        }
    }
}

/// The neighbours of an effect in a list.
struct EffectLinks {
    fileprivate var next: EffectRun?
    /// Forms a reference cycle with the neighbour's `next`; `remove(_:)` breaks it when the effect ends.
    fileprivate var previous: EffectRun?

    init() {}

    fileprivate mutating func take() -> EffectLinks {
        defer { self = EffectLinks() }
        return self
    }
}
