public import Testing

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
/// - **Order.** The first half of the schedules is systematic: those that follow a rule (the oldest job first, the newest
///   job first), then all that break it once, up to `preemptions` times. The rest is random; the schedule of a seed is
///   the same each time.
/// - **Failure.** Exploring ends with the first schedule that fails: an expectation, a failed `#expect`, an order, a deadlock or a lost
///   wake-up, a leak, a misuse, a thrown error, or no end within `limit` steps. The issue, at the place of the call,
///   names the seed, the shortest failing schedule that was found, who waits, and the scenario's notes.
/// - **Replay.** `explore(replaying:)` runs that schedule.
/// - **Requirements.** The scenario does the same whenever it runs under the same schedule: no unstructured `Task {}` but
///   through ``Scenario/task(_:_:)``, no clock but ``Scenario/clock``. Nothing runs at the same time, so a data race
///   inside one job is not found; the thread sanitizer is for that.
///
/// Complexity: one run of the scenario per schedule, and up to 2,000 more to shorten one that fails.
///
/// - Parameters:
///   - count: how many schedules are run.
///   - seed: the seed of the first random schedule; the others follow it.
///   - preemptions: how many times a systematic schedule breaks its rule.
///   - limit: how many steps a schedule may take.
@discardableResult
public func explore(
    schedules count: Int = 1_000,
    seed: UInt64 = 0,
    preemptions: Int = 2,
    limit: Int = 10_000,
    sourceLocation: SourceLocation = #_sourceLocation,
    _ scenario: @escaping @Sendable (Scenario) async throws -> Void
) -> Exploration {
    Exploration.recorded(at: sourceLocation) {
        Exploration(schedules: count, seed: seed, preemptions: preemptions, limit: limit, of: scenario)
    }
}

/// Runs `scenario` under one schedule, as the report of a failure names it, and records an issue if it fails.
///
/// - Parameter schedule: such as `"3:1 7:2"`; see ``Schedule``.
@discardableResult
public func explore(
    replaying schedule: String,
    limit: Int = 10_000,
    sourceLocation: SourceLocation = #_sourceLocation,
    _ scenario: @escaping @Sendable (Scenario) async throws -> Void
) -> Exploration? {
    guard let schedule = Schedule(schedule) else {
        Issue.record("\"\(schedule)\" is not a schedule: one is written as \"3:1 7:2\"", sourceLocation: sourceLocation)
        return nil
    }
    return Exploration.recorded(at: sourceLocation) {
        Exploration(replaying: schedule, limit: limit, of: scenario)
    }
}

extension Exploration {
    /// Explores, and records what failed. What a scenario expects with `#expect` becomes a problem of its schedule.
    fileprivate static func recorded(at sourceLocation: SourceLocation, _ explore: () -> Exploration) -> Exploration {
        var exploration: Exploration?
        withKnownIssue("An expectation in an explored scenario", isIntermittent: true, sourceLocation: sourceLocation) {
            exploration = explore()
        } matching: { issue in
            guard let scenario = Scenario.current else { return false }
            scenario.fail("\(issue)")
            return true
        }
        if let failure = exploration!.failure { Issue.record("\(failure)", sourceLocation: sourceLocation) }
        return exploration!
    }
}
