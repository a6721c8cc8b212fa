internal import AsyncKit

/// A clock whose time moves only when a test moves it.
///
/// *Behavior*
/// - **Ordering.** Advancing resumes the sleepers by deadline, and those of equal deadlines in the order in which they
///   fell asleep. Their order after that is not defined: the first runs while the clock resumes the second. Use a
///   harness if the order matters; it runs no task meanwhile.
/// - **Time.** `now` jumps: a resumed task that sleeps again counts from the new time. Time does not go back: an
///   attempt is recorded as an issue. Durations may be of any length; a deadline at ``Instant/never`` does not come.
/// - **Cancellation.** A cancelled sleeper throws `CancellationError` and no longer counts as asleep. A task that was
///   cancelled before does not sleep, and throws. A sleep whose deadline is not in the future lets other tasks run and
///   returns.
/// - **Observation.** `waitForSleepers(_:)` and `waitForNoSleepers()` return when the count is reached, without
///   polling, or when the waiting task is cancelled.
///
/// All methods may be called from any thread. Complexity: falling asleep and being cancelled are O(n) in the sleepers.
public final class TestClock: Clock, Sendable {
    let storage: TestClockStorage<Instant>
    private let followed = Locked<RestingExecutor?>(nil)

    /// Makes a clock that stands at `now`.
    public init(now: Instant = Instant()) {
        storage = TestClockStorage(now: now, never: .never)
    }

    /// The instant that the clock has been moved to.
    public var now: Instant { storage.now }

    /// Zero: the clock wakes at the exact deadline.
    public var minimumResolution: Duration { .zero }

    /// The number of sleeping tasks.
    public var sleeperCount: Int { storage.sleeperCount }

    /// The deadline that comes first; nil if none will come.
    public var nextDeadline: Instant? { storage.nextDeadline }

    /// Whether the clock can move by `duration`; records an issue if not.
    static func check(_ duration: Duration, at site: TestSite) -> Bool {
        if duration >= .zero { return true }
        Failure("A test clock cannot go back: it was to be advanced by \(duration)", at: site).record()
        return false
    }

    /// Whether the clock can move to `instant`; records an issue if not.
    func check(_ instant: Instant, at site: TestSite) -> Bool {
        let now = now
        if instant >= now { return true }
        Failure("A test clock cannot go back: it was to be advanced from \(now) to \(instant)", at: site).record()
        return false
    }

    /// Suspends the task until the clock has been moved to `deadline`; throws when the task is cancelled.
    public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
        try await storage.sleep(until: deadline, .current(following: followed.withLock { $0 }))
    }

    // MARK: Tasks outside an executor

    /// Tracks the tasks that sleep here and do not run on `executor`.
    ///
    /// Two harnesses may share a clock; tasks on the executor of one are work outside for the other.
    package func follow(_ executor: RestingExecutor) { followed.withLock { $0 = executor } }

    /// How often a task has fallen asleep, or was found to be past its deadline.
    package var sleeps: Int { storage.sleeps }

    /// How many tasks outside the executor were woken, have not slept since, and are waited for.
    package var outsidersAwake: Int { storage.outsidersAwake }

    /// Whether a task outside the executor has slept here.
    package var knowsOutsiders: Bool { storage.knowsOutsiders }

    /// Ends the waiting for the tasks outside that are awake.
    package func letOutsidersGo() { storage.letOutsidersGo() }

    /// The sleeping tasks, by deadline.
    package var sleepingTasks: [SleepingTask] { storage.sleepingTasks }

    /// Says, for a failure message, which tasks fell asleep after the clock had moved on without them; nil if none did.
    package var latecomers: String? {
        let latecomers = storage.latecomers
        guard !latecomers.isEmpty else { return nil }
        let list = latecomers.map { "woken at \($0.woken), asleep again at \($0.asleep)" }.joined(separator: "; ")
        return "a task outside the harness fell asleep after the clock had moved on without it (\(list))"
    }

    /// Waits until at least `count` tasks sleep.
    public func waitForSleepers(_ count: Int) async { await storage.wait { $0 >= count } }

    /// Waits until no task sleeps, or the waiting task is cancelled.
    ///
    /// For the end of a test: a task that is woken may sleep again before this looks, and would then be waited for.
    public func waitForNoSleepers() async { await storage.wait { $0 == 0 } }
}
