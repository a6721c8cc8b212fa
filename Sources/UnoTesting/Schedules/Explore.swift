/// Runs `scenario` under many orders of its jobs and its clock, and records an issue with the first that fails.
///
/// ```swift
/// explore(schedules: 10_000) { scenario in
///     let channel = Channel()
///     scenario.task("producer") { await channel.send(1) }
///     #expect(await channel.receive() == 1)
/// }
/// ```
///
/// *Behavior*
/// - **Order.** Every second schedule is systematic: those that follow a rule (the oldest job first, the newest job
///   first), then all that deviate once, up to `preemptions` times. The others are random, in several ways (see
///   <doc:FindingARace>). The same call runs the same schedules.
/// - **Failure.** Exploring ends with the first schedule that fails: an expectation, a failed `#expect`, an order, a
///   deadlock or a lost wake-up, a leak, a misuse, a thrown error, no end within `limit` steps, or a job that does not
///   return within `stepLimit`. The issue, at the place of the call or of the `#expect`, contains the seed, the
///   shortest failing schedule that was found, and its steps. It goes to Swift Testing, or to XCTest if one of its
///   tests is running.
/// - **Determinism.** The shortest schedule is run once more. A scenario that does not fail again then, and one that
///   waits for work from outside, are reported as such.
/// - **Thread.** The scenario runs on a thread of its own, with the caller's task-local values; the caller's is
///   blocked. A scenario with view models is explored by `exploreOnMainActor`.
/// - **Replay.** `explore(replaying:)` runs that schedule.
/// - **Requirements.** The scenario does the same whenever it runs under the same schedule: no unstructured `Task {}`
///   but through ``Scenario/task(_:_:)``, no clock but ``Scenario/clock``. Nothing runs at the same time, so a data
///   race inside one job is not found; the thread sanitizer is for that.
///
/// Complexity: one run of the scenario for each schedule, and up to 2,000 more to shorten one that fails. In a release
/// build, a run with ten tasks of 50 yields each takes about 0.3 ms. Of a schedule that has run, a hash is kept, and of
/// the systematic ones with fewer than `preemptions` deviations the widths of their decisions, until as many schedules
/// are known as may run.
///
/// - Parameters:
///   - count: the number of schedules to run.
///   - seed: the seed of the first random schedule; the others follow it.
///   - preemptions: the number of times that a systematic schedule deviates from its rule.
///   - limit: the number of steps that a schedule may take.
///   - stepLimit: how long one step may take, on the system's clock.
///   - scenario: what to run; called anew for each schedule.
@discardableResult
public func explore(
    schedules count: Int = 1_000, seed: UInt64 = 0, preemptions: Int = 2,
    limit: Int = 10_000, stepLimit: Duration = .seconds(30),
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    _ scenario: @escaping @Sendable (Scenario) async throws -> Void
) -> Exploration {
    let site = TestSite(fileID, filePath, line, column)
    return Exploration.recorded(at: site, stepLimit: stepLimit) { watch in
        await Exploration(
            schedules: count,
            seed: seed,
            preemptions: preemptions,
            ScenarioRun.Setting(body: scenario, limit: limit, watch: watch)
        )
    }
}

/// Runs `scenario` under one schedule, as the report of a failure names it, and records an issue if it fails.
///
/// - Parameters:
///   - schedule: such as `"3:1 7:2"`; see ``Schedule``.
///   - limit: the number of steps that the schedule may take.
///   - stepLimit: how long one step may take, on the system's clock.
///   - scenario: what to run; called anew for each schedule.
@discardableResult
public func explore(
    replaying schedule: String, limit: Int = 10_000, stepLimit: Duration = .seconds(30),
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    _ scenario: @escaping @Sendable (Scenario) async throws -> Void
) -> Exploration? {
    let site = TestSite(fileID, filePath, line, column)
    guard let schedule = Schedule.parsed(schedule, at: site) else { return nil }
    return Exploration.recorded(at: site, stepLimit: stepLimit) { watch in
        await Exploration(replaying: schedule, ScenarioRun.Setting(body: scenario, limit: limit, watch: watch))
    }
}

/// Runs `scenario` under many orders of its jobs and its clock, on the main actor: its view models are explored, too.
///
/// ```swift
/// await exploreOnMainActor(schedules: 500) { scenario in
///     let model = scenario.viewModel("the page") { DirectViewModel(Search(clock: scenario.clock)) }
///     await model.send(.typed("re"))
///     await model.send(.typed("rey")).finish()
///     #expect(await model.read { $0.viewState.query } == "rey")
/// }
/// ```
///
/// *Behavior*
/// - **Isolation.** The jobs of the scenario run on the main actor's thread, one at a time. The view models' own jobs
///   and the calls of `ExploredViewModel` take the place of the main actor's: where an effect enters the main actor
///   by `send` or `dispatch`, the schedule decides what goes first.
/// - **Main actor.** The main actor itself is busy during a schedule; between two, everything runs that waits for it. A
///   task of the scenario that enters it by another way than a view model's, by `MainActor.run` for instance, waits till
///   the schedule is over, which is reported as a deadlock.
/// - **Blocking.** A job that does not return cannot be given up, unlike with `explore`.
/// - **Everything else** is as with `explore`: the choice of schedules, the failures, the requirements.
///
/// - Parameters:
///   - count: the number of schedules to run.
///   - seed: the seed of the first random schedule; the others follow it.
///   - preemptions: the number of times that a systematic schedule deviates from its rule.
///   - limit: the number of steps that a schedule may take.
///   - scenario: what to run; called anew for each schedule.
@MainActor
@discardableResult
public func exploreOnMainActor(
    schedules count: Int = 1_000, seed: UInt64 = 0, preemptions: Int = 2, limit: Int = 10_000,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    _ scenario: @escaping @Sendable (Scenario) async throws -> Void
) async -> Exploration {
    let site = TestSite(fileID, filePath, line, column)
    let setting = ScenarioRun.Setting(body: scenario, limit: limit, isOnMainActor: true)
    return await Exploration.recordedOnMainActor(at: site) {
        await Exploration(schedules: count, seed: seed, preemptions: preemptions, setting)
    }
}

/// Runs `scenario` under one schedule, on the main actor, and records an issue if it fails.
///
/// - Parameters:
///   - schedule: such as `"3:1 7:2"`; see ``Schedule``.
///   - limit: the number of steps that the schedule may take.
///   - scenario: what to run; called anew for each schedule.
@MainActor
@discardableResult
public func exploreOnMainActor(
    replaying schedule: String, limit: Int = 10_000,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    _ scenario: @escaping @Sendable (Scenario) async throws -> Void
) async -> Exploration? {
    let site = TestSite(fileID, filePath, line, column)
    guard let schedule = Schedule.parsed(schedule, at: site) else { return nil }
    let setting = ScenarioRun.Setting(body: scenario, limit: limit, isOnMainActor: true)
    return await Exploration.recordedOnMainActor(at: site) { await Exploration(replaying: schedule, setting) }
}
