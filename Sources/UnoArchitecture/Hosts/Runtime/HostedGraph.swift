public import AsyncKit

/// The graph of a runtime, with its mailbox and the actions that the mailbox loop has taken from it and not handled.
@usableFromInline
final class HostedGraph<State: Sendable, Action: Sendable>: FeatureGraph<State, Action> {
    /// Handles the actions of the mailbox. Made in the client's module; see ``Node``.
    @usableFromInline typealias Handling = @Sendable (HostedGraph) -> StepEnd

    @usableFromInline let mailbox: Mailbox<Entry<Action>>
    @exclusivity(unchecked) @usableFromInline var batch = Deque<Entry<Action>>()
    @exclusivity(unchecked) @usableFromInline var handledSinceRelease = 0
    /// The number of actions handled between two releases of mailbox capacity. Handled but unreleased actions still
    /// occupy the mailbox.
    @usableFromInline let releaseInterval: Int
    @exclusivity(unchecked) @usableFromInline var budget: LoopBudget
    override var isBudgetSpent: Bool { budget.isSpent }
    private let handling: Handling
    /// The type of the interactor.
    let interactorType: Any.Type
    var name: String { "\(interactorType)" }

    init(
        engine: GraphEngine,
        sink: StateSink<State>,
        mailbox: Mailbox<Entry<Action>>,
        capacity: Int,
        budget: LoopBudget,
        interactor: Any.Type,
        handling: @escaping Handling
    ) {
        self.interactorType = interactor
        self.mailbox = mailbox
        self.releaseInterval = max(1, min(64, capacity / 2))
        self.budget = budget
        self.handling = handling
        super.init(engine: engine, sink: sink)
    }

    // MARK: Handling

    override func handleAll() -> StepEnd { handling(self) }

    /// Handles the actions of the mailbox until it is empty or the loop has to wait. The caller has the turn.
    ///
    /// Called through a closure that `Runtime.init` makes; see ``Node``.
    @inlinable
    func handleMailbox() -> StepEnd {
        let engine = engine
        while !engine.isCancelled {
            let end = handleBatch()
            // First: who gets a state may send at once.
            releaseCapacity()
            // Declare the state stable only when the batch is empty: that keeps a copy of the state, and the next change copies a large state.
            let isPublished = end == .done ? engine.publishStable() : end == .open || engine.flush()
            if !isPublished { return .blocked }
            switch end {
            case .done: if !engine.refillLoop({ refill() }) { return .done }
            case .open: if !engine.tryEndStep(isLast: batch.isEmpty) { return .open }
            case .yield, .blocked, .cancelled: break
            }
            if budget.isSpent || end != .done && engine.hasWaitingCallers { return .yield }
        }
        return .cancelled
    }

    /// Handles the actions of the batch, at most the release interval, until a step has to wait.
    ///
    /// - Returns: `.done` if the batch is empty, `.yield` or `.open`.
    @inlinable
    func handleBatch() -> StepEnd {
        let (engine, step) = (engine, root.step)
        if engine.agenda.intake == .closing { pauseIntake() }
        // The numbers of steps for actions of the batch, and for others.
        var (handled, others) = (0, 0)
        // Less than the release interval while handlers are slow.
        let limit = min(releaseInterval, budget.stride)
        defer { if others > 0 { budget.spend(others) } }
        while !batch.isEmpty || engine.hasNextActions {
            // Actions that a handler has named come first, then held actions that are due.
            if engine.hasActionsFirst, engine.beginDueStep() {
                others += 1
            } else {
                guard let entry = batch.popFirst() else { break }
                handled += 1
                handledSinceRelease += 1
                engine.status.noteQueued(batch.count)
                handle(entry.action, of: entry.eventID, at: entry.place, entry.details, step)
            }
            let end = engine.endQueuedStep()
            if end != .done { return end }
            if handled + others >= limit { return .yield }
        }
        return .done
    }

    /// Handles all accepted actions.
    ///
    /// - Returns: the turn; nil if a step has to wait, and a task has taken the turn over.
    @inlinable
    func handleMailboxNow(in turn: consuming Turn) -> Turn? {
        while !engine.isCancelled {
            let end = handleBatch()
            // The caller is on the executor, so no other caller can enter before this returns.
            releaseCapacity()
            switch end {
            case .done:
                if mailbox.isIdle || !refill() { return turn }
            case .open:
                if !engine.tryEndStep(isLast: false) {
                    settleAndRunLoop(in: turn)
                    return nil
                }
            case .yield, .blocked, .cancelled: break
            }
        }
        cancelAll()
        return turn
    }

