internal import AsyncKit
internal import UnoArchitecture

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
        /// Whether later limits are reached when they are set.
        var reachesAll = false
    }

    /// What is to be done when a limit has been set.
    private enum Next: Sendable {
        case nothing
        /// A task of this generation is to sleep.
        case watch(UInt64)
        /// The limit is reached.
        case act
    }

    private let contents = Locked(Contents())
    private let time: GraphClock
    private let executor: (any TaskExecutor)?

    init(on time: GraphClock, _ executor: (any TaskExecutor)?) {
        self.time = time
        self.executor = executor
    }

    deinit { contents.withLock { $0.watch }?.cancel() }

    /// Calls `action` once `length` has passed, unless the limit is removed first; returns its id.
    func set(_ length: Duration, _ action: @escaping @Sendable () -> Void) -> UInt64 {
        let deadline = time.now + length.asWindow
        let (id, next) = contents.withLock { contents -> (UInt64, Next) in
            contents.lastID += 1
            // Its action may refer to these limits, and would be kept by them for good.
            guard !contents.hasEnded else { return (contents.lastID, contents.reachesAll ? .act : .nothing) }
            contents.entries[contents.lastID] = Entry(deadline: deadline, action: action)
            if let watched = contents.watched, watched <= deadline { return (contents.lastID, .nothing) }
            contents.watched = deadline
            contents.generation += 1
            return (contents.lastID, .watch(contents.generation))
        }
        switch next {
        case .nothing: break
        case .watch(let generation): startWatch(deadline, generation)
        case .act: action()
        }
        return id
    }

    func remove(_ id: UInt64) { _ = contents.withLock { $0.entries.removeValue(forKey: id) } }

    /// Ends the task; later limits are set in vain.
    func end() { _ = takeAll(reachingLater: false) }

    /// Ends the task, and reaches all limits at once; later ones are reached when they are set. So nothing that waits for a limit
    /// waits for good.
    func reachAll() { act(takeAll(reachingLater: true)) }

    private func takeAll(reachingLater: Bool) -> [UInt64: Entry] {
        let (entries, watch) = contents.withLock { contents -> ([UInt64: Entry], Task<Void, Never>?) in
            contents.hasEnded = true
            contents.reachesAll = reachingLater
            defer { contents.entries = [:] }
            return (contents.entries, contents.watch.take())
        }
        watch?.cancel()
        return entries
    }

    /// Calls the actions in the order in which their limits were set.
    private func act(_ entries: [UInt64: Entry]) {
        for entry in entries.sorted(by: { $0.key < $1.key }) { entry.value.action() }
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
        act(due)
        return next
    }
}
