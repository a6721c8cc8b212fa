internal import AsyncKit

// What is in flight beside the running step: effects and turns.

extension GraphEngine {
    // MARK: Effects

    @usableFromInline func noteBatch() { status.noteBatch(at: token.now) }

    func register(_ run: EffectRun) {
        if let status = inFlight.add(run), status.contains(.awaited) {
            run.raise(to: token.waiters.priority(of: run.eventID!))
        }
        if run.isShown { run.statusSlot = status.add(GraphStatus.EffectNote(run)) }
        tell(run, .registered)
        if inFlight.isFull, agenda.intake == .open { agenda.intake = .closing }
    }

    /// Starts an effect when every part of the running step has run, or now if there is no step.
    func launch(_ run: EffectRun) {
        if isStepping, graph != nil { launches.defer(run) } else { start(run) }
    }

    /// Starts the effects of the step whose parts have all run, unless the event of the step was cancelled meanwhile. A task may
    /// run at once, on an executor of the user's: nothing of ``launches`` is being changed then.
    func startDueEffects() {
        sweepIfCancelled(step.event)
        let due = launches.takeDue()
        if let first = due.first { start(first) }
        for run in due.others { start(run) }
    }

    private func start(_ run: EffectRun) {
        if !sweepIfCancelled(run.eventID) { launches.next(before: run)?.startTask() }
    }

    func effectEnded(_ run: EffectRun) {
        let marks = inFlight.remove(run)
        if run.statusSlot >= 0 {
            status.remove(from: run.statusSlot)
            run.statusSlot = -1
        }
        tell(run, .ended)
        // Last: who awaits the event finds the effect ended, in a snapshot and in a recording.
        if let marks { endWaits(for: run.eventID!, marks) }
        let intake = agenda.intake
        guard intake != .open, !inFlight.isFull else { return }
        agenda.intake = .open
        if intake == .paused {
            status.noteEffectLimit(isReached: false)
            graph?.resumeIntake()
        }
    }

    /// The host takes no action that was sent until an effect has ended.
    func pauseIntake(named name: String) {
        agenda.intake = .paused
        status.noteEffectLimit(isReached: true)
        observer?.reachedEffectLimit(inFlight.limit)
        log.report(
            .effectLimit,
            """
            \(name) takes no further action until one of its \(inFlight.limit) effects has ended: \
            \(inFlight.largestHolders). Choose policies and ids that bound them, or another limit
            """,
            at: nil
        )
    }

    /// Whether nothing is in flight.
    var isQuiet: Bool {
        !inFlight.hasRuns && !hasActionsFirst && !bridges.contains { $0.part.isBridging }
    }

    /// Whether only an action can change the graph.
    var waitsForActions: Bool { isQuiet && following.values.isEmpty }

    /// Sweeps `event` if it was cancelled, and returns whether it was. Its own visit may come later: the graph does nothing about a
    /// cancellation without having swept the event, which a listener hears of.
    ///
    /// Ask between two steps, or when all parts of a step have run: what a handler leads to does not depend on whether another
    /// thread cancels its event meanwhile.
    @discardableResult
    func sweepIfCancelled(_ event: EventID?) -> Bool {
        guard let event, event.isCancelled else { return false }
        listener?.heard(.cancellationNoticed(event.id))
        sweep(event)
        return true
    }

    /// Cancels the effects of a cancelled event, and drops its held actions and those that its handlers have named.
    func sweep(_ event: EventID) {
        guard !inFlight.sweeping.contains(where: { $0.id == event.id }) else { return }
        inFlight.sweeping.append(event)
        // An effect that ends in a sweep may find that the event of the next one in its line is cancelled, too. The sweep that is
        // under way then comes to it.
        guard inFlight.sweeping.count == 1 else { return }
        while let event = inFlight.sweeping.first {
            inFlight.cancelEffects(of: event)
            dropNextActions { $0.eventID?.id == event.id }
            for part in agenda.held.parts { part.dropDelayed { held, _ in held?.id == event.id } }
            inFlight.sweeping.removeFirst()
        }
    }

    // MARK: Turns

    @usableFromInline var isCancelled: Bool { tasks.isCancelled }

    /// Takes a turn if the turn lock is free; returns nil otherwise.
    @usableFromInline func tryTurn() -> Turn? { token.turnLock.tryAcquire() ? Turn(self) : nil }

    // MARK: Resting

    /// Whether a caller waits for a turn, or a visitor for the isolation.
    @usableFromInline var hasWaitingCallers: Bool { token.turnLock.hasWaiters || token.visitors.areWaiting }

    /// Leaves the isolation to visitors, and the thread to other tasks after many steps that led to each other: there may be no
    /// end of them, and a harness has to notice that soon.
    func letOthersIn(after count: Int) async {
        if count > NextAction.batchLimit {
            await ActorExit.yieldThread()
        } else if token.visitors.areWaiting {
            await ActorExit.leaveAndReturn()
        }
    }

    /// Flushes the emitted states and rests; waits for demand as often as necessary.
    func flushAll() async {
        while !publishStable() {
            let watch = beginStall(for: nil)
            await sink.waitForDemand()
            endStall(watch)
        }
    }

    // MARK: What comes next

    /// Whether something comes before the actions that the host has queued.
    @inlinable var hasActionsFirst: Bool { agenda.hasNext || agenda.hasHeld }
    /// Whether a handler has named an action that has not been handled.
    @inlinable var hasNextActions: Bool { agenda.hasNext }
}
