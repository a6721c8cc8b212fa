/// Looks for the shortest and simplest sequence of actions that still fails.
///
/// It repeats four changes until none helps: it leaves actions out, leaves one out while it raises another to its greatest value,
/// replaces one by a simpler one, and replaces two at once. After Hughes' QuickCheck, and Hypothesis for the pairs.
struct SequenceShrinker<Action: Sendable>: ~Copyable {
    typealias Choice = ActionGenerator<Action>.Choice

    private(set) var shortest: [Choice]
    /// What the shortest sequence fails with.
    private(set) var problem: String
    private var triesLeft = 1_000
    /// Runs a sequence; returns its problem, or nil.
    private let run: ([Choice]) async -> String?

    init(_ failing: [Choice], _ problem: String, run: @escaping ([Choice]) async -> String?) {
        (shortest, self.problem, self.run) = (failing, problem, run)
    }

    mutating func shrink() async {
        var hasImproved = true
        while hasImproved {
            hasImproved = await leaveOut()
            if await leaveOutWhileRaising() { hasImproved = true }
            if await simplifyEach() { hasImproved = true }
            if await simplifyPairs() { hasImproved = true }
        }
    }

    private mutating func take(_ candidate: [Choice]) async -> Bool {
        guard triesLeft > 0, !Task.isCancelled else { return false }
        triesLeft -= 1
        guard let problem = await run(candidate) else { return false }
        (shortest, self.problem) = (candidate, problem)
        return true
    }

    /// Leaves out halves, then quarters, and so on.
    private mutating func leaveOut() async -> Bool {
        let count = shortest.count
        var length = max(1, count / 2)
        while length > 0 {
            var start = 0
            while start < shortest.count {
                var fewer = shortest
                fewer.removeSubrange(start..<min(start + length, fewer.count))
                if await !take(fewer) { start += length }
            }
            length /= 2
        }
        return shortest.count < count
    }

    /// Of a sum that is too large, a part can be left out if another part becomes larger.
    private mutating func leaveOutWhileRaising() async -> Bool {
        let count = shortest.count
        var out = 0
        while out < shortest.count {
            var isLeftOut = false
            for place in shortest.indices where place != out {
                guard let greatest = shortest[place].greatest else { continue }
                var fewer = shortest
                fewer[place] = greatest()
                fewer.remove(at: out)
                isLeftOut = await take(fewer)
                if isLeftOut { break }
            }
            if !isLeftOut { out += 1 }
        }
        return shortest.count < count
    }

    private mutating func simplifyEach() async -> Bool {
        var hasImproved = false
        for place in shortest.indices {
            while await simplify([place]) { hasImproved = true }
        }
        return hasImproved
    }

    /// Two values that must be equal, for instance, can be lowered only together.
    private mutating func simplifyPairs() async -> Bool {
        var hasImproved = false
        for first in shortest.indices {
            for second in shortest.indices.dropFirst(first + 1) {
                while await simplify([first, second]) { hasImproved = true }
            }
        }
        return hasImproved
    }

    /// Replaces the actions at these places by simpler ones, each by the one of the same rank.
    private mutating func simplify(_ places: [Int]) async -> Bool {
        let simpler = places.map { shortest[$0].simpler() }
        for rank in 0..<(simpler.map(\.count).min() ?? 0) {
            var candidate = shortest
            for (place, choices) in zip(places, simpler) { candidate[place] = choices[rank] }
            if await take(candidate) { return true }
        }
        return false
    }
}
