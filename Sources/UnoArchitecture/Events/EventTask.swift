/// A handle to an event: an action that was sent, with everything that it led to.
///
/// Behavior:
/// - `finish()` waits for the action's step, its effects and the actions that they fed back, transitively.
/// - `cancel()` cancels exactly these.
/// - An event task does not keep its runtime alive.
public struct EventTask: Sendable {
    private enum Reception: Sendable {
        case accepted(EventID)
        case refused(SendOutcome)
    }

    private let reception: Reception

    @usableFromInline
    init(_ eventID: EventID) {
        reception = .accepted(eventID)
    }

    @usableFromInline
    package init(refused outcome: SendOutcome) {
        reception = .refused(outcome)
    }

    /// Whether the action was accepted, rejected (and why) or cancelled.
    ///
    /// The outcome of an accepted action can change: the action may be cancelled, be dropped from a `dropOldest`
    /// mailbox, or reach a child whose stream has ended. A cancelled action that was still in the mailbox is taken back
    /// and stays `.cancelled`. If it was being handled, the outcome becomes `.effectsCancelled` at the end of its step;
    /// a `Debounce` has handled an action when it holds it.
    public var outcome: SendOutcome {
        switch reception {
        case .refused(let outcome): outcome
        case .accepted(let eventID):
            if eventID.isDropped, !eventID.isTakenBack {
                .rejected(.dropped)
            } else if eventID.isCancelled {
                // In this order: an action that is taken back is marked as such before it is marked as handled.
                eventID.isHandled && !eventID.isTakenBack ? .effectsCancelled : .cancelled
            } else if eventID.isRefused {
                .rejected(.childEnded)
            } else {
                .accepted
            }
        }
    }

    /// Whether the action was refused or taken back, or its step has ended. Before that, `.cancelled` is not final, not even
    /// when the event counts as over because the runtime was cancelled in the middle of the step.
    package var isHandled: Bool {
        switch reception {
        case .refused: true
        case .accepted(let eventID): eventID.isHandled
        }
    }

    /// The number of the event in its graph; nil if the action was not accepted.
    package var number: UInt64? {
        if case .accepted(let eventID) = reception { eventID.id } else { nil }
    }

    /// Whether the event was cancelled before it was over, or the sender was cancelled before the action was accepted.
    public var isCancelled: Bool { outcome == .cancelled || outcome == .effectsCancelled }

    /// Whether an effect of the event is running or waiting.
    public var hasEffects: Bool {
        if case .accepted(let eventID) = reception { eventID.hasEffects } else { false }
    }

    /// Whether the event is over: its action was not accepted, or it is handled and everything that it led to has ended, or
    /// the runtime has ended.
    public var isOver: Bool {
        guard case .accepted(let eventID) = reception, let isolation = eventID.isolation else { return true }
        return isOver(eventID, isolation)
    }

    /// Whether the action was accepted and its event is not over.
    package var isUnderWay: Bool {
        if case .accepted(let eventID) = reception { eventID.isUnderWay } else { false }
    }

