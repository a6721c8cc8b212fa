/// One run of a scenario under one schedule.
struct ScenarioRun: Sendable {
    typealias Body = @Sendable (Scenario) async throws -> Void

    private(set) var decisions: [Decision] = []
    private(set) var problem: ScheduleProblem?
    private(set) var notes: [String] = []

    var schedule: Schedule { Schedule(taking: decisions) }

    /// - Parameters:
    ///   - limit: how many steps the scenario may take.
    ///   - decide: takes an option of each decision.
    init(of body: @escaping Body, limit: Int, decide: (inout Decision) -> Void) {
        let scenario = Scenario()
        scenario.task("the scenario") { try await body(scenario) }
        var steps = 0
        while scenario.problem == nil {
            let deadline = scenario.clock.nextDeadline
            var decision = Decision(ready: scenario.executor.readyCount, hasDeadline: deadline != nil)
            if decision.width == 0 {
                scenario.checkTheEnd()
                break
            }
            if steps == limit {
                scenario.fail(.restless, "after \(limit) steps there is still something to do")
                break
            }
            steps += 1
            if decision.width > 1 {
                decide(&decision)
                decisions.append(decision)
            }
            if decision.place < decision.ready {
                scenario.executor.runReady(at: decision.place)
            } else if let deadline {
                scenario.clock.advance(to: deadline)
            }
        }
        problem = scenario.problem
        notes = scenario.notes
        if problem != nil {
            scenario.abandon()
            scenario.executor.run(atMost: limit)
        }
        // What goes on for ever in spite of its cancellation stays where it is, rather than keeping a processor busy.
        if scenario.executor.isIdle { scenario.executor.runFreely() }
    }

    /// Runs `body` under `schedule`.
    init(of body: @escaping Body, limit: Int, under schedule: Schedule) {
        var deviations = schedule.deviations[...]
        var number = -1
        self.init(of: body, limit: limit) { decision in
            number += 1
            var option = 0
            if let next = deviations.first, next.decision == number {
                deviations.removeFirst()
                option = next.option
            }
            decision.take(option, under: schedule.rule)
        }
    }
}
