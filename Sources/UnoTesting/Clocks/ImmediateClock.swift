internal import AsyncKit

/// A clock on which every sleep is over at once, for tests of what happens and not of when.
///
/// *Behavior*: `sleep` moves `now` to its deadline, if that is later, and returns. A cancelled task's sleep throws
/// `CancellationError` and moves nothing. `now` never goes back. May be used from any thread.
public final class ImmediateClock: Clock, Sendable {
    public typealias Instant = TestClock.Instant

    private let moment: Locked<Instant>

    public init(now: Instant = Instant()) {
        moment = Locked(now)
    }

    public var now: Instant { moment.withLock { $0 } }

    public var minimumResolution: Duration { .zero }

    public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
        try Task.checkCancellation()
        moment.withLock { $0 = max($0, deadline) }
    }
}
