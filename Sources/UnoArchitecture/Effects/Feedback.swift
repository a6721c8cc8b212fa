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
        return Feedback<Child> { [send] action, origin, place in
            if let forwarded = forward(action) { return await send(forwarded, origin, place) }
            reportUnforwarded(action)
            return .rejected(.notForwarded)
        } enqueue: { [enqueue] action, origin, place in
            if let forwarded = forward(action) { return enqueue(forwarded, origin, place) }
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
