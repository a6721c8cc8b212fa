internal import AsyncKit

/// How the shutdown of a ``RuntimeGroup`` went: what each runtime reports, and what had not ended by the deadline.
public struct RuntimeGroupReport<Key: Hashable & Sendable>: Sendable {
    /// The report of each runtime that was live when the shutdown began.
    public internal(set) var reports: [Key: ShutdownReport] = [:]
    /// The keys of the runtimes whose `save` had not returned.
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
    /// 2. All runtimes are shut down, as ``Runtime/shutdown(_:within:clock:fileID:line:)`` does: a `.drain` becomes a `.cancel` at the
    ///    deadline.
    /// 3. What was drained is saved. A `save` that has not returned by the deadline is cancelled and reported.
    ///
    /// - *Deadline*: `limit`, on the clock of the group. The call returns then even if effects, `make` or `save` ignore
    ///   their cancellation.
    /// - *Cancellation*: if the waiting task is cancelled, this returns, and the shutdown goes on; the report says what has
    ///   happened so far.
    /// - *Again*: calling again is harmless; a `.cancel` cuts an earlier `.drain` short.
    ///
    /// Complexity: one task for each runtime.
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
    /// Waits for no step. The runtimes are looked at one after the other, so the snapshots are of slightly different
    /// moments. Complexity: O(n) in the runtimes and their effects.
    public func snapshots() async -> [Key: RuntimeSnapshot] {
        var snapshots: [Key: RuntimeSnapshot] = [:]
        for candidate in storage.machine.withLock({ $0.present }) {
            snapshots[candidate.key] = await candidate.hosted.snapshot()
        }
        return snapshots
    }
}

/// The progress of one call of `shutdown`.
private struct ShutdownProgress<Key: Hashable & Sendable>: Sendable {
    var report = RuntimeGroupReport<Key>()
    var unreported: Int
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
        let isSaving = save != nil && manner == .drain
        let count = closing.live.count + closing.ending.count
        let progress = Locked(ShutdownProgress<Key>(unreported: count))
        if isSaving { progress.withLock { $0.report.unsaved = Set(closing.live.map(\.key)) } }

        let reported = AwaitedEnd()
        let shutDown = { @Sendable (candidate: Machine.Candidate) async -> Bool in
            let report = await candidate.hosted.core.shutdown(manner, within: limit, self.clock, at: site)
            let isLast = progress.withLock { progress in
                progress.report.reports[candidate.key] = report
                progress.unreported -= 1
                return progress.unreported == 0
            }
            if isLast { reported.reach() }
            return report.isComplete
        }
        for candidate in closing.ending { startOrDetach { _ = await shutDown(candidate) } }
        for candidate in closing.live {
            startOrDetach {
                // A state whose runtime was cut short is not saved: its effects may still run.
                if await shutDown(candidate), isSaving {
                    await self.saveState(of: candidate.hosted, for: candidate.key)
                    progress.withLock { _ = $0.report.unsaved.remove(candidate.key) }
                }
                self.ended(candidate.key)
            }
        }

        let over = AwaitedEnd()
        Task.detached(executorPreference: tasks.executor) { [self] in
            await tasks.joined(patience: limit, on: clock) {}
            // Each runtime keeps the deadline by itself; those that it has cut short report a moment later.
            if count > 0 { await reported.wait() }
            _ = tasks.cancelAll()
            over.reach()
        }
        await over.wait()
        let (unmade, ending) = machine.withLock { ($0.unmade, Set($0.endingKeys)) }
        let owed = Set(closing.ending.map(\.key)).intersection(ending)
        return progress.withLock { progress in
            progress.report.unmade = Set(unmade)
            if isSaving { progress.report.unsaved.formUnion(owed) }
            return progress.report
        }
    }

    /// Starts `operation` as a task of the group; as a detached one if an earlier shutdown has cancelled the group's tasks.
    func startOrDetach(_ operation: @escaping @Sendable () async -> Void) {
        if tasks.start(operation) == nil { Task.detached(executorPreference: tasks.executor, operation: operation) }
    }
}
