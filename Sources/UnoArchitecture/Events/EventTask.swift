internal import AsyncKit
internal import Synchronization

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
        case .accepted(let eventID): SendOutcome(status(of: eventID))
        }
    }

    /// What is under way when the graph is cancelled is cancelled from that moment; the graph notes it when no handler blocks it.
    private func status(of eventID: EventID) -> EventStatus {
        // Before the status: an event that a finished graph has handled to its end is not under way then.
        let isGraphCancelled = eventID.isolation?.tasks.isCancelled ?? false
        let status = eventID.status
        return isGraphCancelled && status.isUnderWay ? status.union(.cancelled) : status
    }

    /// Whether the action was refused or taken back, or its step has ended. Before that, `.cancelled` is not final, not even
    /// when the event counts as over because the runtime was cancelled in the middle of the step.
    package var isHandled: Bool {
        eventID?.status.contains(.handled) ?? true
    }

    /// The event; nil if the action was not accepted.
    private var eventID: EventID? {
        if case .accepted(let eventID) = reception { eventID } else { nil }
    }

    /// The number of the event in its graph; nil if the action was not accepted.
    package var number: UInt64? { eventID?.id }

    /// Whether the event was cancelled before it was over, or the sender was cancelled before the action was accepted.
    public var isCancelled: Bool { outcome == .cancelled || outcome == .effectsCancelled }

    /// Whether an effect of the event is running or waiting.
    public var hasEffects: Bool { eventID?.status.contains(.busy) ?? false }

    /// Whether the event is over: its action was not accepted, or it is handled and everything that it led to has ended, or
    /// the runtime has ended.
    public var isOver: Bool {
        guard case .accepted(let eventID) = reception, let isolation = eventID.isolation else { return true }
        return isOver(eventID, isolation)
    }

    /// Whether the action was accepted and its event is not over.
    package var isUnderWay: Bool { eventID?.status.isUnderWay ?? false }

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
        guard let end = isolation.end(of: eventID, at: CallSite(fileID, line)) else { return }
        await isolation.wait(for: end, of: eventID, onCancel: { cancel() })
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

    /// Waits until the event is over, the waiting task is cancelled, or the time is over.
    private func isOver(_ site: CallSite, within limit: (time: Duration, clock: GraphClock?)?) async -> Bool {
        guard case .accepted(let eventID) = reception, let isolation = eventID.isolation else { return true }
        guard let end = isolation.end(of: eventID, at: site) else { return isOver(eventID, isolation) }
        let watch = limit.map { limit in
            isolation.tasks.startWatch {
                if await (limit.clock ?? isolation.clock).sleep(for: limit.time) { end.reach() }
            }
        }
        await isolation.wait(for: end, of: eventID)
        watch?.cancel()
        return isOver(eventID, isolation)
    }

    private func isOver(_ eventID: EventID, _ isolation: GraphIsolation) -> Bool {
        eventID.status.isOver || isolation.tasks.isCancelled
    }

    /// Cancels the event: its action, unless that has been handled, its effects, and the actions that they fed back.
    ///
    /// Nothing of the event is handled from now on; `finish()` returns when its effects have ended or, if its action still waits, when
    /// the host comes to that. Does nothing if the event is over.
    public func cancel() {
        guard case .accepted(let eventID) = reception, eventID.cancel() else { return }
        guard let isolation = eventID.isolation else { return }
        isolation.token.cancellations.add(1, ordering: .releasing)
        isolation.tasks.startInternal { _ in
            await isolation.visit {
                $0.sweep(eventID)
                $0.token.cancellations.subtract(1, ordering: .relaxed)
            }
        }
    }
}

extension SendOutcome {
    fileprivate init(_ status: EventStatus) {
        let isTakenBack = status.contains(.takenBack)
        self =
            if status.contains(.dropped), !isTakenBack {
                .rejected(.dropped)
            } else if status.contains(.cancelled) {
                // In this order: an action that is taken back is marked as such before it is marked as handled.
                status.contains(.handled) && !isTakenBack ? .effectsCancelled : .cancelled
            } else if status.contains(.refused) {
                .rejected(.childEnded)
            } else {
                .accepted
            }
    }
}

extension GraphIsolation {
    /// What the running task waits for that awaits the event; nil if the event is over and its states are published, if its action
    /// was dropped, if the graph has ended, or if the task would wait for its own end. A visit to the isolation, which a handler may
    /// block, is made by a task of the graph.
    fileprivate nonisolated func end(of eventID: EventID, at site: CallSite) -> AwaitedEnd? {
        if eventID.status.contains(.busy), let effect = GraphTasks.running?.effect(of: tasks), !effect.hasReturned,
            effect.eventID?.id == eventID.id
        {
            log.report(
                .awaitsItself,
                "An effect awaited finish() of its own event, which cannot end before the effect does",
                at: site
            )
            return nil
        }
        if eventID.status.isOver, !token.turnLock.isHeld { return nil }
        if !eventID.status.contains(.handled) { tasks.raiseLoopToCaller() }
        let (end, priority) = (AwaitedEnd(), tasks.loopPriority.ofCaller)
        guard let isOver = token.waiters.add(end, of: eventID, at: priority) else { return nil }
        if !isOver {
            if priority > tasks.loopPriority.base, eventID.status.contains(.busy) { raise(eventID, to: priority) }
        } else if eventID.status.contains(.dropped) || !token.turnLock.isHeld {
            end.reach()
        } else {
            // The turn that has handled the event may not have published its state yet.
            tasks.startInternal { _ in
                await self.visit { if !$0.engine.isStepping { _ = $0.engine.publishStable() } }
                end.reach()
            }
        }
        return end
    }

    /// Waits outside the isolation, which a handler may block.
    fileprivate nonisolated func wait(
        for end: AwaitedEnd,
        of eventID: EventID,
        onCancel: @Sendable () -> Void = {}
    ) async {
        if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
            await withTaskPriorityEscalationHandler {
                await end.wait(onCancel: onCancel)
            } onPriorityEscalated: { _, priority in
                raise(eventID, to: PriorityLevel(priority))
            }
        } else {
            await end.wait(onCancel: onCancel)
        }
        token.waiters.remove(end, of: eventID)
    }

    /// Raises the priority of what an event has in flight, because a task that awaits it has that priority.
    nonisolated func raise(_ eventID: EventID, to priority: PriorityLevel) {
        token.waiters.raise(eventID, to: priority)
        tasks.raiseLoop(to: priority)
        tasks.startInternal(priority: priority) { _ in
            await self.visit { $0.engine.inFlight.raise(eventID, to: priority) }
        }
    }

    /// Cancels what a cancelled event still has in flight; the visit that its cancellation asks for.
    func sweep(_ eventID: EventID) {
        engine.listener?.heard(.eventCancelled(eventID.id))
        engine.sweep(eventID)
    }
}

extension EventTask: CustomReflectable {
    /// Shows the outcome only; reflection must not touch the storage.
    public var customMirror: Mirror { Mirror(self, children: ["outcome": outcome]) }
}
