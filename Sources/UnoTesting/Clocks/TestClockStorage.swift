internal import AsyncKit

/// The sleepers of a test clock, whatever its instants.
///
/// Continuations are resumed outside the lock.
final class TestClockStorage<Instant: InstantProtocol>: Sendable {
    private enum SleepEnd: Sendable {
        /// The deadline has come.
        case woken
        /// The deadline was not in the future: the task has not slept.
        case past
        /// The task was cancelled while it slept.
        case cancelled
        /// The task had been cancelled: it has not slept.
        case refused
    }

    private typealias Sleeper = UnsafeContinuation<SleepEnd, Never>
    private typealias Watcher = UnsafeContinuation<Void, Never>
    private typealias Machine = TestClockStateMachine<Instant, Sleeper, Watcher>

    private let state: Locked<Machine>

    init(now: Instant, never: Instant? = nil) {
        state = Locked(Machine(now: now, never: never))
    }

    var now: Instant { state.withLock { $0.now } }
    var sleeperCount: Int { state.withLock { $0.sleeperCount } }
    var nextDeadline: Instant? { state.withLock { $0.nextDeadline } }
    var lastDeadline: Instant? { state.withLock { $0.lastDeadline } }

    /// Moves time to `instant`, unless it has gone beyond.
    func moveForward(to instant: Instant) {
        let (sleepers, watchers) = state.withLock { $0.advance(to: instant) }
        for sleeper in sleepers { sleeper.resume(returning: .woken) }
        for watcher in watchers { watcher.resume() }
    }

    /// Moves time forward, deadline by deadline, until every task that sleeps now has been woken.
    func run() {
        guard let last = lastDeadline else { return }
        while let next = nextDeadline, next <= last { moveForward(to: next) }
    }

    func sleep(until deadline: Instant, _ who: SleepingTask) async throws {
        let waiterID = SharedWaiterID()
        let end = await withCancellationHandlerInPlace {
            await withUnsafeContinuation { (sleeper: Sleeper) in
                let action = state.withLock { state in
                    // A task is marked cancelled before its handler runs: either this sees it or the handler finds the
                    // identity.
                    let action = state.sleep(sleeper, until: deadline, isCancelled: Task.isCancelled, who: who)
                    if case .rest(let id, _) = action { waiterID.publish(id) }
                    return action
                }
                switch action {
                case .rest(_, let watchers): for watcher in watchers { watcher.resume() }
                case .resume(let isPast): sleeper.resume(returning: isPast ? .past : .refused)
                }
            }
        } onCancel: {
            let (sleeper, watchers) = state.withLock { state in waiterID.value.map { state.cancel($0) } ?? (nil, []) }
            sleeper?.resume(returning: .cancelled)
            for watcher in watchers { watcher.resume() }
        }
        switch end {
        case .woken: break
        case .past:
            await giveWay()
        case .cancelled:
            throw CancellationError()
        case .refused:
            await giveWay()
            throw CancellationError()
        }
    }

    /// Waits until the number of sleepers fulfils `isReached`, or the waiting task is cancelled.
    func wait(until isReached: @escaping @Sendable (Int) -> Bool) async {
        let waiterID = SharedWaiterID()
        await withCancellationHandlerInPlace {
            await withUnsafeContinuation { (watcher: Watcher) in
                let waits = state.withLock { state in
                    // As for a sleeper.
                    let id = state.watch(watcher, isCancelled: Task.isCancelled, until: isReached)
                    if let id { waiterID.publish(id) }
                    return id != nil
                }
                if !waits { watcher.resume() }
            }
        } onCancel: {
            let watcher = state.withLock { state in waiterID.value.flatMap { state.withdraw($0) } }
            watcher?.resume()
        }
    }

    /// Waits until the tasks that use the clock seem to be at rest: none falls asleep on it, while other tasks get many
    /// turns and the system's clock moves a little.
    func settle() async {
        var seen = sleeps
        var turns = 0
        while turns < 12, !Task.isCancelled {
            await Task { @MainActor in }.value
            await Task.detached {}.value
            if turns > 1 { try? await ContinuousClock().sleep(for: .microseconds(200)) }
            turns = sleeps == seen ? turns + 1 : 0
            seen = sleeps
        }
    }

    /// Moves time to `end`, deadline by deadline, and settles at each.
    func advanceSettling(to end: Instant) async {
        while let next = nextDeadline, next <= end, !Task.isCancelled {
            moveForward(to: next)
            await settle()
        }
        moveForward(to: end)
        await settle()
    }

    /// Moves time forward, deadline by deadline, until no task sleeps, and settles at each; false if `timeout` passes
    /// first, or the caller is cancelled.
    func runSettling(timeout: Duration) async -> Bool {
        let end = ContinuousClock.now.advanced(by: min(timeout, .longestTimeout))
        await settle()
        while let next = nextDeadline, !Task.isCancelled {
            guard ContinuousClock.now < end else { return false }
            moveForward(to: next)
            await settle()
        }
        return nextDeadline == nil
    }

    /// Describes the sleeping tasks; nil if there is none.
    var sleeping: String? {
        let count = sleeperCount
        guard count > 0 else { return nil }
        let next = nextDeadline.map { "the next until \($0)" } ?? "until they are cancelled"
        return "\(count) task(s) sleep on the clock, \(next); it is \(now)"
    }

    // MARK: Work outside an executor

    /// The number of sleeps so far, including those whose deadline was past.
    var sleeps: Int { state.withLock { $0.sleeps } }
    var outsidersAwake: Int { state.withLock { $0.atLarge.count } }
    var knowsOutsiders: Bool { state.withLock { $0.knowsOutsiders } }
    func letOutsidersGo() { state.withLock { $0.letGo() } }
    var sleepingTasks: [SleepingTask] { state.withLock { $0.sleepingTasks } }
    var latecomers: [(woken: Instant, asleep: Instant)] { state.withLock { $0.latecomers } }
}
