/// Determines the effect that feeds an action back: the effect that the current task runs, if the given handler call
/// started it and it has not ended; otherwise any effect of that call: for a detached task, or for one that an effect has left behind
/// that was not cancelled.
struct FeedbackOrigin: Sendable {
    private let call: HandlerCall
    private let running: GraphTasks.Running?
    /// Hears what becomes of the action, if the effect waits for it.
    let reply: HandledReply?

    init(_ call: HandlerCall, reply: HandledReply? = nil) {
        self.call = call
        self.running = GraphTasks.running
        self.reply = reply
    }

    /// The effect, which may be cancelled; nil if it has ended.
    fileprivate func effect(on isolation: isolated GraphIsolation) -> EffectRun? {
        let engine = isolation.engine
        if let own = running?.effect(of: isolation.tasks)?.open(in: isolation), own.call == call {
            if !own.hasEnded { return own }
            // Nothing arrives of a cancelled effect, although another one of the call may run.
            if own.isCancelled { return nil }
        }
        var cancelled: EffectRun?
        for effect in engine.inFlight.runs(of: call) where !effect.hasEnded {
            if !effect.isCancelled { return effect }
            cancelled = effect
        }
        return cancelled
    }
}

/// Whether an effect may feed an action back.
enum FeedbackAdmission: Sendable {
    /// - number: of the action among those that the effect has fed back.
    case admitted(GraphBound<EffectRun>, EventID?, number: Int)
    case refused(SendOutcome)
}

extension GraphIsolation {
    /// Finds the effect that feeds an action back, and counts the action for it; reports an effect that has ended. Balance an
    /// admission with `endFeedingBack(_:)`, which the end of the action's step calls.
    func beginFeedingBack(_ origin: FeedbackOrigin, at site: CallSite) -> FeedbackAdmission {
        let effect = origin.effect(on: self)
        if let effect, !effect.isCancelled {
            let number = effect.beginFeedingBack()
            return .admitted(GraphBound(effect, to: token), effect.eventID, number: number)
        }
        // An effect that was cancelled with its graph is not misused.
        if effect != nil || tasks.isCancelled { return .refused(.cancelled) }
        log.report(
            .effectEnded,
            "An action was dispatched after its effect had ended; await the work inside the effect",
            at: site
        )
        token.counts.reject(.effectEnded)
        return .refused(.rejected(.effectEnded))
    }

    func endFeedingBack(_ effect: GraphBound<EffectRun>) { effect.open(in: self).endFeedingBack() }
}
