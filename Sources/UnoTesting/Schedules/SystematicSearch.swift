/// Every second schedule of an ``Exploration``: all schedules with few deviations, those with fewer first.
///
/// A job runs until its task suspends, so not following the rule is the only preemption there is; the number of them
/// is bounded, because most faults need one or two (Musuvathi and Qadeer: Iterative context bounding for
/// systematic testing of multithreaded programs, 2007; Emmi, Qadeer and Rakamarić: Delay-bounded scheduling, 2011).
///
/// A deviation whose job commutes with the one that the rule would run leads to nothing that the same deviation at the
/// next decision does not lead to: sleep sets leave such schedules out (Godefroid: Partial-order methods for the
/// verification of concurrent systems, 1996). Here they come last, since actors may share more than the search knows
/// of.
struct SystematicSearch {
    /// A schedule that has been run, and a position among the schedules with one deviation more.
    private struct Branch {
        let deviations: [Schedule.Deviation]
        /// For each decision from `first` on: the number of options, and the set of options that commute; no sets if all are empty.
        let widths: [UInt16]
        let commuting: [UInt32]
        let first: Int
        var decision = 0
        var option = 1

        /// The next deviation that commutes, or that does not.
        mutating func next(thatCommutes: Bool) -> Schedule.Deviation? {
            while decision < widths.count {
                while option < Int(widths[decision]) {
                    defer { option += 1 }
                    let commutes = decision < commuting.count && commuting[decision] & 1 << UInt32(option) != 0
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
    /// The branches, and those of which only commuting deviations are left.
    private var branches: [Branch] = []
    private var firstOpen = 0
    private var postponed: [Branch] = []
    private var firstPostponed = 0
    private var hasBegun = false
    /// The number of schedules that may still be requested, and of known schedules that have not been.
    private var budget: Int
    private var open = 0

    /// - Parameter budget: the number of schedules that are requested at most; no more are stored.
    init(_ rule: Schedule.Rule, bound: Int, budget: Int = .max) {
        self.rule = rule
        self.bound = bound
        self.budget = budget
    }

    /// The next schedule to run; nil when there is none. Report the run with `ran(_:_:)`.
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
            if !branches[firstOpen].commuting.isEmpty {
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

    /// Reports that `schedule` has led to these decisions.
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
