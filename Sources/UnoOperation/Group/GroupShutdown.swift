internal import AsyncKit
internal import UnoArchitecture

/// One call of `shutdown`: which runtimes have not ended, and what the others report.
///
/// One deadline and one task that waits serve all runtimes. Each is told to end on the caller's thread. One at rest has then
/// ended, whatever blocks its own thread; any other reports on the thread on which its last task ends. So a blocked runtime
/// delays none of the others.
final class GroupShutdown<Key: Hashable & Sendable, State: Sendable, Action: Sendable>: Sendable {
    typealias Storage = RuntimeGroupStorage<Key, State, Action>
    typealias Candidate = Storage.Machine.Candidate

    private struct Progress: Sendable {
        var report = RuntimeGroupReport<Key>()
        /// The runtimes that have not reported.
        var open: [Key: Candidate]
    }

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

    /// Ends live runtimes, which are saved and report when their tasks have ended.
    func end(_ candidates: [Candidate]) {
        var resting: [Candidate] = []
        for candidate in candidates {
            if candidate.hosted.core.tellToEnd(manner) {
                resting.append(candidate)
            } else {
                candidate.hosted.core.isolation.tasks.whenEnded { [self] in hasEnded(candidate) }
            }
        }
        // Before the reports: after the last one, the shutdown waits for the tasks of the group.
        tearDown(resting)
        for candidate in resting { report(candidate) }
    }

    /// Waits for a runtime that another call has told to end, until that call has saved it.
    func join(_ candidate: Candidate) {
        if manner == .cancel { candidate.hosted.core.cancel() }
        let end = AwaitedEnd(calling: { [self] in report(candidate) })
        if case .nothing = storage.machine.withLock({ $0.requestEnd(of: candidate.key, atOnce: false, end) }) {
            end.reach()
        }
    }

    /// Tears down runtimes that were at rest: in the tasks that save them, otherwise in one task for each executor, because
    /// a blocked one holds up those that it serves.
    private func tearDown(_ resting: [Candidate]) {
        if isSaving {
            for candidate in resting { save(candidate, wasAtRest: true) }
            return
        }
        for candidates in Dictionary(grouping: resting, by: { $0.hosted.core.isolation.executorID }).values {
            storage.startOrDetach { [storage] in
                for candidate in candidates {
                    _ = await candidate.hosted.core.tearDownAtRest()
                    storage.ended(candidate.key)
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
        if isSaved { save(candidate, wasAtRest: false) } else { storage.ended(candidate.key) }
    }

    private func save(_ candidate: Candidate, wasAtRest: Bool) {
        storage.startOrDetach { [self] in
            let state = await storage.lastState(of: candidate.hosted, wasAtRest: wasAtRest)
            if await storage.saveState(state, for: candidate.key) {
                progress.withLock { _ = $0.report.unsaved.remove(candidate.key) }
            }
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
        storage.beginNoMoreSaves()
        let open = progress.withLock { $0.open }
        for (key, candidate) in open {
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
        let (unmade, late, unsaved) = storage.machine.withLock { ($0.unmade, Set($0.endingKeys), $0.unsaved) }
        return progress.withLock { progress in
            progress.report.unmade = Set(unmade)
            if isSaving { progress.report.unsaved.formUnion(late.intersection(ending)) }
            progress.report.unsaved.formUnion(unsaved)
            return progress.report
        }
    }
}
