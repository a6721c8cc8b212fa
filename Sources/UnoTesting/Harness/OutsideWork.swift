internal import UnoArchitecture
internal import UnoAsync

/// Waits, at each moment of a test's clock, for the work of a feature that its harness's executor does not run.
///
/// That work is on the main actor, on actors with executors of their own, and in unstructured tasks. What of it has woken
/// from the test's clock is waited for until it sleeps there again. What does not, and an effect that is neither
/// asleep nor over, may wait for the test itself: it is given several turns of the main actor and of the global executor,
/// and pauses of the system's clock between them, in which nothing of it is seen. Those pauses are in proportion to the
/// load, because each lasts as long as this task is kept from its processor.
///
/// For one task at a time.
package final class OutsideWork: Sendable {
    /// How many turns without a sign of work end a wait: for work that is known to be outside, and for any.
    private static let turns = (known: 12, unknown: 3)
    /// How often a wait begins again with what it has seen: it ends then, for work that goes on and on.
    private static let mostSights = 2_000

    /// What has been seen of work outside.
    private struct Sight: Sendable, Equatable {
        let sleeps: Int
        let jobs: Int
    }

    private let clock: TestClock
    private let executor: RestingExecutor
    /// The effects that were awake when the last wait gave up, and what had been seen until then.
    private let known = Locked<(effects: Set<GraphTasks.TaskReference>, sight: Sight)?>(nil)

    package init(clock: TestClock, executor: RestingExecutor) {
        self.clock = clock
        self.executor = executor
        clock.follow(executor)
    }

    private var sight: Sight { Sight(sleeps: clock.sleeps, jobs: executor.jobsFromOutside) }

    /// Returns when work outside is asleep, or nothing of it is seen any more; false if the executor does not come to rest.
    ///
    /// - Parameters:
    ///   - isFirst: whether work may have begun that nothing is known of.
    ///   - rest: waits until the executor is at rest; false if it never will be.
    ///   - pending: what is under way.
    func settle(isFirst: Bool, rest: () async -> Bool, pending: () async -> Pending?) async -> Bool {
        for number in 1... {
            guard await rest() else { return false }
            let before = sight
            let awake = await executor.expectingVisit { await pending() }.map { self.awake($0) } ?? []
            let isKnown = known.withLock { $0.map { $0.effects == awake && $0.sight == before } ?? false }
            let isOutside = clock.outsidersAwake > 0 || !awake.isEmpty && !isKnown
            if await isQuiet(since: before, isOutside: isOutside, isFirst: isFirst, rest) || number == Self.mostSights {
                clock.letOutsidersGo()
                known.withLock { $0 = (awake, before) }
                return true
            }
        }
        return false
    }

    private func isQuiet(
        since before: Sight,
        isOutside: Bool,
        isFirst: Bool,
        _ rest: () async -> Bool
    ) async -> Bool {
        let turns = isOutside ? Self.turns.known : isFirst || clock.knowsOutsiders ? Self.turns.unknown : 0
        for turn in 0..<turns {
            await Task { @MainActor in }.value
            await Task.detached {}.value
            if turn > 1 { try? await ContinuousClock().sleep(for: .microseconds(200)) }
            guard await rest(), sight == before else { return false }
        }
        return true
    }

    /// The effects that run, and do not sleep on the clock.
    private func awake(_ pending: Pending) -> Set<GraphTasks.TaskReference> {
        Set(pending.effects.compactMap(\.task)).subtracting(clock.sleepingTasks.compactMap(\.graphTask))
    }
}

extension Pending {
    /// How many parts are under way that are not asleep on `clock`: they work outside, or wait for something there.
    func outsideCount(_ clock: TestClock) -> Int {
        let sleeping = clock.sleepingTasks
        let running = Set(effects.compactMap(\.task))
        let asleep = Set(sleeping.compactMap(\.graphTask))
        let others = sleeping.count { sleeper in sleeper.graphTask.map { !running.contains($0) } ?? true }
        return max(0, running.subtracting(asleep).count + heldActions + transformers + timedTransformers - others)
    }
}
