internal import AsyncKit
public import UnoArchitecture

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
    /// 2. All runtimes are shut down, as `shutdown(_:within:clock:)` does: a `.drain` becomes a `.cancel` at the
    ///    deadline.
    /// 3. What was drained is saved. A `save` that has not returned by the deadline is cancelled and reported.
    ///
    /// - *Deadline*: `limit`, on the clock of the group. The call returns then even if effects, `make` or `save` ignore
    ///   their cancellation.
    /// - *Cancellation*: if the waiting task is cancelled, this returns, and the shutdown goes on; the report says what has
    ///   happened so far.
    /// - *Again*: calling again is harmless; a `.cancel` cuts an earlier `.drain` short.
    ///
    /// Complexity: O(n) in the runtimes. One at rest needs a task only for its `save`.
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

/// One call of `shutdown`: which runtimes have not ended, and what the others report.
///
/// One deadline and one task that waits serve all runtimes. Each is told to end and reports by itself, on whatever thread its
/// last task ends; a runtime at rest ends in one of a few visitors' tasks, so it needs no task of its own.
private final class GroupShutdown<Key: Hashable & Sendable, State: Sendable, Action: Sendable>: Sendable {
    typealias Storage = RuntimeGroupStorage<Key, State, Action>
    typealias Candidate = Storage.Machine.Candidate

    private struct Progress: Sendable {
        var report = RuntimeGroupReport<Key>()
        /// The runtimes that have not reported.
        var open: [Key: Candidate]
    }

    /// How many tasks end the runtimes at rest.
    private static var visitors: Int { 8 }

    private let storage: Storage
    private let manner: Runtime<State, Action>.Shutdown
    private let start: Duration
    private let isSaving: Bool
    private let progress: Locked<Progress>
    /// Reached when every runtime has reported.
    private let reported = AwaitedEnd()

    init(_ storage: Storage, _ manner: Runtime<State, Action>.Shutdown, _ closing: Storage.Machine.Closing) {
        (self.storage, self.manner, start) = (storage, manner, storage.clock.now)
        isSaving = storage.save != nil && manner == .drain
        var progress = Progress(open: [:])
        for candidate in closing.live + closing.ending { progress.open[candidate.key] = candidate }
        if isSaving { progress.report.unsaved = Set(closing.live.map(\.key)) }
        if progress.open.isEmpty { reported.reach() }
        self.progress = Locked(progress)
    }

    func end(_ candidate: Candidate) {
        tellToEnd(candidate)
        candidate.hosted.core.isolation.tasks.whenEnded { [self] in hasEnded(candidate) }
    }

    /// Waits for a runtime that another call has told to end, until that call has saved it.
    func join(_ candidate: Candidate) {
        tellToEnd(candidate)
        let end = AwaitedEnd(calling: { [self] in report(candidate) })
        if case .nothing = storage.machine.withLock({ $0.requestEnd(of: candidate.key, atOnce: false, end) }) {
            end.reach()
        }
    }

    private func tellToEnd(_ candidate: Candidate) {
        let core = candidate.hosted.core
        if manner == .cancel { core.cancel() } else { core.beginDraining() }
    }

    /// Ends runtimes of which most are at rest.
    func end(_ candidates: [Candidate]) {
        var resting: [Candidate] = []
        // Looked at once: a runtime that comes to rest between two looks would be left out.
        for candidate in candidates {
            if candidate.hosted.core.isAtRest { resting.append(candidate) } else { end(candidate) }
        }
        for first in 0..<min(Self.visitors, resting.count) {
            storage.startOrDetach { [self, resting] in
                for place in stride(from: first, to: resting.count, by: Self.visitors) {
                    if await resting[place].hosted.core.endAtRest(manner) {
                        hasEnded(resting[place])
                    } else {
                        end(resting[place])
                    }
                }
            }
        }
    }

    private func hasEnded(_ candidate: Candidate) {
        // Before the report: after the last one, the shutdown waits for the tasks of the group.
        release(candidate, isSaved: isSaving && candidate.hosted.core.hasEnded(by: manner))
        report(candidate)
    }

    /// - Parameter isSaved: false for a runtime that was cut short, too: its effects may still run.
    private func release(_ candidate: Candidate, isSaved: Bool) {
        guard isSaved else { return storage.ended(candidate.key) }
        storage.startOrDetach { [self] in
            await storage.saveState(of: candidate.hosted, for: candidate.key)
            progress.withLock { _ = $0.report.unsaved.remove(candidate.key) }
            storage.ended(candidate.key)
        }
    }

    private func report(_ candidate: Candidate) {
        let core = candidate.hosted.core
        report(candidate.key, core.hasEnded(by: manner) ? nil : core.snapshot())
    }

    /// Does nothing if the runtime has reported before: at the deadline.
    private func report(_ key: Key, _ cut: RuntimeSnapshot?) {
        let report = ShutdownReport(isComplete: cut == nil, duration: storage.clock.now - start, cut: cut)
        let isLast = progress.withLock { progress in
            guard progress.open.removeValue(forKey: key) != nil else { return false }
            progress.report.reports[key] = report
            return progress.open.isEmpty
        }
        if isLast { reported.reach() }
    }

    /// The time is over: cancels what has not ended.
    func cut() {
        for (key, candidate) in progress.withLock({ $0.open }) {
            report(key, candidate.hosted.snapshot())
            candidate.hosted.core.cancel()
        }
        _ = storage.tasks.cancelAll()
    }

    /// Returns when every runtime has ended and the tasks of the group have, too.
    func waitForEnd() async {
        await reported.wait()
        await storage.tasks.joined()
    }

    /// - Parameter ending: the keys that other calls have told to end.
    func report(_ ending: [Key]) -> RuntimeGroupReport<Key> {
        let (unmade, late) = storage.machine.withLock { ($0.unmade, Set($0.endingKeys)) }
        return progress.withLock { progress in
            progress.report.unmade = Set(unmade)
            if isSaving { progress.report.unsaved.formUnion(late.intersection(ending)) }
            return progress.report
        }
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
