internal import AsyncKit
internal import Synchronization

/// Where every task of a feature graph is started, counted and joined.
///
/// *Cancellation*: `cancelAll()` cancels the tasks that run and starts none afterwards. *Memory*: an entry per live
/// task. No task is cancelled or resumed while the lock is held.
package final class GraphTasks: Sendable {
    package typealias ID = UInt64

    private enum Entry {
        /// Registered; its handle is not known yet.
        case starting(cancelled: Bool)
        /// Running.
        case running(Task<Void, Never>)
    }

    private struct State {
        var entries: [ID: Entry] = [:]
        var nextID: ID = 0
        var isCancelled = false
        var joiners: [CheckedContinuation<Void, Never>] = []
    }

    /// Which task of which graph is running.
    private struct Running: Sendable {
        let owner: ObjectIdentifier
        let id: ID
    }

    @TaskLocal private static var running: Running?

    private let state = LockedField(State())
    private let cancelled = Atomic(false)
    /// Where the tasks run; nil is the global executor.
    let executor: (any TaskExecutor)?

    package init(executor: (any TaskExecutor)?) {
        self.executor = executor
    }

    /// Whether the graph has been cancelled. Complexity: one atomic read.
    var isCancelled: Bool { cancelled.load(ordering: .acquiring) }

    /// How many of the graph's tasks have not ended.
    package var liveCount: Int { state.withLock { $0.entries.count } }

    /// Whether the caller is one of the graph's tasks, or a child of one that is alive.
    var isRunningHere: Bool {
        guard let running = Self.running, running.owner == ObjectIdentifier(self) else { return false }
        return state.withLock { $0.entries[running.id] != nil }
    }

    /// Starts `operation`; nil, and nothing is started, if the graph has been cancelled.
    ///
    /// - Parameter executor: an executor that stands before the graph's own.
    @discardableResult
    func start(on executor: (any TaskExecutor)? = nil, _ operation: @escaping @Sendable () async -> Void) -> ID? {
        begin(on: executor ?? self.executor, evenIfCancelled: false, operation)
    }

    /// Starts `operation` even though the graph has been cancelled, for its own tidying.
    func startLast(_ operation: @escaping @Sendable () async -> Void) {
        begin(on: executor, evenIfCancelled: true, operation)
    }

    /// Cancels one task; it is still awaited by `joined()`.
    func cancel(_ id: ID) {
        let task: Task<Void, Never>? = state.withLock { state in
            switch state.entries[id] {
            case .starting:
                state.entries[id] = .starting(cancelled: true)
                return nil
            case .running(let task): return task
            case nil: return nil
            }
        }
        task?.cancel()
    }

    /// Cancels every task, and the starting of more; false if that has happened before.
    func cancelAll() -> Bool {
        let running: [Task<Void, Never>]? = state.withLock { state in
            guard !state.isCancelled else { return nil }
            state.isCancelled = true
            cancelled.store(true, ordering: .releasing)
            var running: [Task<Void, Never>] = []
            for (id, entry) in state.entries {
                switch entry {
                case .starting: state.entries[id] = .starting(cancelled: true)
                case .running(let task): running.append(task)
                }
            }
            return running
        }
        guard let running else { return false }
        for task in running { task.cancel() }
        return true
    }

    /// Returns when no task of the graph is left.
    package func joined() async {
        await withCheckedContinuation { continuation in
            let isQuiet = state.withLock { state in
                if !state.entries.isEmpty { state.joiners.append(continuation) }
                return state.entries.isEmpty
            }
            if isQuiet { continuation.resume() }
        }
    }

    @discardableResult
    private func begin(
        on executor: (any TaskExecutor)?,
        evenIfCancelled: Bool,
        _ operation: @escaping @Sendable () async -> Void
    ) -> ID? {
        let id: ID? = state.withLock { state in
            guard evenIfCancelled || !state.isCancelled else { return nil }
            state.nextID += 1
            state.entries[state.nextID] = .starting(cancelled: false)
            return state.nextID
        }
        guard let id else { return nil }
        // Detached: the task-local values and the priority of whoever happened to wake the loop are not the graph's.
        let task = Task.detached(executorPreference: executor) {
            await Self.$running.withValue(Running(owner: ObjectIdentifier(self), id: id)) { await operation() }
            self.ended(id)
        }
        let wasCancelled = state.withLock { state in
            // No entry: the task has ended before its handle was known.
            guard case .starting(let cancelled) = state.entries[id] else { return false }
            state.entries[id] = .running(task)
            return cancelled
        }
        if wasCancelled { task.cancel() }
        return id
    }

    private func ended(_ id: ID) {
        let joiners = state.withLock { state in
            state.entries[id] = nil
            guard state.entries.isEmpty else { return [CheckedContinuation<Void, Never>]() }
            defer { state.joiners = [] }
            return state.joiners
        }
        for joiner in joiners { joiner.resume() }
    }
}
