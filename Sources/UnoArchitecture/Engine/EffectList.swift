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
