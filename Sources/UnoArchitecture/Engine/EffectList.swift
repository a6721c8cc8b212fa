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
