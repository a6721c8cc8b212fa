internal import AsyncKit

/// A clock whose time moves only when a test says so.
///
/// *Behavior*
/// - **Ordering.** Advancing resumes the sleepers by deadline, and those of equal deadlines in the order in which they
///   fell asleep. What they do after that has no order, not even on one actor: the executors decide.
/// - **Time.** `now` jumps: whoever was resumed and sleeps again counts from the new moment.
/// - **Cancellation.** A cancelled sleeper throws `CancellationError` and no longer counts as asleep. A task that is
///   cancelled already does not fall asleep, and throws. A deadline that is not in the future returns at once.
/// - **Observation.** `waitForSleepers(_:)` and `waitForNoSleepers()` return when the count is reached, without
///   polling, or when the waiting task is cancelled, as one is whose time is up.
///
/// All methods may be called from any thread. Complexity: falling asleep and being cancelled are O(n) in the sleepers.
public final class TestClock: Clock, Sendable {
    /// Resumed with true when the deadline has come, with false when it was cancelled.
    private typealias Sleeper = UnsafeContinuation<Bool, Never>
    private typealias Watcher = UnsafeContinuation<Void, Never>
    private typealias Machine = TestClockStateMachine<Sleeper, Watcher>

    private let state: Locked<Machine>

    public init(now: Instant = Instant()) {
        state = Locked(Machine(now: now))
    }

    public var now: Instant { state.withLock { $0.now } }

    public var minimumResolution: Duration { .zero }

    /// How many are asleep.
    public var sleeperCount: Int { state.withLock { $0.sleeperCount } }

    /// The deadline that comes first; nil if nobody is asleep.
    public var nextDeadline: Instant? { state.withLock { $0.nextDeadline } }

    /// Moves time forward and resumes those whose deadlines have come.
    public func advance(by duration: Duration) {
        advance { now in now.advanced(by: duration) }
    }

    /// Moves time forward to `instant` and resumes those whose deadlines have come. Requires `instant >= now`.
    public func advance(to instant: Instant) {
        advance { _ in instant }
    }

    /// Moves time forward, deadline by deadline, until everything that is asleep now has woken.
    ///
    /// Who falls asleep again meanwhile is woken, too, if that happens before the last of these deadlines is reached.
    /// Harnesses have a form of this that waits for what the woken do.
    public func run() {
        guard let last = state.withLock({ $0.lastDeadline }) else { return }
        while let next = nextDeadline, next <= last { advance(to: max(next, now)) }
    }

    private func advance(_ target: (Instant) -> Instant) {
        let (sleepers, watchers) = state.withLock { $0.advance(to: target($0.now)) }
        for sleeper in sleepers { sleeper.resume(returning: true) }
        for watcher in watchers { watcher.resume() }
    }

    public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
        let ticket = Ticket()
        let isRested = await withCancellationHandlerInPlace {
            await withUnsafeContinuation { (sleeper: Sleeper) in
                let action = state.withLock { state in
                    // A task is marked cancelled before its handler runs: either this sees it or the handler finds the
                    // ticket.
                    let action = state.sleep(sleeper, until: deadline, isCancelled: Task.isCancelled)
                    if case .rest(let id, _) = action { ticket.publish(id) }
                    return action
                }
                switch action {
                case .rest(_, let watchers): for watcher in watchers { watcher.resume() }
                case .resume(let isRested): sleeper.resume(returning: isRested)
                }
            }
        } onCancel: {
            let (sleeper, watchers) = state.withLock { state in ticket.id.map { state.cancel($0) } ?? (nil, []) }
            sleeper?.resume(returning: false)
            for watcher in watchers { watcher.resume() }
        }
        if !isRested { throw CancellationError() }
    }

    /// Waits until at least `count` are asleep.
    public func waitForSleepers(_ count: Int) async {
        await watch { $0 >= count }
    }

    /// Waits until nobody is asleep.
    public func waitForNoSleepers() async {
        await watch { $0 == 0 }
    }

    private func watch(_ isReached: @escaping @Sendable (Int) -> Bool) async {
        let ticket = Ticket()
        await withCancellationHandlerInPlace {
            await withUnsafeContinuation { (watcher: Watcher) in
                let waits = state.withLock { state in
                    // As for a sleeper.
                    let id = state.watch(watcher, isCancelled: Task.isCancelled, until: isReached)
                    if let id { ticket.publish(id) }
                    return id != nil
                }
                if !waits { watcher.resume() }
            }
        } onCancel: {
            let watcher = state.withLock { state in ticket.id.flatMap { state.withdraw($0) } }
            watcher?.resume()
        }
    }
}
