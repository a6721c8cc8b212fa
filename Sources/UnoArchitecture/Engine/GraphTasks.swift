internal import AsyncKit
internal import Synchronization

/// Starts, counts and joins every task of a feature graph.
///
/// *Cancellation*: `cancelAll()` cancels the running tasks and prevents new ones. *Memory*: one slot per task at
/// the peak number of live tasks. No task is cancelled or resumed while the lock is held. *Complexity*: O(1), except
/// for `cancelAll()`.
package final class GraphTasks: Sendable {
    /// A task slot, and its generation: how often the slot was in use before.
    package struct ID: Sendable, Hashable {
        let slot: Int
        let generation: Int
    }

    private struct Joiner {
        let end: AwaitedEnd
        /// Whether the wait also ends when the graph is cancelled before it has finished.
        let leavesWhenCutShort: Bool
    }

    private struct State {
        /// In a test, the task-local values of the code that made the graph: its handlers and effects belong to that test.
        /// Released when the graph ends, because the values may refer to the graph.
        var carried: CarriedTaskLocals?
        var joiners: [Joiner] = []
        /// The task in which the mailbox loop was started last; it may have ended.
        var loop: ID?
        var slots = TaskSlots()
        /// Whether the graph has been cancelled before it had finished, or is about to be.
        var isCutShort = false
    }

    /// The graph and the task that the current code runs in, and the task's effect.
    struct Running: Sendable {
        /// Kept: a task that outlives the graph could otherwise be taken for one of a graph that was made at the same address.
        fileprivate let owner: GraphTasks
        fileprivate let id: ID
        fileprivate let effect: EffectHandle?

        /// The effect, if it belongs to the graph with these tasks.
        func effect(of tasks: GraphTasks) -> EffectHandle? {
            owner === tasks ? effect : nil
        }
    }

    /// A task of a graph, and the graph.
    package struct TaskReference: Sendable, Hashable {
        let owner: ObjectIdentifier
        let id: ID
    }

    /// Inherited by child tasks and by unstructured tasks, not by detached ones.
    @TaskLocal static var running: Running?

    /// The task of a graph that is running, or that the running task inherits from.
    package static var runningTask: TaskReference? {
        running.map { TaskReference(owner: ObjectIdentifier($0.owner), id: $0.id) }
    }

    private let state = LockedField(State(carried: CarriedTaskLocals.ofTest()))
    /// Set with the lock held: code that holds the lock may rely on it.
    private let cancelled = Atomic(false)
    /// Whether tasks end at once, and their operations are dropped: for a replay.
    private let holdsTasks: Bool
    /// The executor of the tasks; nil for the global executor.
    package let executor: (any TaskExecutor)?
    let loopPriority: LoopPriority

    /// - Parameter basePriority: the lowest priority of a task; nil for the medium one.
    package init(executor: (any TaskExecutor)?, basePriority: PriorityLevel? = nil, holdsTasks: Bool = false) {
        self.executor = executor
        self.holdsTasks = holdsTasks
        loopPriority = LoopPriority(base: basePriority ?? .medium, remembersThreads: executor == nil)
    }

    /// Whether the graph has been cancelled. Complexity: one atomic load.
    var isCancelled: Bool { cancelled.load(ordering: .acquiring) }

    /// Whether the graph was cancelled before it had finished, or is about to be.
    package var wasCutShort: Bool { state.withLock { $0.isCutShort } }

    /// The number of tasks that have not ended.
    package var liveCount: Int { state.withLock { $0.slots.count } }

    /// Whether the caller runs in one of the graph's tasks, or in a task that inherits from one that has not ended. An effect ends before
    /// its task does if the task runs another effect.
    var isRunningHere: Bool {
        guard let running = Self.running, running.owner === self else { return false }
        if let effect = running.effect { return !effect.hasReturned }
        return state.withLock { $0.slots.contains(running.id) }
    }

    /// Starts `operation` in a new task. Returns nil, and starts nothing, if the graph has been cancelled.
    ///
    /// The task has the priority of the caller, but at least the base priority; so have all that follow here.
    ///
    /// - Parameter executor: takes precedence over the graph's executor.
    @discardableResult
    package func start(on executor: (any TaskExecutor)? = nil, _ operation: @escaping @Sendable () async -> Void) -> ID?
    {
        begin(on: executor ?? self.executor) { await self.marking($0, operation) }
    }

    /// Starts `operation` without setting `running`; where needed, `operation` calls ``marking(_:effect:_:)``.
    ///
    /// - Parameter priority: nil for that of the caller.
    @discardableResult
    func startInternal(
        priority: PriorityLevel? = nil,
        _ operation: @escaping @Sendable (ID) async -> Void
    ) -> ID? {
        begin(on: executor, priority: priority, operation)
    }

    /// Starts the task of the mailbox loop, whose priority senders may raise.
    @discardableResult
    func startLoop(_ operation: @escaping @Sendable (ID) async -> Void) -> ID? {
        loopPriority.raise(to: loopPriority.ofCaller)
        let priority = loopPriority.current
        let id = begin(on: executor, priority: priority, isLoop: true, operation)
        // A sender that did not find the task has raised the priority before the task was noted.
        if loopPriority.current > priority { escalateLoop(to: loopPriority.current) }
        return id
    }

    func escalateLoop(to priority: PriorityLevel) {
        state.withLock { state in state.loop.flatMap { state.slots.task($0) } }?.raisePriority(to: priority)
    }

    /// Raises the priority of a task; without effect if it has ended.
    func raise(_ id: ID, to priority: PriorityLevel) {
        state.withLock { $0.slots.task(id) }?.raisePriority(to: priority)
    }

    /// Takes a slot, so that whoever joins waits; nil if the graph has been cancelled. ``startReserved(_:_:)`` or ``giveUp(_:)``
    /// must follow.
    func reserve() -> ID? { state.withLock { isCancelled ? nil : $0.slots.take() } }

    /// Starts `operation` in a slot that was taken for it, also in a cancelled graph.
    func startReserved(_ id: ID, _ operation: @escaping @Sendable () async -> Void) {
        let carried = state.withLock { $0.carried }
        begin(id, on: executor, carrying: carried) { _ in await operation() }
    }

    /// Frees a slot that was taken for a task.
    func giveUp(_ id: ID) { ended(id) }

    /// Runs `operation` with `running` set to the task `id` and its effect.
    func marking(
        _ id: ID,
        effect: EffectHandle? = nil,
        _ operation: @Sendable () async -> Void
    ) async {
        let running = Running(owner: self, id: id, effect: effect)
        await Self.$running.withValue(running) { await operation() }
    }

    /// Cancels one task; `joined()` still waits for it.
    package func cancel(_ id: ID) { state.withLock { $0.slots.cancel(id) }?.cancel() }

    /// Decides that the graph does not finish; ``cancelAllButLast(atEnd:)`` must follow, in the same call. Without effect in a graph
    /// that has been cancelled.
    func cutShort() {
        state.withLock { if !isCancelled { $0.isCutShort = true } }
    }

    /// Cancels all tasks and prevents new ones; returns false if that has happened before.
    package func cancelAll() -> Bool { cancelAll(atEnd: false, keepsLast: false).isFirst }

    /// As ``cancelAll()``, but keeps a slot for one more task: `startReserved(_:_:)` must follow. Whoever joins meanwhile
    /// waits for that task.
    ///
    /// - Parameter atEnd: whether the graph has finished; otherwise it is cut short.
    /// - Returns: nil if all tasks have been cancelled before, or a finished graph has been cut short.
    func cancelAllButLast(atEnd: Bool) -> ID? { cancelAll(atEnd: atEnd, keepsLast: true).last }

    /// Ends the graph if it has no slot but the one that the caller has taken: then nothing starts any more.
    ///
    /// - Returns: false if nothing has changed.
    func endAtRest() -> Bool { cancelAll(atEnd: true, keepsLast: false, ofAtMost: 1).isFirst }

    private func cancelAll(atEnd: Bool, keepsLast: Bool, ofAtMost count: Int = .max) -> (isFirst: Bool, last: ID?) {
        // What was carried is released after the lock.
        let taken = state.withLock { state -> (ID?, [Task<Void, Never>], [AwaitedEnd], CarriedTaskLocals?)? in
            guard !isCancelled, !(atEnd && state.isCutShort), state.slots.count <= count else { return nil }
            state.isCutShort = !atEnd
            cancelled.store(true, ordering: .releasing)
            let leaving = atEnd ? [] : state.joiners.filter(\.leavesWhenCutShort).map(\.end)
            let running = state.slots.cancelAll()
            return (keepsLast ? state.slots.take() : nil, running, leaving, state.carried.take())
        }
        guard let (last, running, leaving, carried) = taken else { return (false, nil) }
        for task in running { task.cancel() }
        for end in leaving { end.reach() }
        withExtendedLifetime(carried) {}
        return (true, last)
    }

    /// Returns when all tasks have ended, or when the waiting task is cancelled.
    ///
    /// - Parameter leavesWhenCutShort: also returns when the graph is cancelled before it has finished.
    package func joined(leavesWhenCutShort: Bool = false) async {
        let end = AwaitedEnd()
        if join(end, leavesWhenCutShort: leavesWhenCutShort) { await wait(for: end) }
    }

    /// Waits until all tasks have ended, or until `limit` on `clock`, when it calls `cut` once.
    ///
    /// If the waiting task is cancelled, this calls nothing and returns nil.
    ///
    /// - Parameter staysInForce: whether `cut` is called at the limit although the waiting task was cancelled before.
    /// - Returns: the result of `cut`; nil if the tasks have ended before.
    func joined<Cut: Sendable>(
        within limit: Duration,
        on clock: GraphClock,
        staysInForce: Bool = true,
        cut: @escaping @Sendable () -> Cut
    ) async -> Cut? {
        let end = AwaitedEnd()
        guard join(end) else { return nil }
        // What comes first, the end of the tasks or the limit: what `cut` cancels may end while `cut` is running.
        let isCut = Locked<Bool?>(nil)
        let watch = startWatch { () -> Cut? in
            guard await clock.sleep(for: limit) else { return nil }
            let isLate = isCut.withLock { isCut in
                if isCut == nil, self.liveCount > 0 { isCut = true }
                return isCut == true
            }
            guard isLate else { return nil }
            let value = cut()
            end.reach()
            return value
        }
        await wait(for: end)
        if Task.isCancelled, liveCount > 0 {
            if !staysInForce { watch.cancel() }
            return nil
        }
        let wasCut = isCut.withLock { isCut in
            isCut = isCut ?? false
            return isCut == true
        }
        if wasCut { return await watch.value }
        watch.cancel()
        return nil
    }

    /// Calls `body` when all tasks have ended, on whatever thread; at once if there are none. It costs no task.
    package func whenEnded(_ body: @escaping @Sendable () -> Void) {
        if !join(AwaitedEnd(calling: body)) { body() }
    }

    /// Starts a task that watches a time limit of the caller: where the caller runs, if that is the executor of the graph. Any
    /// other caller must not depend on that executor, which a handler may block.
    package func startWatch<Result: Sendable>(
        _ operation: @escaping @Sendable () async -> Result
    ) -> Task<Result, Never> {
        let own = withUnsafeCurrentTask { $0?.unownedTaskExecutor }
        let isHere = own == executor?.asUnownedTaskExecutor()
        return Task.detached(executorPreference: isHere ? executor : nil, operation: operation)
    }

    /// - Returns: whether there are tasks to wait for; if so, `wait(for:)` must follow.
    private func join(_ end: AwaitedEnd, leavesWhenCutShort: Bool = false) -> Bool {
        state.withLock { state in
            guard state.slots.count > 0, !(leavesWhenCutShort && isCancelled && state.isCutShort) else { return false }
            state.joiners.append(Joiner(end: end, leavesWhenCutShort: leavesWhenCutShort))
            return true
        }
    }

    private func wait(for end: AwaitedEnd) async {
        await end.wait()
        // The end is still listed if the wait has ended before the tasks, for instance with a graph that is cut short.
        state.withLock { $0.joiners.removeAll { $0.end === end } }
    }

    @discardableResult @inline(never)
    private func begin(
        on executor: (any TaskExecutor)?,
        priority: PriorityLevel? = nil,
        isLoop: Bool = false,
        _ operation: @escaping @Sendable (ID) async -> Void
    ) -> ID? {
        let (id, carried): (ID?, CarriedTaskLocals?) = state.withLock { state in
            guard !isCancelled else { return (nil, nil) }
            let id = state.slots.take()
            // Here: a task that has already ended must not take the place of a later one.
            if isLoop { state.loop = id }
            return (id, state.carried)
        }
        guard let id else { return nil }
        guard !holdsTasks else {
            ended(id)
            return id
        }
        begin(id, on: executor, carrying: carried, priority: priority, operation)
        return id
    }

    private func begin(
        _ id: ID,
        on executor: (any TaskExecutor)?,
        carrying carried: CarriedTaskLocals?,
        priority: PriorityLevel? = nil,
        _ operation: @escaping @Sendable (ID) async -> Void
    ) {
        let priority = (priority ?? loopPriority.ofCaller).taskPriority
        // Detached: the graph must not inherit the task-local values of the task that happened to wake the loop. Do not pass a nil preference: the runtime looks a preference up at every suspension.
        let task =
            if let carried {
                carried.perform {
                    Task(executorPreference: executor, priority: priority) {
                        await operation(id)
                        self.ended(id)
                    }
                }
            } else if let executor {
                Task.detached(executorPreference: executor, priority: priority) {
                    await operation(id)
                    self.ended(id)
                }
            } else {
                Task.detached(priority: priority) {
                    await operation(id)
                    self.ended(id)
                }
            }
        if state.withLock({ $0.slots.fill(id, with: task) }) { task.cancel() }
    }

    private func ended(_ id: ID) {
        let joiners = state.withLock { state in
            state.slots.leave(id)
            guard state.slots.count == 0 else { return [Joiner]() }
            defer { state.joiners = [] }
            return state.joiners
        }
        for joiner in joiners { joiner.end.reach() }
    }
}

extension GraphTasks {
    /// Raises the priority of the mailbox loop to that of the running task, which has sent an action or waits for one.
    func raiseLoopToCaller() {
        // The first comparison costs the least; it also holds for most callers.
        if loopPriority.covers(PriorityLevel.current) { return }
        raiseLoop(to: loopPriority.ofCaller)
    }

    /// As `raiseLoopToCaller()`, for each action that `send` has accepted.
    func raiseLoopToSender() {
        if !loopPriority.isKnownOnThisThread() { raiseLoopToCaller() }
    }

    func raiseLoop(to priority: PriorityLevel) {
        if loopPriority.raise(to: priority) { escalateLoop(to: priority) }
    }
}
