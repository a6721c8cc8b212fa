internal import AsyncKit
internal import Synchronization

extension RuntimeCore {
    package func shutdown(_ manner: Runtime<State, Action>.Shutdown, at site: CallSite) async {
        beginEnding(manner)
        guard !isolation.tasks.isRunningHere else { return reportOwnEnd(at: site) }
        // An effect may await this call through a detached task, which is not cancelled with the graph; the effect then
        // ends after this call. So a drain that is cut short returns although effects are finishing, and a cancel waits
        // for a limited time.
        switch manner {
        case .drain: await isolation.tasks.joined(leavesWhenCutShort: true)
        case .cancel: await joinPatiently(at: site)
        }
    }

    func shutdown(
        _ manner: Runtime<State, Action>.Shutdown,
        within limit: Duration,
        _ givenClock: GraphClock?,
        at site: CallSite
    ) async -> ShutdownReport {
        let clock = givenClock ?? isolation.clock
        let start = clock.now
        beginEnding(manner)
        guard !isolation.tasks.isRunningHere else {
            reportOwnEnd(at: site)
            return ShutdownReport(isComplete: false, duration: clock.now - start, cut: snapshot())
        }
        var cut = await isolation.tasks.joined(within: limit, on: clock) {
            let snapshot = self.snapshot()
            self.cancel()
            return snapshot
        }
        // The waiting task was cancelled, or another call has cut the drain short.
        if cut == nil, !hasEnded(by: manner) { cut = snapshot() }
        return ShutdownReport(isComplete: cut == nil, duration: clock.now - start, cut: cut)
    }

    /// Whether the runtime has ended, and a drain was not cut short.
    package func hasEnded(by manner: Runtime<State, Action>.Shutdown) -> Bool {
        isolation.tasks.liveCount == 0 && !(manner == .drain && isolation.tasks.wasCutShort)
    }

    private func beginEnding(_ manner: Runtime<State, Action>.Shutdown) {
        switch manner {
        case .cancel: cancel()
        case .drain: if acceptsActions.exchange(false, ordering: .acquiringAndReleasing) { startFinishing() }
        }
    }

    /// Tells the runtime to end, on the caller's thread, whatever blocks its own. One at rest then ends in a single
    /// visit.
    package func tellToEnd(_ manner: Runtime<State, Action>.Shutdown) {
        guard manner == .drain, isAtRest else { return beginEnding(manner) }
        guard acceptsActions.exchange(false, ordering: .acquiringAndReleasing) else { return }
        observer?.shutdown(.draining)
        isolation.tasks.startInternal { _ in await self.endAtRest(on: self.isolation) }
    }

    private func startFinishing() {
        observer?.shutdown(.draining)
        isolation.tasks.startInternal { _ in await self.finish(on: self.isolation) }
    }

    /// Whether no action waits and no task runs, so that only a caller can set the runtime to work.
    package var isAtRest: Bool { isAtRest(besides: 0) }

    private func isAtRest(besides tasks: Int) -> Bool { mailbox.count == 0 && isolation.tasks.liveCount == tasks }

    /// Ends at once if nothing is under way but the task in which this runs; otherwise drains.
    private func endAtRest(on isolation: isolated GraphIsolation) async {
        if isAtRest(besides: 1) {
            mailbox.close()
            // An action may have been accepted meanwhile, or the runtime cancelled.
            if isAtRest(besides: 1), !isolation.tasks.isCancelled {
                observer?.shutdown(.drained)
                isolation.endAtRest(true)
                broadcast.finish()
                return
            }
        }
        await finish(on: isolation)
    }

    func reportOwnEnd(at site: CallSite) {
        isolation.log.report(
            .awaitsItself,
            """
            An effect of \(name) awaited shutdown(_:) of its own runtime, which does not end before the effect \
            does; call it in a detached task
            """,
            at: site
        )
    }

    private func joinPatiently(at site: CallSite) async {
        await isolation.tasks.joined(patience: .seconds(5), on: isolation.clock) { [isolation, name] in
            isolation.log.report(
                .tasksOutliveCancellation,
                """
                Tasks of \(name) still run 5 seconds after they were cancelled; shutdown(.cancel) no longer waits for them. \
                An effect that awaits the shutdown of its own runtime through a detached task does not end before \
                the shutdown does
                """,
                at: site
            )
        }
    }

    /// Drains the accepted actions and all they lead to, closes the mailbox, and drains actions accepted meanwhile.
    private func finish(on isolation: isolated GraphIsolation) async {
        await drainToEnd(on: isolation)
        mailbox.close()
        await drainToEnd(on: isolation)
        broadcast.finish()
        if !isolation.tasks.isCancelled { observer?.shutdown(.drained) }
        cancel(atEnd: true)
    }

    private func drainToEnd(on isolation: isolated GraphIsolation) async {
        await loop.run()
        // Finishing ends the transformers' actions: first every accepted action has to be handled.
        while isolation.engine.agenda.intake == .paused, !isolation.tasks.isCancelled {
            // An effect that holds a place may wait for its turn behind an observer, which only the finish ends.
            await isolation.beginFinishing()
            await isolation.engine.inFlight.room()
            await loop.run()
        }
        await isolation.finish()
    }

    /// - Parameter atEnd: whether the graph has ended by itself; false if it is cut short.
    package func cancel(atEnd: Bool = false) {
        acceptsActions.store(false, ordering: .releasing)
        mailbox.close()
        // Cancel the queued actions first, so that a task resumed by the end of the graph finds them cancelled. A call that comes
        // meanwhile waits until they are marked. They are released without the lock.
        let discarded = marking.withLock { _ in
            let discarded = mailbox.discardAll()
            isolation.counts.takeBack(discarded.count)
            discarded.markCancelled()
            return discarded
        }
        withExtendedLifetime(discarded) {}
        let isFirst = isolation.cancel(atEnd: atEnd)
        if isFirst, !atEnd { observer?.shutdown(.cancelled) }
        broadcast.finish()
    }
}
