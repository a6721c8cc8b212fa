/// A choice between several ready jobs, or a job and the clock, and its result.
struct Decision: Sendable, Hashable {
    /// The number of ready jobs.
    private let readyCount: UInt32
    private var chosen: UInt32 = 0
    /// Whether a task slept, so that time might pass.
    let hasDeadline: Bool
    /// Those of the first 32 ready jobs that commute with the chosen one, as a set of bits; see
    /// `ReadyJob.commutes(with:)`.
    private var commuting: UInt32 = 0

    init(ready: Int, hasDeadline: Bool) {
        readyCount = UInt32(ready)
        self.hasDeadline = hasDeadline
    }

    var ready: Int { Int(readyCount) }

    /// The place of the chosen job among the ready ones, the oldest first; `ready` for the clock.
    var place: Int { Int(chosen) }

    var hash: UInt64 {
        UInt64(chosen) &* 0x9E37_79B9 &+ UInt64(readyCount) &* 2 &+ (hasDeadline ? 1 : 0)
    }

    var width: Int { ready + (hasDeadline ? 1 : 0) }

    mutating func take(_ option: Int, under rule: Schedule.Rule) {
        chosen = UInt32(translated(min(option, width - 1), rule))
    }

    func option(under rule: Schedule.Rule) -> Int { translated(place, rule) }

    /// Those of the first 32 options whose jobs commute with the chosen one, as a set of bits.
    func commutingOptions(under rule: Schedule.Rule) -> UInt32 {
        if rule == .oldest { return commuting }
        var options: UInt32 = 0
        for option in 0..<min(32, ready) {
            let place = translated(option, rule)
            if commuting & 1 << UInt32(place) != 0 { options |= 1 << UInt32(option) }
        }
        return options
    }

    /// Notes the ready jobs that commute with the chosen one.
    mutating func noteCommuting(_ jobs: [ReadyJob]) {
        guard place < jobs.count else { return }
        for other in 0..<min(32, jobs.count) where jobs[place].commutes(with: jobs[other]) {
            commuting |= 1 << UInt32(other)
        }
    }

    /// From an option to a place, and back.
    private func translated(_ number: Int, _ rule: Schedule.Rule) -> Int {
        rule == .oldest || number >= ready ? number : ready - 1 - number
    }
}
