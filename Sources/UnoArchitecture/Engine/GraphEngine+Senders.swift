/// What the engine keeps of the senders of actions: their task-local values, the outcomes that they hear, their priority.
extension GraphEngine {
    /// The priority of the effects that the running step registers.
    var priorityOfEffects: PriorityLevel {
        let own = tasks.loopPriority.ofCaller
        guard inFlight.hasWaiters, let origin, origin.isAwaited else { return own }
        return max(own, inFlight.priority(ofWaitersFor: origin))
    }

    /// Takes back an action whose event was cancelled before; no step begins. Returns false.
    @inline(never)
    func skip(_ event: EventID?) -> Bool {
        skippedCount += 1
        guard let event else { return false }
        event.markTakenBack()
        if inFlight.hasWaiters { restIfIdle() }
        inFlight.handled(event)
        return false
    }

    /// Drops an action whose effect was cancelled before; no step begins. Returns false.
    @inline(never)
    func skip(_ reply: HandledReply?, of source: EffectRun) -> Bool {
        skippedCount += 1
        reply?.resolve(.cancelled)
        if inFlight.hasWaiters { restIfIdle() }
        source.endFeedingBack()
        return false
    }

    /// Marks the event as refused: a part that its action addresses has ended or does not exist.
    func refuse() {
        origin?.markRefused()
        if !isRefused { token.counts.reject(.childEnded) }
        isRefused = true
        hasRareParts = true
    }

    /// Counts `count` actions whose steps have begun, without those that were skipped.
    @usableFromInline
    func noteHandled(_ count: Int) {
        token.counts.note(handled: count - skippedCount, takenBack: skippedCount)
        skippedCount = 0
        tasks.loopPriority.forgetThread()
    }

    /// Sets the task-local values of the step that begins.
    func carry(_ context: CarriedContext?) {
        guard let context else { return }
        self.context = context
        hasRareParts = true
    }

    /// Runs code of the open step, with the task-local values of its event.
    @usableFromInline
    func perform(_ body: () -> Void) {
        if let context { context.perform(body) } else { body() }
    }

    /// Called before the loop looks whether it may end; see ``LoopPriority``.
    @usableFromInline
    func forgetLoopPriority() -> UInt8 { tasks.loopPriority.forget().rawValue }

    /// Called when the loop goes on.
    @usableFromInline
    func keepLoopPriority(_ priority: UInt8) { tasks.loopPriority.raise(to: PriorityLevel(rawValue: priority)) }

    /// Releases the values that the step has carried, and tells the outcome of its action. One flag, so that the end of
    /// other steps has one thing to look at.
    func endRareParts() {
        let outcome: SendOutcome = isRefused ? .rejected(.childEnded) : .accepted
        (context, hasRareParts, isRefused) = (nil, false, false)
        reply.take()?.resolve(outcome)
    }
}
