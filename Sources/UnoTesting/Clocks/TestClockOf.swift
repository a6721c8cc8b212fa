internal import AsyncKit

/// A ``TestClock`` whose durations are of another type than `Duration`: frames, beats or samples.
///
/// ```swift
/// let clock = TestClockOf<Frames>()
/// let player = Task { try await clock.sleep(for: Frames(24)) }
/// await clock.advanceSettling(by: Frames(24))
/// ```
///
/// *Behavior*: as with ``TestClock``. A duration must be able to hold the sum of all that the clock is advanced by.
/// Complexity: falling asleep and being cancelled are O(n) in the sleepers.
public final class TestClockOf<Duration: DurationProtocol & Hashable>: Clock, Sendable {
    /// An instant of the clock: the time since the clock was made.
    public struct Instant: InstantProtocol {
        /// The time since the clock was made.
        public var offset: Duration

        /// The instant `offset` after the clock was made.
        public init(offset: Duration = .zero) {
            self.offset = offset
        }

        /// The instant `duration` later.
        public func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
        /// The time from this instant to `other`.
        public func duration(to other: Instant) -> Duration { other.offset - offset }
        public static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
    }

    private let storage: TestClockStorage<Instant>

    /// Makes a clock that stands at `now`.
    public init(now: Instant = Instant()) {
        storage = TestClockStorage(now: now)
    }

    /// The instant that the clock has been moved to.
    public var now: Instant { storage.now }

    /// Zero: the clock wakes at the exact deadline.
    public var minimumResolution: Duration { .zero }

    /// The number of sleeping tasks.
    public var sleeperCount: Int { storage.sleeperCount }

    /// The deadline that comes first; nil if no task sleeps.
    public var nextDeadline: Instant? { storage.nextDeadline }

    /// Suspends the task until the clock has been moved to `deadline`; throws when the task is cancelled.
    public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
        try await storage.sleep(until: deadline, SleepingTask())
    }

    /// Moves time forward and resumes the tasks whose deadlines have come. A negative duration leaves the clock as it
    /// is.
    public func advance(by duration: Duration) { storage.moveForward(to: now.advanced(by: duration)) }

    /// Moves time forward to `instant` and resumes the tasks whose deadlines have come. A past instant leaves the clock
    /// as it is.
    public func advance(to instant: Instant) { storage.moveForward(to: instant) }

    /// Moves time forward, deadline by deadline, and calls ``settle()`` at each.
    public func advanceSettling(by duration: Duration) async {
        await settle()
        await storage.advanceSettling(to: now.advanced(by: duration))
    }

    /// Moves time forward, deadline by deadline, until every task that sleeps now has been woken.
    public func run() { storage.run() }

    /// Moves time forward, deadline by deadline, until no task sleeps, and calls ``settle()`` at each.
    ///
    /// - Parameter timeout: how long that may take, on the system's clock.
    /// - Returns: false if a task still sleeps when the time is up, or when the waiting task is cancelled.
    @discardableResult
    public func run(timeout: Swift.Duration) async -> Bool { await storage.runSettling(timeout: timeout) }

    /// Waits until the tasks that use the clock seem to be at rest; see ``TestClock/settle()``.
    public func settle() async { await storage.settle() }

    /// Waits until at least `count` tasks sleep, or the waiting task is cancelled.
    public func waitForSleepers(_ count: Int) async { await storage.wait { $0 >= count } }

    /// Waits until no task sleeps, or the waiting task is cancelled. For the end of a test, as ``TestClock/waitForNoSleepers()``.
    public func waitForNoSleepers() async { await storage.wait { $0 == 0 } }

    /// Throws ``TestClock/SuspensionError`` if a task sleeps on the clock.
    public func checkSuspension() throws(TestClock.SuspensionError) {
        if let sleeping = storage.sleeping { throw TestClock.SuspensionError(description: sleeping) }
    }
}

extension TestClockOf.Instant: CustomStringConvertible {
    public var description: String { "\(offset)" }
}
