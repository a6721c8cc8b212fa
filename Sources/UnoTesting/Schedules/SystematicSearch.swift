/// Every schedule with few deviations, those with fewer first.
///
/// A job runs until its task suspends, so not following the rule is the only preemption there is; the number of them
/// is bounded, because most faults need one or two (Musuvathi and Qadeer: Iterative context bounding for
/// systematic testing of multithreaded programs, 2007; Emmi, Qadeer and Rakamarić: Delay-bounded scheduling, 2011).
struct SystematicSearch {
    /// A schedule that has been run, and which of those with one deviation more comes next.
    private struct Branch {
        let schedule: Schedule
        let widths: [UInt32]
        var decision: Int
        var option = 1
    }

    private let rule: Schedule.Rule
    private let bound: Int
    private var branches: [Branch] = []
    private var firstOpen = 0
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
            if let schedule = advance(&branches[firstOpen]) {
                open -= 1
                return schedule
            }
            branches[firstOpen] = Branch(schedule: Schedule(rule), widths: [], decision: 0)
            firstOpen += 1
        }
        return nil
    }

    /// `schedule` has led to these decisions.
    mutating func ran(_ schedule: Schedule, _ decisions: [Decision]) {
        guard schedule.deviations.count < bound, open < budget else { return }
        let first = schedule.deviations.last.map { $0.decision + 1 } ?? 0
        open += decisions.dropFirst(first).reduce(0) { $0 + $1.width - 1 }
        let widths = decisions.map { UInt32(clamping: $0.width) }
        branches.append(Branch(schedule: schedule, widths: widths, decision: first))
    }

    private func advance(_ branch: inout Branch) -> Schedule? {
        while branch.decision < branch.widths.count {
            if branch.option < Int(branch.widths[branch.decision]) {
                defer { branch.option += 1 }
                let deviation = Schedule.Deviation(decision: branch.decision, option: branch.option)
                return Schedule(rule, deviations: branch.schedule.deviations + [deviation])
            }
            branch.decision += 1
            branch.option = 1
        }
        return nil
    }
}
