/// What became of an action that was sent, and everything that it led to.
///
/// Behavior:
/// - `finish()` awaits the action's step, its effects and the actions that they fed back, transitively.
/// - `cancel()` takes exactly those back.
/// - Holding an event task keeps nothing alive but itself.
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
    init(refused outcome: SendOutcome) {
        reception = .refused(outcome)
    }

    /// Whether the action was accepted; rejected, and why; or cancelled.
    ///
    /// An accepted action can still be cancelled, be dropped from a mailbox that drops the oldest, and meet a child
    /// whose stream has ended; the outcome then says so.
    public var outcome: SendOutcome {
        switch reception {
        case .refused(let outcome): outcome
        case .accepted(let eventID):
            if eventID.isCancelled {
                .cancelled
            } else if eventID.isDropped {
                .rejected(.dropped)
            } else if eventID.isRefused {
                .rejected(.childEnded)
            } else {
                .accepted
            }
        }
    }

    /// Whether the event was cancelled before it was over, or the sender was cancelled before the action was accepted.
    public var isCancelled: Bool { outcome == .cancelled }

    /// Whether an effect that the action started runs or waits its turn.
    public var hasEffects: Bool {
        if case .accepted(let eventID) = reception { eventID.hasEffects } else { false }
    }

    /// Whether the action was accepted, and it or something that it led to is under way.
    package var isUnderWay: Bool {
        if case .accepted(let eventID) = reception { eventID.isUnderWay } else { false }
    }

    /// Returns when everything that the action led to has ended; at once if it was not accepted.
    ///
    /// - *Cancellation*: a task that is cancelled while it waits cancels the event and goes on at once, although the
    ///   event's effects may still be winding up. So do those that wait when the graph is cancelled: `shutdown(_:)`
    ///   waits for the effects. ``outcome`` says what has become of the action so far.
    /// - *Waiting for oneself*: an effect of the event, or a task that inherits from it, would wait for its own end. It
    ///   goes on at once, and the call is reported.
    public func finish(fileID: StaticString = #fileID, line: UInt = #line) async {
        guard case .accepted(let eventID) = reception, let isolation = eventID.isolation else { return }
        let site = CallSite(fileID, line)
        await isolation.visit { $0.end(of: eventID, at: site) }?.wait(onCancel: { cancel() })
    }

    /// Cancels the action, if it has not been handled, its effects, and what they have fed back.
    ///
    /// An event that is over stays as it is. From now on nothing of it arrives; `finish()` returns when its effects have ended.
    public func cancel() {
        guard case .accepted(let eventID) = reception, eventID.markCancelled() else { return }
        guard let isolation = eventID.isolation else { return }
        isolation.tasks.startInternal { _ in await isolation.visit { $0.sweep(eventID) } }
    }
}

extension GraphIsolation {
    func end(of eventID: EventID, at site: CallSite) -> AwaitedEnd? {
        if eventID.isCancelled { sweep(eventID) }
        if eventID.hasEffects, let effect = GraphTasks.running?.effect(of: tasks)?.open(in: self),
            !effect.hasEnded, effect.eventID?.id == eventID.id
        {
            log.report(
                .awaitsItself,
                "An effect awaited finish() of its own event, which is not over before the effect is",
                at: site
            )
            return nil
        }
        if let end = engine.inFlight.end(of: eventID) { return end }
        // The loop may have handled it a moment ago, and be about to go on.
        engine.restIfIdle()
        return nil
    }

    /// Lets go of what a cancelled or dropped event still has under way.
    func sweep(_ eventID: EventID) {
        engine.inFlight.cancelEffects(of: eventID)
        for part in engine.held.parts { part.dropDelayed(of: eventID) }
    }

    func hold(_ eventID: EventID?) { engine.inFlight.hold(eventID) }
    func release(_ eventID: EventID?) { engine.inFlight.release(eventID) }

    /// `eventID` made way for a newer action in the mailbox; nobody need wait for it.
    func dropped(_ eventID: EventID) { engine.inFlight.resumeWaiters(of: eventID) }
}

extension EventTask: CustomReflectable {
    public var customMirror: Mirror { Mirror(self, children: ["outcome": outcome]) }
}