    /// Returns when the action is handled and everything that it led to has ended; at once if it was not accepted.
    ///
    /// - *Cancellation*: cancelling the waiting task cancels the event. The call returns at once when the task or the
    ///   graph is cancelled, although effects of the event may still be finishing; `shutdown(_:)` waits for them.
    ///   ``outcome`` then returns the status so far.
    /// - *Priority*: what this waits for is raised to the priority of the waiting task, also if that is raised meanwhile.
    /// - *Deadlock*: an effect of the event, or a task that inherits from it, would wait for its own end. Such a call
    ///   returns at once and is reported.
    public func finish(fileID: StaticString = #fileID, line: UInt = #line) async {
        guard case .accepted(let eventID) = reception, let isolation = eventID.isolation else { return }
        let site = CallSite(fileID, line)
        if !eventID.isHandled { isolation.tasks.raiseLoopToCaller() }
        guard let end = await isolation.visit({ $0.end(of: eventID, at: site) }) else { return }
        if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
            await withTaskPriorityEscalationHandler {
                await end.wait(onCancel: { cancel() })
            } onPriorityEscalated: { _, priority in
                isolation.raise(eventID, to: PriorityLevel(priority))
            }
        } else {
            await end.wait(onCancel: { cancel() })
        }
    }

    /// Waits until the event is over, at most for `limit`.
    ///
    /// Neither reaching the limit nor cancelling the waiting task cancels the event; both end the wait. An action that was
    /// not accepted, and an event whose runtime has ended, are over. An effect of the event is told false at once, and
    /// reported, as by ``finish(fileID:line:)``.
    ///
    /// - Parameters:
    ///   - limit: measured on `clock`.
    ///   - clock: nil for the runtime's clock.
    /// - Returns: whether the event is over.
    public func finish(
        within limit: Duration,
        clock: (any Clock<Duration>)? = nil,
        fileID: StaticString = #fileID, line: UInt = #line
    ) async -> Bool {
        await isOver(CallSite(fileID, line), within: (limit, clock.map { GraphClock($0) }))
    }

    /// Waits until the event is over, without a time limit.
    ///
    /// Cancelling the waiting task ends the wait and not the event, as opposed to ``finish(fileID:line:)``. An effect of the
    /// event is told false at once, and reported.
    ///
    /// - Returns: whether the event is over.
    public func waitUntilOver(fileID: StaticString = #fileID, line: UInt = #line) async -> Bool {
        await isOver(CallSite(fileID, line), within: nil)
    }

    /// Waits until the event is over, the waiting task is cancelled, or the time is over. The visits to the isolation, which a
    /// handler may block, are those of a task of their own.
    private func isOver(_ site: CallSite, within limit: (time: Duration, clock: GraphClock?)?) async -> Bool {
        guard case .accepted(let eventID) = reception, let isolation = eventID.isolation else { return true }
        let (end, caller) = (AwaitedEnd(priority: isolation.tasks.loopPriority.ofCaller), GraphTasks.running)
        let registration = isolation.tasks.startWatch {
            await isolation.visit { isolation in
                if !isolation.await(end, of: eventID, as: caller, at: site) { end.reach() }
            }
        }
        let watch = limit.map { limit in
            isolation.tasks.startWatch {
                if await (limit.clock ?? isolation.clock).sleep(for: limit.time) { end.reach() }
            }
        }
        await end.wait()
        watch?.cancel()
        if isOver(eventID, isolation) { return true }
        _ = isolation.tasks.startWatch {
            await registration.value
            await isolation.visit { $0.engine.inFlight.forget(end, of: eventID) }
        }
        return false
    }

    private func isOver(_ eventID: EventID, _ isolation: GraphIsolation) -> Bool {
        !eventID.isUnderWay || eventID.isDropped || isolation.tasks.isCancelled
    }

    /// Cancels the event: its action, unless that has been handled, its effects, and the actions that they fed back.
    ///
    /// Nothing of the event is handled from now on; `finish()` returns when its effects have ended. Does nothing if the
    /// event is over.
    public func cancel() {
        guard case .accepted(let eventID) = reception, eventID.markCancelled() else { return }
        guard let isolation = eventID.isolation else { return }
        isolation.tasks.startInternal { _ in await isolation.visit { $0.sweep(eventID) } }
    }
}

extension GraphIsolation {
    /// Returns an end to await until the event is over; nil if it is over or dropped, or if the graph is cancelled.
    func end(of eventID: EventID, at site: CallSite) -> AwaitedEnd? {
        let end = AwaitedEnd(priority: tasks.loopPriority.ofCaller)
        return self.await(end, of: eventID, as: GraphTasks.running, at: site) ? end : nil
    }

    /// Has `end` reached when the event is over; false if it is over or dropped, or if the graph is cancelled.
    ///
    /// - Parameter caller: the task that waits, if it is one of a graph.
    fileprivate func await(
        _ end: AwaitedEnd,
        of eventID: EventID,
        as caller: GraphTasks.Running?,
        at site: CallSite
    ) -> Bool {
        if eventID.hasEffects, let effect = caller?.effect(of: tasks)?.open(in: self),
            !effect.hasEnded, effect.eventID?.id == eventID.id
        {
            log.report(
                .awaitsItself,
                "An effect awaited finish() of its own event, which cannot end before the effect does",
                at: site
            )
            return false
        }
        if engine.inFlight.register(end, of: eventID) {
            if end.priority > tasks.loopPriority.base { engine.inFlight.raise(eventID, to: end.priority) }
            return true
        }
        // The mailbox loop may have handled the event without having published its state yet.
        engine.publishIfIdle()
        return false
    }

    /// Raises the priority of what an event has in flight, because a task that awaits it has been raised.
    nonisolated func raise(_ eventID: EventID, to priority: PriorityLevel) {
        tasks.raiseLoop(to: priority)
        tasks.startInternal(priority: priority) { _ in
            await self.visit { $0.engine.inFlight.raise(eventID, to: priority) }
        }
    }

    /// Cancels what a cancelled event still has in flight.
    func sweep(_ eventID: EventID) {
        engine.inFlight.cancelEffects(of: eventID)
        for part in engine.agenda.holdingParts { part.dropDelayed(of: eventID) }
    }

    func hold(_ eventID: EventID?) { engine.inFlight.retain(eventID) }
    func release(_ eventID: EventID?) { engine.inFlight.release(eventID) }

    /// Resumes the tasks that await `eventID`, whose action a newer one has displaced from the mailbox.
    func dropped(_ eventID: EventID) { engine.inFlight.resumeWaiters(of: eventID) }
}

extension EventTask: CustomReflectable {
    /// Shows the outcome only; reflection must not touch the storage.
    public var customMirror: Mirror { Mirror(self, children: ["outcome": outcome]) }
}
