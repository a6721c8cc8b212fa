internal import AsyncKit

/// Time limits of equal length, with one sleeping task for all of them: calls are many and seldom reach their limits.
///
/// The task sleeps until the earliest limit, and ends when it finds none; so it may outlive the last one by that long.
/// Complexity: setting and removing a limit are O(1); reaching one is O(n) in the limits that are set.
final class Deadlines: Sendable {
    private struct Entry: Sendable {
        let deadline: Duration
        let action: @Sendable () -> Void
    }

    private struct Contents: Sendable {
        var entries: [UInt64: Entry] = [:]
        var lastID: UInt64 = 0
        /// Whether a task sleeps. It has no reference to its limits' actions while it does.
        var isWatched = false
        var watch: Task<Void, Never>?
        var hasEnded = false
    }

    private let contents = Locked(Contents())
    private let time: Timekeeper
    private let length: Duration
    private let executor: (any TaskExecutor)?

    /// - Parameter length: of each limit.
    init(_ length: Duration, on time: Timekeeper, _ executor: (any TaskExecutor)?) {
        self.length = length
        self.time = time
        self.executor = executor
    }

    deinit { contents.withLock { $0.watch }?.cancel() }

    /// Calls `action` once the length has passed, unless the limit is removed first; returns its id.
    func set(_ action: @escaping @Sendable () -> Void) -> UInt64 {
        let deadline = time.now + length
        let (id, starts) = contents.withLock { contents in
            contents.lastID += 1
            contents.entries[contents.lastID] = Entry(deadline: deadline, action: action)
            defer { contents.isWatched = true }
            return (contents.lastID, !contents.isWatched)
        }
        if starts { startWatch(deadline) }
        return id
    }

    func remove(_ id: UInt64) { _ = contents.withLock { $0.entries.removeValue(forKey: id) } }

    /// Ends the task; later limits are set in vain.
    func end() {
        let watch = contents.withLock { contents in
            contents.hasEnded = true
            contents.entries = [:]
            return contents.watch.take()
        }
        watch?.cancel()
    }

    private func startWatch(_ first: Duration) {
        let task = Task(executorPreference: executor) { [weak self, time] in
            var next: Duration? = first
            while let deadline = next {
                guard await time.sleep(until: deadline) else { return }
                next = self?.fire()
            }
        }
        let hasEnded = contents.withLock { contents in
            contents.watch = task
            return contents.hasEnded
        }
        if hasEnded { task.cancel() }
    }

    /// Calls the actions that are due; returns the earliest limit that is left, or nil, and then the task ends.
    private func fire() -> Duration? {
        let now = time.now
        let (due, next) = contents.withLock { contents in
            let due = contents.entries.filter { $0.value.deadline <= now }
            for id in due.keys { contents.entries[id] = nil }
            let next = contents.entries.values.map(\.deadline).min()
            if next == nil { contents.isWatched = false }
            return (due, next)
        }
        for entry in due.sorted(by: { $0.key < $1.key }) { entry.value.action() }
        return next
    }
}
