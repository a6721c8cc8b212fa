/// A moment at which more than one thing might go next, and what went.
struct Decision: Sendable, Hashable {
    /// How many jobs were ready.
    let ready: Int
    /// Whether anybody slept, so that time might pass.
    let hasDeadline: Bool
    /// The place of the job among those that were ready, the oldest first; `ready` for the clock.
    private(set) var place: Int

    init(ready: Int, hasDeadline: Bool) {
        self.ready = ready
        self.hasDeadline = hasDeadline
        place = 0
    }

    var hash: UInt64 {
        UInt64(truncatingIfNeeded: place) &* 0x9E37_79B9 &+ UInt64(truncatingIfNeeded: ready) &* 2
            &+ (hasDeadline ? 1 : 0)
    }

    var width: Int { ready + (hasDeadline ? 1 : 0) }

    mutating func take(_ option: Int, under rule: Schedule.Rule) {
        place = translated(min(option, width - 1), rule)
    }

    func option(under rule: Schedule.Rule) -> Int { translated(place, rule) }

    /// From an option to a place, and back.
    private func translated(_ number: Int, _ rule: Schedule.Rule) -> Int {
        rule == .oldest || number >= ready ? number : ready - 1 - number
    }
}
