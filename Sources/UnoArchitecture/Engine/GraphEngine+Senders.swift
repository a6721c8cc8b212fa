/// What the engine keeps of the senders of actions: their task-local values, the outcomes that they hear, their priority.
extension GraphEngine {
    /// Takes back an action whose event was cancelled before, or drops one whose effect was; no step begins. Returns false.
    @inline(never)
    func skip(_ event: EventID?, of source: EffectRun? = nil, _ reply: HandledReply? = nil) -> Bool {
        skippedCount += 1
        if let source {
            if let reply {
                graph?.freePlaces()
                reply.resolve(.cancelled)
            }
            source.endFeedingBack()
        } else if let event {
            _ = event.add(.takenBack)
            endWaits(for: event, event.add(.handled))
        }
        return false
    }

    /// Marks the event as refused: a part that its action addresses has ended or does not exist.
    func refuse() {
        _ = step.event?.add(.refused)
        if !step.isRefused { token.counts.reject(.childEnded) }
        step.refuse()
    }

    /// Counts `count` actions whose steps have begun, without those that were skipped.
    @usableFromInline
    func noteHandled(_ count: Int) {
        token.counts.note(handled: count - Int(skippedCount), takenBack: Int(skippedCount))
        skippedCount = 0
        tasks.loopPriority.forgetThread()
    }

    /// Runs code of the open step, with the task-local values of its event.
    @usableFromInline
    func withEventLocals(_ body: () -> Void) {
        if let context = step.context { context.withValues(body) } else { body() }
    }

    /// Takes the actions with which the loop goes on; false if there are none, and it ends. See ``LoopPriority``.
    @usableFromInline
    func refillLoop(_ refill: () -> Bool) -> Bool {
        let priority = tasks.loopPriority.forget()
        guard refill() else { return false }
        tasks.loopPriority.raise(to: priority)
        return true
    }
}
