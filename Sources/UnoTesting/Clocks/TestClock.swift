internal import UnoAsync

/// A clock whose time moves only when a test says so.
///
/// *Behavior*
/// - **Ordering.** Advancing resumes the sleepers by deadline, and those of equal deadlines in the order in which they
///   fell asleep. What they do after that has no order: the first runs while the clock resumes the second. Advance with
///   a harness, which lets none run meanwhile, where the order matters.
/// - **Time.** `now` jumps: whoever was resumed and sleeps again counts from the new moment. It does not go back: being
///   told to is recorded as an issue. Durations may be of any length; a deadline at ``Instant/never`` does not come.
/// - **Cancellation.** A cancelled sleeper throws `CancellationError` and no longer counts as asleep. A task that is
///   cancelled already does not fall asleep, and throws. A sleep whose deadline is not in the future lets other tasks
///   run and returns.
/// - **Observation.** `waitForSleepers(_:)` and `waitForNoSleepers()` return when the count is reached, without
///   polling, or when the waiting task is cancelled, as one is whose time is up.
///
/// All methods may be called from any thread. Complexity: falling asleep and being cancelled are O(n) in the sleepers.
public final class TestClock: Clock, Sendable {
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
    private typealias Machine = TestClockStateMachine<Sleeper, Watcher>

    private let state: Locked<Machine>
    private let followed = Locked<RestingExecutor?>(nil)

    public init(now: Instant = Instant()) {
        state = Locked(Machine(now: now))
    }

    public var now: Instant { state.withLock { $0.now } }

    public var minimumResolution: Duration { .zero }

    /// How many are asleep.
    public var sleeperCount: Int { state.withLock { $0.sleeperCount } }

    /// The deadline that comes first; nil if none will come.
    public var nextDeadline: Instant? { state.withLock { $0.nextDeadline } }

    /// Moves time forward and resumes those whose deadlines have come.
    ///
    /// Records an issue, and leaves the clock as it is, if `duration` is negative.
    public func advance(
        by duration: Duration,
        fileID: StaticString = #fileID,
        filePath: StaticString = #filePath,
        line: UInt = #line,
        column: UInt = #column
    ) {
        let site = TestSite(fileID: fileID, filePath: filePath, line: line, column: column)
        guard Self.check(duration, at: site) else { return }
        wake { $0.advance(to: $0.now.advanced(by: duration)) }
    }

    /// Moves time forward to `instant` and resumes those whose deadlines have come.
    ///
    /// Records an issue, and leaves the clock as it is, if `instant` is past.
    public func advance(
        to instant: Instant,
        fileID: StaticString = #fileID,
        filePath: StaticString = #filePath,
        line: UInt = #line,
        column: UInt = #column
    ) {
        let site = TestSite(fileID: fileID, filePath: filePath, line: line, column: column)
        if check(instant, at: site) { moveForward(to: instant) }
    }

    /// Moves time forward, deadline by deadline, until everything that is asleep now has woken.
    ///
    /// Who falls asleep again meanwhile is woken, too, if that happens before the last of these deadlines is reached.
    /// Harnesses have a form of this that waits for what the woken do.
    public func run() {
        guard let last = state.withLock({ $0.lastDeadline }) else { return }
        while let next = nextDeadline, next <= last { moveForward(to: next) }
    }

    /// Moves time to `instant`, unless it has gone beyond.
    package func moveForward(to instant: Instant) {
        wake { $0.advance(to: instant) }
    }

    private func wake(_ advance: (inout Machine) -> (sleepers: [Sleeper], watchers: [Watcher])) {
        let (sleepers, watchers) = state.withLock { advance(&$0) }
        for sleeper in sleepers { sleeper.resume(returning: .woken) }
        for watcher in watchers { watcher.resume() }
    }

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

    public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
        let waiterID = SharedWaiterID()
        let who = SleepingTask.current(following: followed.withLock { $0 })
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

    // MARK: What sleeps outside an executor

    /// Keeps track of the tasks that sleep here and do not run on `executor`.
    ///
    /// Two harnesses may share a clock; each takes what runs on the other's executor for work outside.
    package func follow(_ executor: RestingExecutor) { followed.withLock { $0 = executor } }

    /// How often something has fallen asleep, or was found to be past its deadline.
    package var sleeps: Int { state.withLock { $0.sleeps } }

    /// How many tasks outside the executor were woken, have not slept since, and are waited for.
    package var outsidersAwake: Int { state.withLock { $0.atLarge.count } }

    /// Whether anything outside the executor has slept here.
    package var knowsOutsiders: Bool { state.withLock { $0.knowsOutsiders } }

    /// Nothing waits any longer for the tasks outside that are awake.
    package func letOutsidersGo() { state.withLock { $0.letGo() } }

    /// Who sleeps, by deadline.
    package var sleepingTasks: [SleepingTask] { state.withLock { $0.sleepingTasks } }

    /// What fell asleep after the clock had moved on without it, for a failure message; nil if nothing did.
    package var latecomers: String? {
        let latecomers = state.withLock { $0.latecomers }
        guard !latecomers.isEmpty else { return nil }
        let list = latecomers.map { "woken at \($0.woken), asleep again at \($0.asleep)" }.joined(separator: "; ")
        return "a task outside the harness fell asleep after the clock had moved on without it (\(list))"
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
}