    /// Whether all accepted actions have been handled, and nothing has to happen before the next one.
    @inlinable
    var isUpToDate: Bool {
        batch.isEmpty && mailbox.isIdle && engine.agenda.intake != .closing && !engine.hasNextActions
            && !engine.isCancelled
    }

    /// Handles all accepted actions, then `action`, which has not been in the mailbox, and what is accepted meanwhile.
    ///
    /// For a caller on the executor.
    ///
    /// - Returns: the event; nil if `action` has to be queued.
    @inlinable
    func handleNow(
        _ action: Action,
        of core: RuntimeCore<State, Action>,
        with transaction: ViewTransaction?,
        at site: CallSite
    ) -> EventID? {
        guard var turn = engine.tryTurn() else { return nil }
        if !isUpToDate {
            guard let next = handleMailboxNow(in: turn) else { return nil }
            turn = next
        }
        guard engine.agenda.intake != .paused else {
            turn.end()
            return nil
        }
        let eventID = core.eventIDs.issue(for: core.isolation)
        if let observer = core.observer, observer.hearsAccepted { core.tellAccepted(site) }
        let details = core.details(at: site, transaction)
        guard !engine.hasActionsFirst, isUpToDate else {
            admit(Entry(action: action, eventID: eventID, at: LiteralPlace(site), details: details))
            if let turn = handleMailboxNow(in: turn) { turn.end() }
            return eventID
        }
        handle(action, of: eventID, at: LiteralPlace(site), details, root.step)
        if engine.endQueuedStep() == .open, !engine.tryEndStep(isLast: false) {
            settleAndRunLoop(in: turn)
        } else if isUpToDate {
            turn.end()
        } else if let turn = handleMailboxNow(in: turn) {
            turn.end()
        }
        return eventID
    }

    /// The step of one action, up to its end.
    @inlinable @inline(__always)
    func handle(
        _ action: Action,
        of eventID: consuming EventID?,
        at place: LiteralPlace,
        _ details: EntryDetails?,
        _ step: (Action) -> Void
    ) {
        guard engine.beginStep(of: eventID, details) else { return }
        engine.status.note(place)
        engine.status.action.during(action) {
            if engine.step.context == nil {
                step(action)
                scope.emitPending()
            } else {
                engine.withEventLocals {
                    step(action)
                    scope.emitPending()
                }
            }
        }
        engine.followSlices()
    }

    // MARK: Pausing

    /// Puts the actions that were sent back into the mailbox; until an effect has ended, only fed-back actions are taken.
    @usableFromInline
    func pauseIntake() {
        engine.pauseIntake(named: name)
        // The capacity of what has been handled was released at the end of the last batch. An admitted action that waits behind a held
        // one is in the batch; in the mailbox it takes a place.
        handledSinceRelease = 0
        mailbox.pause(returning: &batch, where: { $0.isFollowUp }, onReady: { wakeLoop() })
        engine.status.noteQueued(batch.count)
    }

    override func freePlaces() { releaseCapacity() }

    override func resumeIntake() { mailbox.resume(onReady: { wakeLoop() }) }

    // MARK: The loop

    @usableFromInline
    func wakeLoop() { engine.isolation.wakeLoop() }

    /// Has a task settle the open step of `turn` and then handle the mailbox; cancels the actions if the graph has been cancelled.
    @usableFromInline
    func settleAndRunLoop(in turn: consuming Turn) {
        turn.handOver()
        guard engine.isolation.startSettlingLoop() == nil else { return }
        cancelAll()
        Turn(takingOver: engine).end()
    }

    override func renewBudget() { budget.begin() }

    // MARK: The mailbox

    /// Takes an action that has not been in the mailbox, and so has no capacity to release.
    @inlinable
    func admit(_ entry: consuming Entry<Action>) {
        batch.append(entry)
        handledSinceRelease -= 1
    }

    @usableFromInline
    override func cancelAll() {
        // A step that was running when the mailbox closed may have queued actions.
        var queued = mailbox.discardAll()
        engine.token.counts.takeBack(batch.count + queued.count)
        batch.cancelAll()
        engine.status.noteQueued(0)
        queued.cancelAll()
    }

    /// Releases the mailbox capacity of the actions handled since the last call.
    @inlinable
    func releaseCapacity() {
        // Negative while an admitted action waits behind a held action.
        guard handledSinceRelease > 0 else { return }
        let handled = handledSinceRelease
        handledSinceRelease = 0
        engine.noteHandled(handled)
        budget.spend(handled)
        if !batch.isEmpty { engine.noteBatch() }
        mailbox.release(handled, onReady: { wakeLoop() })
    }

    /// Takes the queued actions; false if there are none.
    @inlinable
    func refill() -> Bool {
        engine.status.noteIntake()
        defer { engine.status.noteQueued(batch.count) }
        return mailbox.take(into: &batch)
    }
}
