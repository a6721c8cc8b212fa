internal import AsyncKit

/// Time limits with one sleeping task for all of them: calls are many and seldom reach their limits.
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
        /// Until when a task sleeps; nil for none. It has no reference to its limits' actions while it does.
        var watched: Duration?
        /// Counts the sleeping tasks; those before the latest one have no purpose any more.
        var generation: UInt64 = 0
        var watch: Task<Void, Never>?
        var hasEnded = false
    }

    private let contents = Locked(Contents())
    private let time: Timekeeper
    private let executor: (any TaskExecutor)?

    init(on time: Timekeeper, _ executor: (any TaskExecutor)?) {
        self.time = time
        self.executor = executor
    }

    deinit { contents.withLock { $0.watch }?.cancel() }

    /// Calls `action` once `length` has passed, unless the limit is removed first; returns its id.
    func set(_ length: Duration, _ action: @escaping @Sendable () -> Void) -> UInt64 {
        let deadline = time.now + length
        let (id, generation) = contents.withLock { contents -> (UInt64, UInt64?) in
            contents.lastID += 1
            // Its action may refer to these limits, and would be kept by them for good.
            guard !contents.hasEnded else { return (contents.lastID, nil) }
            contents.entries[contents.lastID] = Entry(deadline: deadline, action: action)
            if let watched = contents.watched, watched <= deadline { return (contents.lastID, nil) }
            contents.watched = deadline
            contents.generation += 1
            return (contents.lastID, contents.generation)
        }
        if let generation { startWatch(deadline, generation) }
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

    private func startWatch(_ first: Duration, _ generation: UInt64) {
        let task = Task(executorPreference: executor) { [weak self, time] in
            var next: Duration? = first
            while let deadline = next {
                guard await time.sleep(until: deadline) else { return }
                next = self?.fire(generation)
            }
        }
        let superfluous = contents.withLock { contents in
            guard !contents.hasEnded, contents.generation == generation else { return Optional(task) }
            defer { contents.watch = task }
            return contents.watch
        }
        superfluous?.cancel()
    }

    /// Calls the actions that are due; returns the earliest limit that is left, or nil, and then the task ends.
    private func fire(_ generation: UInt64) -> Duration? {
        let now = time.now
        let (due, next) = contents.withLock { contents -> ([UInt64: Entry], Duration?) in
            guard contents.generation == generation else { return ([:], nil) }
            let due = contents.entries.filter { $0.value.deadline <= now }
            for id in due.keys { contents.entries[id] = nil }
            let next = contents.entries.values.map(\.deadline).min()
            contents.watched = next
            return (due, next)
        }
        for entry in due.sorted(by: { $0.key < $1.key }) { entry.value.action() }
        return next
    }
}
