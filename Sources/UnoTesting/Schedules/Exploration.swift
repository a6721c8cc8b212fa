/// What came of exploring a scenario.
public struct Exploration: Sendable {
    /// A schedule that fails.
    public struct Failure: Sendable {
        /// How many schedules it took to find.
        public let count: Int
        /// The seed of the schedule; nil if it was found systematically, or replayed.
        public let seed: UInt64?
        /// The schedule that was found.
        public let found: Schedule
        /// The shortest schedule with a problem of the same kind that was found, its problem, and what it noted down.
        public let shortest: Schedule
        public let problem: ScheduleProblem
        public let notes: [String]
    }

    /// How many schedules were run, those for shrinking a failure not counted.
    public private(set) var schedules = 0
    /// How many of them were different.
    public private(set) var distinct = 0
    /// Whether every schedule with the bounded number of preemptions was run, under either rule.
    public private(set) var isExhaustive = false
    public private(set) var failure: Failure?

    /// Runs up to `count` schedules of `body`, until one fails.
    ///
    /// The first half is systematic: under either rule every schedule with no preemption, with one, and so on. The
    /// rest is random; the schedule of a seed is the same each time.
    package init(
        schedules count: Int,
        seed: UInt64,
        preemptions: Int,
        limit: Int,
        of body: @escaping @Sendable (Scenario) async throws -> Void
    ) {
        var seen: Set<[Decision]> = []
        var completed = 0
        for (number, rule) in Schedule.Rule.allCases.enumerated() {
            var search = SystematicSearch(rule, bound: preemptions)
            while schedules < count * (number + 1) / 4 {
                guard let schedule = search.next() else {
                    completed += 1
                    break
                }
                let run = ScenarioRun(of: body, limit: limit, under: schedule)
                if note(run, seed: nil, in: &seen, of: body, limit: limit) { return }
                search.ran(schedule, run.decisions)
            }
        }
        isExhaustive = completed == Schedule.Rule.allCases.count
        for (number, seed) in (0..<max(0, count - schedules)).map({ ($0, seed &+ UInt64($0)) }) {
            var generator = SplitMix(seed: seed)
            let lean = RandomSearch.allCases[number % RandomSearch.allCases.count]
            let run = ScenarioRun(of: body, limit: limit) { lean.decide(&$0, using: &generator) }
            if note(run, seed: seed, in: &seen, of: body, limit: limit) { return }
        }
    }

    /// Runs `schedule` of `body`.
    package init(
        replaying schedule: Schedule,
        limit: Int,
        of body: @escaping @Sendable (Scenario) async throws -> Void
    ) {
        let run = ScenarioRun(of: body, limit: limit, under: schedule)
        (schedules, distinct) = (1, 1)
        failure = run.problem.map { problem in
            Failure(
                count: 1,
                seed: nil,
                found: schedule,
                shortest: run.schedule,
                problem: problem,
                notes: run.notes
            )
        }
    }

    /// True if the run failed.
    private mutating func note(
        _ run: ScenarioRun,
        seed: UInt64?,
        in seen: inout Set<[Decision]>,
        of body: @escaping ScenarioRun.Body,
        limit: Int
    ) -> Bool {
        schedules += 1
        if seen.insert(run.decisions).inserted { distinct += 1 }
        guard let problem = run.problem else { return false }
        var shrinker = ScheduleShrinker(run, kind: problem.kind, body: body, limit: limit, runs: 2_000)
        shrinker.shrink()
        failure = Failure(
            count: schedules,
            seed: seed,
            found: run.schedule,
            shortest: shrinker.shortest.schedule,
            problem: shrinker.shortest.problem ?? problem,
            notes: shrinker.shortest.notes
        )
        return true
    }
}

extension Exploration.Failure: CustomStringConvertible {
    public var description: String {
        let source = seed.map { "with seed \($0)" } ?? "systematically"
        var lines = [
            "\(problem)",
            "found \(source), as schedule \(count); the shortest is \"\(shortest)\"",
            "run it again with explore(replaying: \"\(shortest)\")",
        ]
        if !notes.isEmpty { lines += ["what happened:"] + notes.map { "  \($0)" } }
        return lines.joined(separator: "\n")
    }
}
