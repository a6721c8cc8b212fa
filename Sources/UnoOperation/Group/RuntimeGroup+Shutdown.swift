internal import AsyncKit
public import UnoArchitecture

/// How the shutdown of a ``RuntimeGroup`` went: what each runtime reports, and what had not ended by the deadline.
public struct RuntimeGroupReport<Key: Hashable & Sendable>: Sendable {
    /// The report of each runtime that was live when the shutdown began.
    public internal(set) var reports: [Key: ShutdownReport] = [:]
    /// The keys of the runtimes whose `save` had not returned, or was not begun because the deadline of this shutdown, or of one
    /// before, had passed.
    public internal(set) var unsaved: Set<Key> = []
    /// The keys whose `make` had not returned.
    public internal(set) var unmade: Set<Key> = []

    /// Whether every runtime has ended by itself, and nothing was cut short.
    public var isComplete: Bool {
        unsaved.isEmpty && unmade.isEmpty && reports.values.allSatisfy(\.isComplete)
    }

    /// The keys of the runtimes that were cut short, with their reports.
    public var incomplete: [Key: ShutdownReport] { reports.filter { !$0.value.isComplete } }
}

extension RuntimeGroupReport: CustomStringConvertible {
    /// A summary, and a line for each key that was cut short.
    public var description: String {
        let cut = incomplete
        var lines = ["\(reports.count) runtimes have ended, \(cut.count) of them cut short"]
        lines += cut.map { "\($0.key): \($0.value)" }.sorted()
        lines += unsaved.map { "\($0): not saved" }.sorted()
        lines += unmade.map { "\($0): still being made" }.sorted()
        return lines.joined(separator: "\n")
    }
}

extension RuntimeGroup {
    /// Ends all runtimes at the same time, and returns when they have ended or when the deadline has passed.
    ///
    /// 1. New calls are rejected, and so are those that wait for their runtime; a `make` that runs is cancelled.
    /// 2. All runtimes are shut down, as `shutdown(_:within:clock:)` does: a `.drain` becomes a `.cancel` at the
    ///    deadline.
    /// 3. What was drained is saved. A `save` that has not returned by the deadline is cancelled and reported.
    ///
    /// - *Deadline*: `limit`, on the clock of the group. The call returns then even if effects, `make` or `save` ignore
    ///   their cancellation.
    /// - *Cancellation*: if the waiting task is cancelled, this returns, and the shutdown goes on; the report says what has
    ///   happened so far.
    /// - *Again*: calling again is harmless; a `.cancel` cuts an earlier `.drain` short.
    /// - *Rest*: a runtime at rest ends at once, although another one blocks its thread; its state can then not be read, nor saved.
    ///
    /// Complexity: O(n) in the runtimes. One at rest takes a visit, and a task if it is saved.
    @discardableResult
    public func shutdown(
        _ manner: Runtime<State, Action>.Shutdown = .drain,
        within limit: Duration,
        fileID: StaticString = #fileID, line: UInt = #line
    ) async -> RuntimeGroupReport<Key> {
        await storage.shutdown(manner, within: limit, at: CallSite(fileID, line))
    }
}

extension RuntimeGroup {
    /// What each runtime is doing at this moment; those that are being made are left out.
    ///
    /// Waits for nothing. The runtimes are looked at one after the other, so the snapshots are of slightly different
    /// moments. Complexity: O(n) in the runtimes and their effects.
    public func snapshots() -> [Key: RuntimeSnapshot] {
        var snapshots: [Key: RuntimeSnapshot] = [:]
        for candidate in storage.machine.withLock({ $0.present }) {
            snapshots[candidate.key] = candidate.hosted.snapshot()
        }
        return snapshots
    }
}

extension RuntimeGroupStorage {
    func shutdown(
        _ manner: Hosted.Shutdown,
        within limit: Duration,
        at site: CallSite
    ) async -> RuntimeGroupReport<Key> {
        let closing = machine.withLock { $0.close() }
        for caller in closing.callers { caller.resume(returning: .refused) }
        for task in closing.tasks { tasks.cancel(task) }
        let (shutdown, over) = (GroupShutdown(self, manner, closing), AwaitedEnd())
        for candidate in closing.ending { shutdown.join(candidate) }
        shutdown.end(closing.live)
        let deadline = tasks.startWatch { [clock] in
            guard await clock.sleep(for: limit) else { return }
            shutdown.cut()
            over.reach()
        }
        // Not awaited by the caller, whose cancellation ends its wait and not the shutdown.
        _ = tasks.startWatch { [self] in
            await shutdown.waitForEnd()
            deadline.cancel()
            _ = tasks.cancelAll()
            over.reach()
        }
        await over.wait()
        return shutdown.report(closing.ending.map(\.key))
    }

    /// Starts `operation` as a task of the group; as a detached one if an earlier shutdown has cancelled the group's tasks.
    func startOrDetach(_ operation: @escaping @Sendable () async -> Void) {
        if tasks.start(operation) == nil { Task.detached(executorPreference: tasks.executor, operation: operation) }
    }
}
