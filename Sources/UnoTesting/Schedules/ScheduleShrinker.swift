/// Searches for a shorter schedule with a problem of the same kind: fewer deviations, and lower options.
struct ScheduleShrinker {
    private let setting: ScenarioRun.Setting
    private let kind: ScheduleProblem.Kind
    private var runsLeft: Int
    private(set) var shortest: ScenarioRun

    init(_ found: ScenarioRun, kind: ScheduleProblem.Kind, _ setting: ScenarioRun.Setting, runs: Int) {
        self.shortest = found
        self.kind = kind
        self.setting = setting
        self.runsLeft = runs
    }

    mutating func shrink() async {
        let runs = runsLeft / 4
        for rule in Schedule.Rule.allCases { await searchFromNothing(rule, runs: runs) }
        await removeDeviations()
        await lowerOptions()
    }

    private var deviations: [Schedule.Deviation] { shortest.schedule.deviations }

    /// Searches the shortest schedules: few deviations may suffice.
    private mutating func searchFromNothing(_ rule: Schedule.Rule, runs: Int) async {
        guard !deviations.isEmpty else { return }
        var search = SystematicSearch(rule, bound: deviations.count - 1, budget: runs)
        for _ in 0..<runs {
            guard let schedule = search.next(), let run = await attempt(schedule) else { return }
            if run.problem?.kind == kind {
                shortest = run
                return
            }
            search.ran(schedule, run.decisions)
        }
    }

    /// Removes halves, then quarters, and so on (Zeller and Hildebrandt: Simplifying and isolating failure-inducing
    /// input, 2002).
    private mutating func removeDeviations() async {
        var length = max(1, deviations.count / 2)
        while true {
            var start = 0
            while start < deviations.count, runsLeft > 0 {
                var fewer = deviations
                fewer.removeSubrange(start..<min(start + length, fewer.count))
                if await !take(Schedule(shortest.schedule.rule, deviations: fewer)) { start += length }
            }
            guard length > 1 else { return }
            length /= 2
        }
    }

    private mutating func lowerOptions() async {
        for place in deviations.indices {
            guard place < deviations.count else { return }
            for option in 1..<deviations[place].option {
                var lower = deviations
                lower[place].option = option
                if await take(Schedule(shortest.schedule.rule, deviations: lower)) { break }
            }
        }
    }

    private mutating func take(_ schedule: Schedule) async -> Bool {
        guard let run = await attempt(schedule), run.problem?.kind == kind, isShorter(run.schedule) else {
            return false
        }
        shortest = run
        return true
    }

    private func isShorter(_ schedule: Schedule) -> Bool {
        func size(_ deviations: [Schedule.Deviation]) -> (Int, Int) {
            (deviations.count, deviations.reduce(0) { $0 + $1.option })
        }
        return size(schedule.deviations) < size(deviations)
    }

    private mutating func attempt(_ schedule: Schedule) async -> ScenarioRun? {
        guard runsLeft > 0 else { return nil }
        runsLeft -= 1
        return await setting.run(under: schedule)
    }
}
