/// Every schedule with few deviations, those with fewer first.
///
/// A job runs until its task suspends, so not following the rule is the only preemption there is; the number of them
/// is bounded, because most faults need one or two (Musuvathi and Qadeer: Iterative context bounding for
/// systematic testing of multithreaded programs, 2007; Emmi, Qadeer and Rakamarić: Delay-bounded scheduling, 2011).
///
/// A deviation whose job commutes with the one that the rule would run leads to nothing that the same deviation at the next
/// decision does not lead to: sleep sets leave such schedules out (Godefroid: Partial-order methods for the verification
/// of concurrent systems, 1996). Here they come last, since actors may share more than the search knows of.
struct SystematicSearch {
    /// A schedule that has been run, and which of those with one deviation more comes next.
    private struct Branch {
        let deviations: [Schedule.Deviation]
        /// By decision, from `first` on: how many options there are, and which of them commute.
        let widths: [UInt16]
        let commuting: [UInt32]
        let first: Int
        var decision = 0
        var option = 1

        /// The next deviation of the kind, or of those that commute.
        mutating func next(thatCommutes: Bool) -> Schedule.Deviation? {
            while decision < widths.count {
                while option < Int(widths[decision]) {
                    defer { option += 1 }
                    let commutes =
                        decision < commuting.count && option < 32 && commuting[decision] & 1 << UInt32(option) != 0
                    if commutes == thatCommutes { return .init(decision: first + decision, option: option) }
                }
                decision += 1
                option = 1
            }
            return nil
        }

        mutating func rewind() { (decision, option) = (0, 1) }
    }

    private let rule: Schedule.Rule
    private let bound: Int
    /// Those whose deviations come first, and those whose deviations that commute are left.
    private var branches: [Branch] = []
    private var firstOpen = 0
    private var postponed: [Branch] = []
    private var firstPostponed = 0
    private var hasBegun = false
    /// How many schedules may still be asked for, and how many are known that have not been.
    private var budget: Int
    private var open = 0

    /// - Parameter budget: how many schedules are asked for at most. No more are remembered.
    init(_ rule: Schedule.Rule, bound: Int, budget: Int = .max) {
        self.rule = rule
        self.bound = bound
        self.budget = budget
    }

    /// The next schedule to run; nil when there is none. Tell `ran(_:_:)` what came of it.
    mutating func next() -> Schedule? {
        budget -= 1
        guard hasBegun else {
            hasBegun = true
            return Schedule(rule)
        }
        while firstOpen < branches.count {
            let earlier = branches[firstOpen].deviations
            if let deviation = branches[firstOpen].next(thatCommutes: false) {
                open -= 1
                return Schedule(rule, deviations: earlier + [deviation])
            }
            if branches[firstOpen].commuting.contains(where: { $0 != 0 }) {
                branches[firstOpen].rewind()
                postponed.append(branches[firstOpen])
            }
            branches[firstOpen] = Branch(deviations: [], widths: [], commuting: [], first: 0)
            firstOpen += 1
        }
        while firstPostponed < postponed.count {
            let earlier = postponed[firstPostponed].deviations
            if let deviation = postponed[firstPostponed].next(thatCommutes: true) {
                open -= 1
                return Schedule(rule, deviations: earlier + [deviation])
            }
            postponed[firstPostponed] = Branch(deviations: [], widths: [], commuting: [], first: 0)
            firstPostponed += 1
        }
        return nil
    }

    /// `schedule` has led to these decisions.
    mutating func ran(_ schedule: Schedule, _ decisions: [Decision]) {
        guard schedule.deviations.count < bound, open < budget else { return }
        let first = schedule.deviations.last.map { $0.decision + 1 } ?? 0
        let left = decisions.dropFirst(first)
        open += left.reduce(0) { $0 + $1.width - 1 }
        let commuting = left.map { $0.commutingOptions(under: rule) }
        branches.append(
            Branch(
                deviations: schedule.deviations,
                widths: left.map { UInt16(clamping: $0.width) },
                commuting: commuting.contains { $0 != 0 } ? commuting : [],
                first: first
            )
        )
    }
}
