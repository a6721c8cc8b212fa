internal import AsyncKit

extension GraphIsolation {
    /// Ends the graph now: cancels everything that it started, and delivers nothing more.
    nonisolated func cancel() {
        if let place = cancelAllButTearDown(atEnd: false) { startTearDown(in: place) }
    }

    /// As ``cancel()``, but leaves the tear-down to the caller: ``startTearDown(in:)`` or ``tearDown(in:)`` must follow.
    ///
    /// - Parameter atEnd: whether the graph has finished; otherwise it is cut short.
    /// - Returns: the slot of the tear-down; nil if the graph had been cancelled before.
    nonisolated func cancelAllButTearDown(atEnd: Bool) -> GraphTasks.ID? {
        guard let place = tasks.cancelAllButLast(atEnd: atEnd) else { return nil }
        endWaits()
        return place
    }

    nonisolated func startTearDown(in place: GraphTasks.ID) { tasks.startReserved(place) { await self.tearDown() } }

    /// Tears the graph down in the caller's visit, without a task.
    func tearDown(in place: GraphTasks.ID) {
        tearDown()
        tasks.giveUp(place)
    }

    /// Ends a graph in which no task runs, on whatever thread; see ``GraphTasks/endAtRest()``.
    ///
    /// - Returns: whether it has ended: then ``tearDown()`` has to follow, in a visit.
    nonisolated func endAtRest() -> Bool {
        guard tasks.endAtRest() else { return false }
        endWaits()
        return true
    }

    private nonisolated func endWaits() {
        token.turnLock.close()
        // At once, whatever blocks the isolation. Also an effect that is finishing may itself wait for the waiter, through a task
        // that is not the graph's and is not cancelled with it.
        token.waiters.close()
    }

    func tearDown() { engine.tearDown() }

    /// Finishes the graph: handles held actions, cancels `.observe` effects, awaits the others, finishes transformers.
    ///
    /// Each of these takes a turn of its own; effects send their last states in between. An action that is held when
    /// this begins is handled at once. An action that is held later, while effects run, waits for its window or for the
    /// end of the last effect.
    func finish() async {
        guard await beginFinishing() else { return }
        while !tasks.isCancelled {
            await flushHeld()
            if engine.inFlight.hasRuns {
                await engine.inFlight.quiet()
            } else if engine.bridges.contains(where: { $0.part.isBridging }) {
                guard
                    await finishingTurn({ engine in
                        engine.step(.finish) { engine.bridges.first { $0.part.isBridging }?.part.finishBridge() }
                    })
                else { return }
            } else {
                return
            }
        }
    }

    /// Handles the held actions that a finishing graph does not keep waiting, each in a turn of its own.
    private func flushHeld() async {
        var flushed = 0
        while engine.nextToFlush != nil {
            guard await finishingTurn({ $0.nextToFlush?.flushDelayed() }) else { return }
            flushed += 1
            await engine.letOthersIn(after: flushed)
        }
    }

    /// Goes on with a finish that has to wait for room: what holds a place may wait for an observer, or for a held action.
    func finishWhatHoldsPlaces() async {
        if await beginFinishing() { await flushHeld() }
    }

    /// Cancels the `.observe` effects in a turn of its own; false if the graph has been cancelled.
    private func beginFinishing() async -> Bool {
        await finishingTurn { engine in engine.step(.finish) { engine.beginFinishing() } }
    }

    private func finishingTurn(_ step: @Sendable (GraphEngine) -> Void) async -> Bool {
        guard let turn = await turnIgnoringCancellation() else { return false }
        await self.step(in: turn) { step($0.engine) }
        return true
    }
}

extension GraphEngine {
    /// Cancels the `.observe` effects; from now on none starts.
    func beginFinishing() {
        isFinishing = true
        inFlight.cancelObservers()
    }

    /// Drops everything without delivering it; the tasks have been cancelled before.
    ///
    /// Runs in the isolation. So do the deinitialisers of the nodes and of their captures: only the engine owns the
    /// nodes, apart from a suspended step, which releases them at its end, in the isolation as well.
    func tearDown() {
        graph?.cancelAll()
        inFlight.abandonAll()
        for part in agenda.held.parts { part.dropDelayed { _, _ in true } }
        dropNextActions()
        for bridge in bridges { bridge.part.stopBridge() }
        removeBridges(0..<UInt64.max)
        following.values = ObservedValues()
        sink.cancel()
        // The last rest: a later subscriber starts from this state and then gets the end.
        _ = publishStable()
        graph?.dropParts()
        graph = nil
        rootScope = nil
        making = PartMaking()
        // An open step may never end, so run its deferred work now: ended effects must release their scopes.
        runWhatIsDue()
        _ = launches.takeDue()
        releaseStepValues()
    }
}
