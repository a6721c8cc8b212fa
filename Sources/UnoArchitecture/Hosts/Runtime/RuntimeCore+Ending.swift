internal import AsyncKit
internal import Synchronization

extension RuntimeCore {
    package func shutdown(_ manner: Runtime<State, Action>.Shutdown, at site: CallSite) async {
        if manner == .cancel, await cancelAtRest() { return }
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

    /// Cancels a runtime in which nothing is under way, and tears it down in a visit of the caller: that takes neither a task nor
    /// a time limit.
    ///
    /// Not on an executor that the user has given, which others may block, nor while a caller's step may block the runtime's own:
    /// then the tear-down has a task, for which the caller waits for a limited time. Here only a deinitialiser of the user's can hold
    /// the caller up.
    ///
    /// - Returns: whether the runtime has ended.
    private func cancelAtRest() async -> Bool {
        guard isAtRest, isolation.executorID == nil, let place = cancelAllButTearDown(atEnd: false) else {
            return false
        }
        guard isolation.tasks.liveCount == 1, !isolation.token.turnLock.isHeld else {
            isolation.startTearDown(in: place)
            return false
        }
        await isolation.visit { $0.tearDown(in: place) }
        return true
    }

    private func beginEnding(_ manner: Runtime<State, Action>.Shutdown) {
        switch manner {
        case .cancel: cancel()
        case .drain: if let place = beginDraining() { startFinishing(in: place) }
        }
    }

    /// Refuses actions from now on.
    ///
    /// The slot is taken first: whoever finds that actions are refused finds a task to wait for, too.
    ///
    /// - Returns: the slot of the task that finishes; nil if the end has begun before.
    private func beginDraining() -> GraphTasks.ID? {
        guard acceptsActions.load(ordering: .acquiring), let place = isolation.tasks.reserve() else { return nil }
        guard acceptsActions.exchange(false, ordering: .acquiringAndReleasing) else {
            isolation.tasks.giveUp(place)
            return nil
        }
        observer?.shutdown(.draining)
        return place
    }

    private func startFinishing(in place: GraphTasks.ID) {
        isolation.tasks.startReserved(place) { await self.finish(on: self.isolation) }
    }

    /// Tells the runtime to end, on the caller's thread, whatever blocks its own. One at rest has ended when this returns.
    ///
    /// - Returns: whether it was at rest: then ``tearDownAtRest()`` has to follow, because no task of the runtime does it.
    package func tellToEnd(_ manner: Runtime<State, Action>.Shutdown) -> Bool {
        guard manner == .drain, isAtRest else {
            beginEnding(manner)
            return false
        }
        guard let place = beginDraining() else { return false }
        mailbox.close()
        // An action that was accepted before is in the mailbox, or a task has taken it. A step that a task of the user's has begun
        // holds the turn.
        guard mailbox.count == 0, !isolation.token.turnLock.isHeld, isolation.endAtRest() else {
            startFinishing(in: place)
            return false
        }
        broadcast.finish()
        observer?.shutdown(.drained)
        isolation.tasks.giveUp(place)
        return true
    }

    /// Releases the parts of a runtime that was at rest when it was told to end, and returns the last state. Call it once.
    package func tearDownAtRest() async -> State? {
        await isolation.visit { [graph] isolation in
            isolation.tearDown()
            return graph.open(in: isolation).state
        }
    }

    /// Whether no action waits and no task runs, so that only a caller can set the runtime to work.
    package var isAtRest: Bool { mailbox.count == 0 && isolation.tasks.liveCount == 0 }

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
        _ = await isolation.tasks.joined(within: .seconds(5), on: isolation.clock, staysInForce: false) {
            [isolation, name] in
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
        if let place = cancelAllButTearDown(atEnd: true) { isolation.tearDown(in: place) }
    }

    private func drainToEnd(on isolation: isolated GraphIsolation) async {
        await isolation.runLoop(as: nil)
        // Finishing ends the transformers' actions: first every accepted action has to be handled.
        while isolation.engine.agenda.intake == .paused, !isolation.tasks.isCancelled {
            await isolation.finishWhatHoldsPlaces()
            await isolation.engine.inFlight.room()
            await isolation.runLoop(as: nil)
        }
        await isolation.finish()
    }

    package func cancel() {
        if let place = cancelAllButTearDown(atEnd: false) { isolation.startTearDown(in: place) }
    }

    /// - Parameter atEnd: whether the graph has ended by itself; false if it is cut short.
    /// - Returns: the slot of the tear-down, which the caller has to start; nil if another call has one.
    private func cancelAllButTearDown(atEnd: Bool) -> GraphTasks.ID? {
        // First: a drain that meets dropped actions, before this call or in it, must not report that all were handled.
        if !atEnd { isolation.tasks.cutShort() }
        acceptsActions.store(false, ordering: .releasing)
        mailbox.close()
        // Cancel the queued actions first, so that a task resumed by the end of the graph finds them cancelled. A call that comes
        // meanwhile waits until they are marked. They are released without the lock.
        _ = marking.withLock { _ in
            let discarded = mailbox.discardAll()
            isolation.token.counts.takeBack(discarded.count)
            discarded.markCancelled()
            return discarded
        }
        let place = isolation.cancelAllButTearDown(atEnd: atEnd)
        if place != nil { observer?.shutdown(atEnd ? .drained : .cancelled) }
        broadcast.finish()
        return place
    }
}
