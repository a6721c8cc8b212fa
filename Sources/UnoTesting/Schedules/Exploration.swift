/// The result of exploring a scenario.
public struct Exploration: Sendable {
    /// A schedule that fails.
    public struct Failure: Sendable {
        /// The number of schedules until it was found.
        public let count: Int
        /// The seed of the schedule; nil if it was found systematically, or replayed.
        public let seed: UInt64?
        /// The schedule that was found.
        public let found: Schedule
        /// The shortest schedule that was found with a problem of the same kind, its problem, and its notes.
        public let shortest: Schedule
        /// The problem that the shortest schedule shows.
        public let problem: ScheduleProblem
        /// The notes that the scenario took under the shortest schedule.
        public let notes: [String]
        /// The run of the shortest schedule, step by step.
        public internal(set) var trace = ScheduleTrace()
        /// The result of running the shortest schedule again, if it differs; nil if the schedule failed again.
        public internal(set) var whenRepeated: String?
    }

    /// The number of schedules that were run, without those that shorten a failure.
    public private(set) var schedules = 0
    /// The number of different schedules among them.
    public private(set) var distinct = 0
    /// Whether every schedule with the bounded number of preemptions was run, under either rule.
    ///
    /// False if several tasks have entered actors without an executor of their own: tasks that wait for such an actor
    /// enter it directly after each other, and what may come between them on several cores is not tried.
    public private(set) var isExhaustive = false
    /// The failure that was found; nil if no schedule failed.
    public private(set) var failure: Failure?

    /// Runs up to `count` schedules of `body`, until one fails.
    ///
    /// Every second one is systematic: under either rule in turn every schedule with no preemption, with one, and so
    /// on. The others are random (see `RandomSchedules`); the same call runs the same schedules.
    package init(
        schedules count: Int,
        seed: UInt64,
        preemptions: Int,
        limit: Int,
        of body: @escaping @Sendable (Scenario) async throws -> Void
    ) async {
        await self.init(
            schedules: count,
            seed: seed,
            preemptions: preemptions,
            ScenarioRun.Setting(body: body, limit: limit)
        )
    }

    init(schedules count: Int, seed: UInt64, preemptions: Int, _ setting: ScenarioRun.Setting) async {
        var seen: Set<UInt64> = []
        var searches = Schedule.Rule.allCases.map { SystematicSearch($0, bound: preemptions, budget: count / 2) }
        var completed: Set<Int> = []
        var random = RandomSchedules()
        var lots = 0
        while schedules < count {
            // Every second schedule is systematic, of either rule in turn, as long as there are any.
            let rule = schedules / 2 % searches.count
            let run: ScenarioRun
            if schedules.isMultiple(of: 2), !completed.contains(rule) {
                guard let schedule = searches[rule].next() else {
                    completed.insert(rule)
                    continue
                }
                setting.watch?.plans(number: schedules + 1, seed: nil, schedule: schedule)
                run = await setting.run(under: schedule)
                if await note(run, seed: nil, in: &seen, setting) { break }
                searches[rule].ran(schedule, run.decisions)
            } else {
                let lot = seed &+ UInt64(lots)
                setting.watch?.plans(number: schedules + 1, seed: lot, schedule: nil)
                run = await random.run(setting, seed: lot)
                lots += 1
                if await note(run, seed: lot, in: &seen, setting) { break }
            }
            random.learn(from: run)
        }
        isExhaustive = failure == nil && completed.count == searches.count && !random.local.sharesPlainActors
    }

    /// Runs `schedule` of `body`.
    package init(
        replaying schedule: Schedule,
        limit: Int,
        of body: @escaping @Sendable (Scenario) async throws -> Void
    ) async {
        await self.init(replaying: schedule, ScenarioRun.Setting(body: body, limit: limit))
    }

    init(replaying schedule: Schedule, _ setting: ScenarioRun.Setting) async {
        var setting = setting
        setting.isTraced = true
        if let watch = setting.watch { setting.patience = watch.patience }
        setting.watch?.plans(number: 1, seed: nil, schedule: schedule)
        let run = await setting.run(under: schedule)
        (schedules, distinct) = (1, 1)
        failure = run.problem.map { problem in
            Failure(
                count: 1,
                seed: nil,
                found: schedule,
                shortest: run.schedule,
                problem: problem,
                notes: run.notes,
                trace: run.trace
            )
        }
    }

    /// An exploration that was abandoned.
    init(failure: Failure) {
        schedules = failure.count
        distinct = failure.count
        self.failure = failure
    }

    /// Counts a run; returns whether it failed.
    private mutating func note(
        _ run: ScenarioRun,
        seed: UInt64?,
        in seen: inout Set<UInt64>,
        _ setting: ScenarioRun.Setting
    ) async -> Bool {
        schedules += 1
        if seen.insert(run.hash).inserted { distinct += 1 }
        guard let problem = run.problem else { return false }
        var careful = setting
        careful.isTraced = true
        if problem.kind == .deadlock, let watch = setting.watch {
            var patient = careful
            patient.patience = watch.patience
            let again = await patient.run(under: run.schedule)
            if let outside = again.problem, outside.kind == .outside {
                failure = Failure(
                    count: schedules,
                    seed: seed,
                    found: run.schedule,
                    shortest: run.schedule,
                    problem: outside,
                    notes: again.notes,
                    trace: again.trace
                )
                return true
            }
        }
        var shrinker = ScheduleShrinker(run, kind: problem.kind, setting, runs: 2_000)
        await shrinker.shrink()
        let shortest = shrinker.shortest
        let again = await careful.run(under: shortest.schedule)
        failure = Failure(
            count: schedules,
            seed: seed,
            found: run.schedule,
            shortest: shortest.schedule,
            problem: shortest.problem ?? problem,
            notes: shortest.notes,
            trace: again.trace,
            whenRepeated: again.problem?.kind == problem.kind
                ? nil : again.problem.map { "it failed otherwise: \($0)" } ?? "it did not fail"
        )
        return true
    }
}

extension Exploration.Failure: CustomStringConvertible {
    /// The problem, the shortest schedule, the call that runs it again, and its steps.
    public var description: String {
        let source = seed.map { "with seed \($0)" } ?? "systematically"
        var lines = [
            "\(problem)",
            "found \(source), as schedule \(count); the shortest is \"\(shortest)\"",
            "run it again with explore(replaying: \"\(shortest)\") { scenario in … }",
        ]
        if let whenRepeated {
            lines.append(
                """
                The scenario is not deterministic by itself: when the same schedule was run again, \(whenRepeated). \
                Usual reasons: random numbers, dates, the order of a Set or a Dictionary; an unstructured Task {} \
                (use scenario.task); another executor or actor; another clock than scenario.clock; what an earlier \
                run has left behind
                """
            )
        }
        if !notes.isEmpty { lines += ["what happened:"] + notes.map { "  \($0)" } }
        if !trace.steps.isEmpty {
            lines += ["step by step (* departs from the rule):"]
            lines += trace.table.split(separator: "\n").map { "  \($0)" } + [""]
            lines += trace.diagram.split(separator: "\n").map { "  \($0)" }
        }
        return lines.joined(separator: "\n")
    }
}
