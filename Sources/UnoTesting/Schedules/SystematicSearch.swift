/// Every schedule with few deviations, those with fewer first.
///
/// A job runs until its task suspends, so not following the rule is the only preemption there is; the number of them
/// is bounded, because most faults need one or two (Musuvathi and Qadeer: Iterative context bounding for
/// systematic testing of multithreaded programs, 2007; Emmi, Qadeer and Rakamarić: Delay-bounded scheduling, 2011).
struct SystematicSearch {
    /// A schedule that has been run, and which of those with one deviation more comes next.
    private struct Branch {
        let schedule: Schedule
        let widths: [Int]
        var decision: Int
        var option = 1
    }

    private let rule: Schedule.Rule
    private let bound: Int
    private var branches: [Branch] = []
    private var firstOpen = 0
    private var hasBegun = false

    init(_ rule: Schedule.Rule, bound: Int) {
        self.rule = rule
        self.bound = bound
    }

    /// The next schedule to run; nil when there is none. Tell `ran(_:_:)` what came of it.
    mutating func next() -> Schedule? {
        guard hasBegun else {
            hasBegun = true
            return Schedule(rule)
        }
        while firstOpen < branches.count {
            if let schedule = advance(&branches[firstOpen]) { return schedule }
            firstOpen += 1
        }
        return nil
    }

    /// `schedule` has led to these decisions.
    mutating func ran(_ schedule: Schedule, _ decisions: [Decision]) {
        guard schedule.deviations.count < bound else { return }
        let first = schedule.deviations.last.map { $0.decision + 1 } ?? 0
        branches.append(Branch(schedule: schedule, widths: decisions.map(\.width), decision: first))
    }

    private func advance(_ branch: inout Branch) -> Schedule? {
        while branch.decision < branch.widths.count {
            if branch.option < branch.widths[branch.decision] {
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
