/// The tasks that sleep on a test clock, and those that wait for a number of sleepers. No locks, no tasks.
///
/// `Sleeper` and `Watcher` stand for continuations; the machine returns each of them once.
package struct TestClockStateMachine<Instant: InstantProtocol, Sleeper: Sendable, Watcher: Sendable>: Sendable {
    package private(set) var now: Instant
    /// What sleeps until this instant sleeps until it is cancelled; nil if there is no such instant.
    private let never: Instant?
    /// The number of sleeps so far, including those whose deadline was past.
    package private(set) var sleeps = 0
    /// The tasks outside the followed executors that were woken and have not slept since, and when they were woken.
    package private(set) var atLarge: [Int: Instant] = [:]
    /// Those of them that are no longer waited for.
    private var unfollowed: [Int: Instant] = [:]
    /// Tasks that fell asleep after the clock had moved on: when each was woken, and when it slept again.
    package private(set) var latecomers: [(woken: Instant, asleep: Instant)] = []
    /// Whether a task outside the followed executors has slept on the clock.
    package private(set) var knowsOutsiders = false
    package var sleeperCount: Int { sleepers.count }
    /// The first deadline that will come.
    package var nextDeadline: Instant? { sleepers.first.flatMap { comes($0.deadline) ? $0.deadline : nil } }
    /// The last deadline that will come.
    package var lastDeadline: Instant? { sleepers.last { comes($0.deadline) }?.deadline }

    /// By deadline, then in the order of arrival.
    private var sleepers: [(deadline: Instant, id: UInt64, who: SleepingTask, sleeper: Sleeper)] = []
    private var watchers: [(id: UInt64, isReached: @Sendable (Int) -> Bool, watcher: Watcher)] = []
    private var lastID: UInt64 = 0

    package init(now: Instant, never: Instant? = nil) {
        self.now = now
        self.never = never
    }

    /// Whether `deadline` will come.
    private func comes(_ deadline: Instant) -> Bool { never.map { deadline < $0 } ?? true }

    package enum SleepAction {
        /// The sleeper sleeps; cancel it by this identity. Resume the watchers, whose condition is met.
        case rest(UInt64, [Watcher])
        /// The sleeper does not sleep: true if its deadline has come, false if it is cancelled.
        case resume(Bool)
    }

    /// - Parameter who: the task that sleeps.
    package mutating func sleep(
        _ sleeper: Sleeper,
        until deadline: Instant,
        isCancelled: Bool,
        who: SleepingTask = SleepingTask()
    ) -> SleepAction {
        if isCancelled { return .resume(false) }
        if let task = who.outsider { noteSleep(of: task) }
        sleeps += 1
        if deadline <= now, comes(deadline) { return .resume(true) }
        lastID += 1
        sleepers.insert((deadline, lastID, who, sleeper), at: firstPlace { $0 > deadline })
        return .rest(lastID, takeWatchers())
    }

    package mutating func cancel(_ id: UInt64) -> (sleeper: Sleeper?, watchers: [Watcher]) {
        guard let place = sleepers.firstIndex(where: { $0.id == id }) else { return (nil, []) }
        let sleeper = sleepers.remove(at: place).sleeper
        return (sleeper, takeWatchers())
    }

    /// Moves time forward to `instant`; time does not go back.
    package mutating func advance(to instant: Instant) -> (sleepers: [Sleeper], watchers: [Watcher]) {
        now = max(now, instant)
        let place = comes(now) ? firstPlace { $0 > now } : firstPlace { $0 == never }
        for sleeper in sleepers[..<place] {
            if let task = sleeper.who.outsider { atLarge[task] = now }
        }
        let woken = sleepers[..<place].map(\.sleeper)
        sleepers.removeFirst(place)
        return (woken, takeWatchers())
    }

    /// The sleeping tasks, by deadline.
    package var sleepingTasks: [SleepingTask] { sleepers.map(\.who) }

    /// Ends the wait for the tasks outside that are awake.
    package mutating func letGo() {
        unfollowed.merge(atLarge) { $1 }
        atLarge = [:]
    }

    private mutating func noteSleep(of task: Int) {
        knowsOutsiders = true
        atLarge[task] = nil
        guard let woken = unfollowed.removeValue(forKey: task), woken < now, latecomers.count < 10 else { return }
        latecomers.append((woken, now))
    }

    /// Adds a watcher, and returns its identity for `withdraw(_:)`; nil if it need not wait.
    package mutating func watch(
        _ watcher: Watcher,
        isCancelled: Bool,
        until isReached: @escaping @Sendable (Int) -> Bool
    ) -> UInt64? {
        if isCancelled || isReached(sleeperCount) { return nil }
        lastID += 1
        watchers.append((lastID, isReached, watcher))
        return lastID
    }

    package mutating func withdraw(_ id: UInt64) -> Watcher? {
        guard let place = watchers.firstIndex(where: { $0.id == id }) else { return nil }
        return watchers.remove(at: place).watcher
    }

    private mutating func takeWatchers() -> [Watcher] {
        let count = sleeperCount
        let satisfied = watchers.filter { $0.isReached(count) }.map(\.watcher)
        watchers.removeAll { $0.isReached(count) }
        return satisfied
    }

    /// The first place whose deadline fulfils `isBehind`; all later deadlines do.
    private func firstPlace(where isBehind: (Instant) -> Bool) -> Int {
        var places = 0..<sleepers.count
        while !places.isEmpty {
            let middle = places.lowerBound + places.count / 2
            if isBehind(sleepers[middle].deadline) {
                places = places.lowerBound..<middle
            } else {
                places = middle + 1..<places.upperBound
            }
        }
        return places.lowerBound
    }
}
