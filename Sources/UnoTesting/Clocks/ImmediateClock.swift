internal import UnoAsync

/// A clock on which every sleep is over at once, for tests of what happens and not of when.
///
/// *Behavior*: `sleep` moves `now` to its deadline, if that is later, lets other tasks run and returns. A cancelled
/// task's sleep throws `CancellationError` and moves nothing. `now` never goes back, and stays at the last instant once
/// it has come there. May be used from any thread.
public final class ImmediateClock: Clock, Sendable {
    public typealias Instant = TestClock.Instant

    private let moment: Locked<Instant>

    public init(now: Instant = Instant()) {
        moment = Locked(now)
    }

    public var now: Instant { moment.withLock { $0 } }

    public var minimumResolution: Duration { .zero }

    public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
        let isCancelled = Task.isCancelled
        if !isCancelled { moment.withLock { $0 = max($0, deadline) } }
        await giveWay()
        if isCancelled { throw CancellationError() }
    }
}

/// Suspends the task once, so that others on its executor run.
///
/// A loop over a clock whose sleeps are over at once would otherwise keep its thread. A child task, because
/// `Task.yield()` leaves the executor that the task prefers where the run time is older than Swift 6.2.
func giveWay() async {
    await withTaskGroup { $0.addTask {} }
}
