internal import AsyncKit
package import UnoArchitecture

/// Waits, at each deadline of a test's clock, for work of a feature that does not run on the harness's executor.
///
/// Such work runs on the main actor, on actors with executors of their own, and in unstructured tasks. A task that was
/// woken by the test's clock is waited for until it sleeps there again. Other work, and an effect that neither sleeps
/// nor has ended, may wait for the test itself. It gets several turns of the main actor and of the global executor,
/// with pauses of the system's clock between them; the wait ends when it shows no sign in all of them. The pauses grow
/// with the load, because each lasts until this task gets a processor again.
///
/// Used by one task at a time.
package final class OutsideWork: Sendable {
    /// The number of turns without a sign of work that end a wait: for work that is known to be outside, and for any.
    private static let turns = (known: 12, unknown: 3)
    /// The number of times that a wait starts again after a sign, before it ends for work that never ends.
    private static let mostSights = 2_000

    /// The signs of work outside.
    private struct Sight: Sendable, Equatable {
        let sleeps: Int
        let jobs: Int
    }

    private let clock: TestClock
    private let executor: RestingExecutor
    /// The effects that were awake when the last wait ended without them, and the signs until then.
    private let known = Locked<(effects: Set<GraphTasks.TaskReference>, sight: Sight)?>(nil)

    package init(clock: TestClock, executor: RestingExecutor) {
        self.clock = clock
        self.executor = executor
        clock.follow(executor)
    }

    private var sight: Sight { Sight(sleeps: clock.sleeps, jobs: executor.jobsFromOutside) }

    /// Waits until work outside sleeps or shows no sign; returns false if the executor does not come to rest.
    ///
    /// - Parameters:
    ///   - isFirst: whether unknown work may have begun.
    ///   - rest: waits until the executor is at rest; returns false if it never is.
    ///   - pending: returns the work in flight, with the executor at rest.
    package func settle(isFirst: Bool, rest: () async -> Bool, pending: () async -> Pending?) async -> Bool {
        for number in 1... {
            guard await rest() else { return false }
            let before = sight
            let awake = await pending().map { self.awake($0) } ?? []
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
    /// The number of parts in flight that do not sleep on `clock`: they work or wait outside.
    package func outsideCount(_ clock: TestClock) -> Int {
        let sleeping = clock.sleepingTasks
        let running = Set(effects.compactMap(\.task))
        let asleep = Set(sleeping.compactMap(\.graphTask))
        let others = sleeping.count { sleeper in sleeper.graphTask.map { !running.contains($0) } ?? true }
        return max(0, running.subtracting(asleep).count + heldActions + transformers + timedTransformers - others)
    }
}
