/// One run of a scenario under one schedule.
struct ScenarioRun: Sendable {
    typealias Body = @Sendable (Scenario) async throws -> Void
    /// Takes an option of a decision among the ready jobs, the oldest first.
    typealias Decide = (inout Decision, [ReadyJob]) -> Void

    /// The settings that all runs of an exploration share.
    struct Setting: Sendable {
        let body: Body
        /// The number of steps that the scenario may take.
        let limit: Int
        var watch: ExplorationWatch?
        /// Whether the run is on the main actor.
        var isOnMainActor = false
        /// Whether the run keeps a trace.
        var isTraced = false
        /// How long a run waits for work from outside before it is a deadlock.
        var patience = Duration.zero
    }

    private(set) var decisions: [Decision] = []
    private(set) var problem: ScheduleProblem?
    private(set) var notes: [String] = []
    private(set) var trace = ScheduleTrace()
    /// The tasks that have entered each actor.
    private(set) var visitors: [ActorVisitors] = []
    /// A hash of the decisions: equal for runs of different decisions with a probability of 1 in 2^64.
    private(set) var hash: UInt64 = 0xCBF2_9CE4_8422_2325

    var schedule: Schedule { Schedule(taking: decisions) }

    fileprivate init(_ setting: Setting, decide: Decide) {
        let scenario = Scenario(isTraced: setting.isTraced, isOnMainActor: setting.isOnMainActor)
        // A given-up exploration goes on in its thread when the job returns after all; it must run nothing more.
        guard setting.watch?.begins(scenario) ?? true else { return }
        scenario.task("the scenario") { try await setting.body(scenario) }
        var steps = 0
        while scenario.problem == nil {
            setting.watch?.takesStep()
            let readyCount = scenario.executor.requeueYielded()
            let deadline = scenario.clock.nextDeadline
            var decision = Decision(ready: readyCount, hasDeadline: deadline != nil)
            if decision.width == 0 {
                scenario.checkTheEnd(patience: setting.patience)
                break
            }
            if steps >= setting.limit {
                scenario.fail(.restless, "after \(setting.limit) steps there is still something to do")
                break
            }
            steps += 1
            if decision.width > 1 {
                let ready = scenario.executor.readyJobs
                decide(&decision, ready)
                decision.noteCommuting(ready)
                decisions.append(decision)
                hash = (hash ^ decision.hash) &* 0x0000_0100_0000_01B3
            }
            let number = decision.width > 1 ? decisions.count - 1 : nil
            if setting.isTraced {
                takeTracedStep(of: scenario, decision, number, deadline)
            } else {
                Self.takeStep(of: scenario, decision, deadline)
            }
        }
        problem = scenario.problem
        notes = scenario.notes
        visitors = scenario.executor.visitors
        if problem != nil {
            scenario.abandon()
            // What was cancelled needs some steps to end, also where the schedule may take none.
            scenario.executor.run(atMost: max(setting.limit, 1_000))
        }
        // Work that ignores its cancellation for ever is not continued: it would keep a processor busy.
        if scenario.executor.isIdle { scenario.executor.runFreely() }
    }

    /// A run under `schedule`.
    fileprivate init(_ setting: Setting, under schedule: Schedule) {
        var deviations = schedule.deviations[...]
        var number = -1
        self.init(setting) { decision, _ in
            number += 1
            var option = 0
            if let next = deviations.first, next.decision == number {
                deviations.removeFirst()
                option = next.option
            }
            decision.take(option, under: schedule.rule)
        }
        let departures = Set(self.schedule.deviations.map(\.decision))
        trace.steps = trace.steps.map { step in
            guard let decision = step.decision, departures.contains(decision) else { return step }
            return step.departing
        }
    }

    private static func takeStep(of scenario: Scenario, _ decision: Decision, _ deadline: TestClock.Instant?) {
        if decision.place < decision.ready {
            scenario.executor.runReady(at: decision.place)
        } else if let deadline {
            scenario.clock.advance(to: deadline)
        }
    }

    private mutating func takeTracedStep(
        of scenario: Scenario,
        _ decision: Decision,
        _ number: Int?,
        _ deadline: TestClock.Instant?
    ) {
        let executor = scenario.executor
        let jobs = executor.readyJobs
        let names = jobs.map { executor.name(of: $0) } + (decision.hasDeadline ? [("the clock", nil)] : [])
        let noteCount = scenario.notes.count
        let sleeps = scenario.clock.sleeps
        let ended = scenario.endedCount
        Self.takeStep(of: scenario, decision, deadline)
        let outcome: ScheduleTrace.Outcome =
            if decision.place == decision.ready {
                .moved(scenario.clock.now)
            } else if scenario.endedCount > ended {
                .ended
            } else if executor.readyJobs.contains(where: { $0.task == jobs[decision.place].task }) {
                .ready
            } else if scenario.clock.sleeps > sleeps {
                .asleep
            } else {
                .waiting
            }
        var others = names
        let (member, actor) = others.remove(at: decision.place)
        let prefix = "\(member): "
        trace.steps.append(
            ScheduleTrace.Step(
                decision: number,
                isDeviation: false,
                member: member,
                actor: actor,
                others: others.map { ScheduleTrace.name(of: $0, in: $1) },
                notes: scenario.takeDeeds()
                    + scenario.notes.dropFirst(noteCount).map {
                        $0.hasPrefix(prefix) ? String($0.dropFirst(prefix.count)) : $0
                    },
                outcome: outcome
            )
        )
    }
}

extension ScenarioRun.Setting {
    /// Runs the scenario, with a result of `decide` at each decision.
    func run(_ decide: ScenarioRun.Decide) async -> ScenarioRun {
        await giveUpMainActor()
        return ScenarioRun(self, decide: decide)
    }

    /// Runs the scenario under `schedule`.
    func run(under schedule: Schedule) async -> ScenarioRun {
        await giveUpMainActor()
        return ScenarioRun(self, under: schedule)
    }

    /// Lets everything run that waits for the main actor: a run occupies it from its begin to its end.
    private func giveUpMainActor() async {
        if isOnMainActor { await Task.yield() }
    }
}

extension ScheduleTrace.Step {
    fileprivate var departing: Self {
        var step = self
        step.isDeviation = true
        return step
    }
}
