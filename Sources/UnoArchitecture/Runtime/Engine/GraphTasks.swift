internal import AsyncKit
internal import Synchronization

/// Where every task of a feature graph is started, counted and joined.
///
/// *Cancellation*: `cancelAll()` cancels the tasks that run and starts none afterwards. *Memory*: a place for each of
/// the most tasks that have been alive at once. No task is cancelled or resumed while the lock is held.
/// *Complexity*: O(1), but for `cancelAll()`.
package final class GraphTasks: Sendable {
    /// A task's place, and how often that had been given away before.
    package struct ID: Sendable, Hashable {
        let place: Int
        let generation: Int
    }

    private struct Joiner {
        let end: AwaitedEnd
        /// Waits for a graph that comes to its own end, and leaves when it is cancelled before that.
        let leavesWhenCutShort: Bool
    }

    private struct State {
        var joiners: [Joiner] = []
        var places = TaskPlaces()
        var isCancelled = false
        /// Cancelled before the graph had come to its own end.
        var isCutShort = false
    }

    /// Which task of which graph is running, and for which effect.
    struct Running: Sendable {
        fileprivate let owner: ObjectIdentifier
        fileprivate let id: ID
        fileprivate let effect: GraphBound<EffectRun>?

        /// The effect, if it is one of the graph with these tasks.
        func effect(of tasks: GraphTasks) -> GraphBound<EffectRun>? {
            owner == ObjectIdentifier(tasks) ? effect : nil
        }
    }

    /// A task of a graph, and the graph.
    package struct Identity: Sendable, Hashable {
        let owner: ObjectIdentifier
        let id: ID
    }

    /// Inherited by child tasks and by unstructured ones, not by detached ones.
    @TaskLocal static var running: Running?

    /// The task of a graph that is running, or that the running task inherits from.
    package static var runningTask: Identity? { running.map { Identity(owner: $0.owner, id: $0.id) } }

    private let state = LockedField(State())
    private let cancelled = Atomic(false)
    /// Where the tasks run; nil is the global executor.
    let executor: (any TaskExecutor)?
    /// In a test, the task-local values of the code that made the graph: its handlers and effects belong to that test.
    private let carried = CarriedTaskLocals.ofTest()

    package init(executor: (any TaskExecutor)?) {
        self.executor = executor
    }

    /// Whether the graph has been cancelled. Complexity: one atomic read.
    var isCancelled: Bool { cancelled.load(ordering: .acquiring) }

    /// How many of the graph's tasks have not ended.
    package var liveCount: Int { state.withLock { $0.places.count } }

    /// Whether the caller is one of the graph's tasks, or inherits from one that is alive.
    var isRunningHere: Bool {
        guard let running = Self.running, running.owner == ObjectIdentifier(self) else { return false }
        return state.withLock { $0.places.holds(running.id) }
    }

    /// Starts `operation`; nil, and nothing is started, if the graph has been cancelled.
    ///
    /// - Parameter executor: an executor that stands before the graph's own.
    @discardableResult
    func start(on executor: (any TaskExecutor)? = nil, _ operation: @escaping @Sendable () async -> Void) -> ID? {
        begin(on: executor ?? self.executor, evenIfCancelled: false) { await self.marking($0, operation) }
    }

    /// Starts `operation`, which can ask only within ``marking(_:_:)`` whether it runs here.
    @discardableResult
    func startInternal(_ operation: @escaping @Sendable (ID) async -> Void) -> ID? {
        begin(on: executor, evenIfCancelled: false, operation)
    }

    /// Starts `operation` even though the graph has been cancelled, for its own tidying.
    func startLast(_ operation: @escaping @Sendable () async -> Void) {
        begin(on: executor, evenIfCancelled: true) { _ in await operation() }
    }

    /// Runs `operation` so that it is known to run in the task `id`, for `effect`.
    func marking(
        _ id: ID,
        effect: GraphBound<EffectRun>? = nil,
        _ operation: @Sendable () async -> Void
    ) async {
        let running = Running(owner: ObjectIdentifier(self), id: id, effect: effect)
        await Self.$running.withValue(running) { await operation() }
    }

    /// Cancels one task; it is still awaited by `joined()`.
    func cancel(_ id: ID) { state.withLock { $0.places.cancel(id) }?.cancel() }

    /// Cancels every task, and the starting of more; false if that has happened before.
    ///
    /// - Parameter atEnd: whether the graph has come to its own end; otherwise it is cut short.
    func cancelAll(atEnd: Bool = false) -> Bool {
        let (running, leaving): ([Task<Void, Never>]?, [AwaitedEnd]) = state.withLock { state in
            guard !state.isCancelled else { return (nil, []) }
            state.isCancelled = true
            state.isCutShort = !atEnd
            cancelled.store(true, ordering: .releasing)
            let leaving = atEnd ? [] : state.joiners.filter(\.leavesWhenCutShort).map(\.end)
            if !leaving.isEmpty { state.joiners.removeAll(where: \.leavesWhenCutShort) }
            return (state.places.cancelAll(), leaving)
        }
        guard let running else { return false }
        for task in running { task.cancel() }
        for end in leaving { end.reach() }
        return true
    }

    /// Returns when no task of the graph is left, or when the waiting task is cancelled.
    ///
    /// - Parameter leavesWhenCutShort: also returns when the graph is cancelled before it has come to its own end.
    package func joined(leavesWhenCutShort: Bool = false) async {
        let end = AwaitedEnd()
        let waits = state.withLock { state in
            guard state.places.count > 0, !(leavesWhenCutShort && state.isCutShort) else { return false }
            state.joiners.append(Joiner(end: end, leavesWhenCutShort: leavesWhenCutShort))
            return true
        }
        guard waits else { return }
        await end.wait()
        // Still listed if the waiting task was cancelled.
        state.withLock { $0.joiners.removeAll { $0.end === end } }
    }

    @discardableResult
    private func begin(
        on executor: (any TaskExecutor)?,
        evenIfCancelled: Bool,
        _ operation: @escaping @Sendable (ID) async -> Void
    ) -> ID? {
        let id: ID? = state.withLock { state in
            evenIfCancelled || !state.isCancelled ? state.places.take() : nil
        }
        guard let id else { return nil }
        // Detached: the task-local values and the priority of whoever happened to wake the loop are not the graph's.
        // A preference, even for no executor, is looked up with each switch that the task makes.
        let task =
            if let carried {
                carried.perform {
                    Task(executorPreference: executor) {
                        await operation(id)
                        self.ended(id)
                    }
                }
            } else if let executor {
                Task.detached(executorPreference: executor) {
                    await operation(id)
                    self.ended(id)
                }
            } else {
                Task.detached {
                    await operation(id)
                    self.ended(id)
                }
            }
        if state.withLock({ $0.places.fill(id, with: task) }) { task.cancel() }
        return id
    }

    private func ended(_ id: ID) {
        let joiners = state.withLock { state in
            state.places.leave(id)
            guard state.places.count == 0, !state.joiners.isEmpty else { return [Joiner]() }
            defer { state.joiners = [] }
            return state.joiners
        }
        for joiner in joiners { joiner.end.reach() }
    }
}
