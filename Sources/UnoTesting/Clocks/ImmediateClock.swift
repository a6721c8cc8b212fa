internal import AsyncKit

/// A clock on which every sleep returns at once, for tests that do not depend on time.
///
/// *Behavior*: `sleep` moves `now` to its deadline, if that is later, lets other tasks run and returns. In a cancelled
/// task, `sleep` throws `CancellationError` and does not move `now`. `now` never goes back, and stays at the last
/// instant once it has reached it. May be used from any thread.
public final class ImmediateClock: Clock, Sendable {
    /// The instants of a ``TestClock``.
    public typealias Instant = TestClock.Instant

    private let moment: Locked<Instant>

    /// Makes a clock that stands at `now`.
    public init(now: Instant = Instant()) {
        moment = Locked(now)
    }

    /// The latest deadline of a sleep, or the instant the clock was made with.
    public var now: Instant { moment.withLock { $0 } }

    /// Zero.
    public var minimumResolution: Duration { .zero }

    /// Moves the clock to `deadline` and lets other tasks run; throws only in a cancelled task.
    public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
        let isCancelled = Task.isCancelled
        if !isCancelled { moment.withLock { $0 = max($0, deadline) } }
        await giveWay()
        if isCancelled { throw CancellationError() }
    }
}

/// Suspends the task once, so that others on its executor run.
///
/// A loop over a clock whose sleeps return at once would otherwise keep its thread. Uses a child task, because before
/// Swift 6.2 `Task.yield()` leaves the preferred executor of the task.
func giveWay() async {
    await withTaskGroup { $0.addTask {} }
}
