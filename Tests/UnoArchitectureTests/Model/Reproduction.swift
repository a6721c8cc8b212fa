import UnoArchitecture
import UnoPresentation

/// A composition and a script that show a difference.
struct Reproduction {
    var composition: Composition
    var operations: [Generator.Operation]

    init(_ composition: Composition, _ operations: [Generator.Operation]) {
        self.composition = composition
        self.operations = operations
    }

    /// The smallest one that still shows a difference, as far as a few thousand attempts find it.
    ///
    /// - Parameter difference: nil if there is none.
    func reduced(_ difference: (Reproduction) -> String?) -> (reproduction: Reproduction, difference: String) {
        var (least, found) = (self, difference(self) ?? "the difference does not come again")
        var attempts = 5_000
        search: while attempts > 0 {
            for smaller in least.smaller {
                attempts -= 1
                if attempts == 0 { break }
                guard let difference = difference(smaller) else { continue }
                (least, found) = (smaller, difference)
                continue search
            }
            break
        }
        return (least, found)
    }

    private var smaller: [Reproduction] {
        operations.indices.map { index in
            var less = self
            less.operations.remove(at: index)
            return less
        } + composition.smaller.filter(\.isSound).map { Reproduction($0, operations) }
    }
}

extension Composition {
    /// Whether a part brings a state: without one, a graph with a child on a part of it traps.
    private var hasState: Bool {
        switch self {
        case .empty, .transformer: false
        case .interact, .machine: true
        case .merge(let first, let second): first.hasState || second.hasState
        case .many(let parts): parts.contains(where: \.hasState)
        case .either(let isFirst, let first, let second): (isFirst ? first : second).hasState
        case .collected(let part), .erased(let part), .composed(let part), .debounced(_, let part): part.hasState
        case .watched(let part, _), .when(let part, _, _, _, _): part.hasState
        case .attached(let part, _, _), .presented(let part, _, _), .stacked(let part, _): part.hasState
        }
    }

    /// Whether each child in place has a state to find its part in.
    var isSound: Bool {
        switch self {
        case .empty, .transformer, .interact, .machine: true
        case .merge(let first, let second), .either(_, let first, let second), .when(let first, _, _, _, let second):
            first.isSound && second.isSound
        case .many(let parts): parts.allSatisfy(\.isSound)
        case .collected(let part), .erased(let part), .composed(let part), .debounced(_, let part): part.isSound
        case .watched(let part, _): part.isSound
        case .attached(let parent, _, let child), .stacked(let parent, let child):
            parent.hasState && parent.isSound && child.isSound
        case .presented(let parent, let detail, let note):
            parent.hasState && parent.isSound && detail.isSound && note.isSound
        }
    }

    /// Compositions with less in them, those that lack most first.
    var smaller: [Composition] {
        switch self {
        case .empty, .transformer: [.empty]
        case .machine(let rules):
            [.empty]
                + rules.moves.indices.filter { rules.moves[$0].effects != nil }.map { index in
                    var less = rules
                    less.moves[index].effects = nil
                    return .machine(less)
                }
        case .interact(let handler): [.empty] + handler.smaller.map { .interact($0) }
        case .merge(let first, let second): Self.smaller(first, second) { .merge($0, $1) }
        case .many(let parts): parts + parts.smaller(\.smaller).map { .many($0) }
        case .either(let isFirst, let first, let second): [isFirst ? first : second]
        case .collected(let part), .erased(let part), .composed(let part): [part]
        case .debounced(let ticks, let part): [part] + part.smaller.map { .debounced(ticks: ticks, $0) }
        case .watched(let part, var watch):
            [part] + part.smaller.map { .watched($0, watch) }
                + watch.script.smaller.map { script in
                    watch.script = script
                    return .watched(part, watch)
                }
        case .when(let parent, let slot, let actions, let telling, let child):
            Self.smaller(parent, child) { .when($0, slot, actions, telling, $1) }
        case .presented(let parent, let detail, let note):
            [parent] + parent.smaller.map { .presented($0, detail: detail, note: note) }
                + ([.empty] + detail.smaller).map { .presented(parent, detail: $0, note: note) }
                + ([.empty] + note.smaller).map { .presented(parent, detail: detail, note: $0) }
        case .stacked(let parent, let child): Self.smaller(parent, child) { .stacked($0, $1) }
        case .attached(let parent, let telling, let child): Self.smaller(parent, child) { .attached($0, telling, $1) }
        }
    }

    private static func smaller(
        _ first: Composition, _ second: Composition, _ make: (Composition, Composition) -> Composition
    ) -> [Composition] {
        [first, second] + first.smaller.map { make($0, second) } + second.smaller.map { make(first, $0) }
    }
}

extension Handler {
    fileprivate var smaller: [Handler] {
        reactions.indices.flatMap { index in
            reactions[index].script.smaller.map { script in
                var less = self
                less.reactions[index].script = script
                return less
            }
        }
    }
}

extension Script {
    fileprivate var smaller: [Script] {
        switch self {
        case .none: []
        case .state: [.none]
        case .cancel, .dismiss, .next: [.none, .state]
        case .work(let work):
            [.none, .state]
                + work.stages.indices.filter { _ in work.interval == nil }.map { index in
                    var less = work
                    less.stages.remove(at: index)
                    return .work(less)
                }
        case .debounced(let id, let time, let script):
            [script] + script.smaller.map { .debounced(id: id, time: time, $0) }
        case .throttled(let id, let time, let latest, let script):
            [script] + script.smaller.map { .throttled(id: id, time: time, latest: latest, $0) }
        case .merge(let scripts): [.none] + scripts + scripts.smaller(\.smaller).map { .merge($0) }
        case .concatenate(let scripts): [.none] + scripts + scripts.smaller(\.smaller).map { .concatenate($0) }
        }
    }
}

extension Array {
    /// Without one of the elements, or with a smaller one in its place.
    fileprivate func smaller(_ smaller: (Element) -> [Element]) -> [[Element]] {
        indices.map { index in
            var less = self
            less.remove(at: index)
            return less
        }
            + indices.flatMap { index in
                smaller(self[index]).map { element in
                    var less = self
                    less[index] = element
                    return less
                }
            }
    }
}
