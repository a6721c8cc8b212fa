/// The path of fed-back actions from a part of the graph to its root.
@usableFromInline
package struct Feedback<Action: Sendable>: Sendable {
    /// Queues an action that an effect feeds back; waits for room.
    let send: @Sendable (Action, FeedbackOrigin, CallSite) async -> SendOutcome
    typealias Enqueue = @Sendable (Action, EnqueueOrigin, CallSite) -> Bool

    /// Takes an action without waiting. Returns false if the action has no counterpart in the parent. Call it in the
    /// graph's isolation.
    let enqueue: Enqueue

    /// Queues an action of an effect that `call` has started; waits for room.
    @discardableResult
    package func send(_ action: Action, of call: HandlerCall, at site: CallSite) async -> SendOutcome {
        await send(action, FeedbackOrigin(call), site)
    }

    /// The feedback of a child whose actions `embed` converts to the parent's.
    @usableFromInline
    func embedding<Child: Sendable>(_ embed: @escaping @Sendable (Child) -> Action) -> Feedback<Child> {
        Feedback<Child> { [send] action, origin, site in
            await send(embed(action), origin, site)
        } enqueue: { [enqueue] action, origin, site in
            enqueue(embed(action), origin, site)
        }
    }

    /// The feedback of a child; actions without a counterpart in the parent are reported and rejected.
    @usableFromInline
    package func forwarding<Child: Sendable>(
        _ forward: @escaping @Sendable (Child) -> Action?,
        _ token: IsolationToken,
        _ child: Any.Type,
        _ site: CallSite
    ) -> Feedback<Child> {
        @Sendable func reportUnforwarded(_ action: Child) {
            token.log.report(
                .resultNotForwarded,
                "\(child) has a result that its parent does not forward: \(action)",
                at: site,
                about: "\(child)"
            )
            token.counts.reject(.notForwarded)
        }
        return Feedback<Child> { [send] action, origin, _ in
            if let forwarded = forward(action) { return await send(forwarded, origin, site) }
            reportUnforwarded(action)
            return .rejected(.notForwarded)
        } enqueue: { [enqueue] action, origin, _ in
            if let forwarded = forward(action) { return enqueue(forwarded, origin, site) }
            reportUnforwarded(action)
            return false
        }
    }
}

/// What an action comes from that is taken without waiting.
enum EnqueueOrigin {
    /// An effect without work, which has counted the action: it joins the queue.
    case effect(GraphBound<EffectRun>, EventID?)
    /// A handler of this scope, in the running step: the action is handled before anything that is queued.
    case handler(AnyScope)
}

/// Determines the effect that feeds an action back: the effect that the current task runs, if the given handler call
/// started it; otherwise (in a detached task) any effect of that call.
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
        if let effect = running?.effect(of: isolation.tasks)?.open(in: isolation), effect.call == call {
            return effect.hasEnded ? nil : effect
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
    case admitted(GraphBound<EffectRun>, EventID?)
    case refused(SendOutcome)
}

extension GraphIsolation {
    /// Finds the effect that feeds an action back, and counts the action for it; reports an effect that has ended. Balance an
    /// admission with `endFeedingBack(_:)`, which the end of the action's step calls.
    func beginFeedingBack(_ origin: FeedbackOrigin, at site: CallSite) -> FeedbackAdmission {
        let effect = origin.effect(on: self)
        if let effect, !effect.isCancelled {
            effect.beginFeedingBack()
            return .admitted(GraphBound(effect, to: token), effect.eventID)
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
