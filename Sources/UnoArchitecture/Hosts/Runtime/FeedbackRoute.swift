internal import AsyncKit

/// The way of fed-back actions into the mailbox of a runtime.
///
/// The graph's parts hold it, and it holds the graph: a reference cycle, which the tear-down breaks. It does not hold the
/// `RuntimeCore`, whose release cancels the runtime; a weak reference to the core would make every retain of the core slow.
final class FeedbackRoute<State: Sendable, Action: Sendable>: Sendable {
    private let mailbox: Mailbox<Entry<Action>>
    private let graph: GraphBound<HostedGraph<State, Action>>
    private let isolation: GraphIsolation
    /// Is told of the actions; nil for none.
    private let observer: ObserverLink?

    init(
        _ mailbox: Mailbox<Entry<Action>>,
        _ graph: GraphBound<HostedGraph<State, Action>>,
        _ isolation: GraphIsolation,
        _ observer: ObserverLink?
    ) {
        self.mailbox = mailbox
        self.graph = graph
        self.isolation = isolation
        self.observer = observer
    }

    /// Feeds the actions of the graph's parts back.
    var feedback: Feedback<Action> {
        Feedback { action, origin, site in
            await self.send(action, origin, site)
        } enqueue: { action, origin, site in
            self.take(action, origin, site)
            return true
        }
    }

    /// Takes an action without waiting, in the isolation.
    private func take(_ action: Action, _ origin: EnqueueOrigin, _ site: CallSite) {
        switch origin {
        case .effect(let effect, let eventID):
            enqueue(Entry(action: action, of: effect, eventID: eventID, site: site))
            observer?.accepted(at: site)
        case .handler(let scope):
            // A next action counts as accepted when its step begins.
            scope.openForNext(graph, at: site)?.handleNext(action, of: scope, at: site) { [observer] _ in
                observer?.accepted(at: site)
            }
        }
    }

    /// Queues an action. Waits for room, even if the mailbox policy drops actions.
    private func send(_ action: Action, _ origin: FeedbackOrigin, _ site: CallSite) async -> SendOutcome {
        switch await isolation.visit({ $0.beginFeedingBack(origin, at: site) }) {
        case .refused(let outcome): return tell(outcome, at: site)
        case .admitted(let effect, let eventID, let number):
            let entry = Entry(action: action, of: effect, eventID: eventID, site: site, reply: origin.reply)
            if case .accepted = await mailbox.feedBack(entry, onReady: { isolation.wakeLoop() }) {
                isolation.tasks.raiseLoopToCaller()
                return tell(.accepted, at: site)
            }
            // A draining runtime closes its mailbox last; from then on a fed-back action takes a turn of its own.
            let reply = entry.details?.takeReply()
            if mailbox.isClosed, let outcome = await receive(action, number, effect, site, reply) {
                return tell(outcome, at: site)
            }
            await isolation.visit { $0.endFeedingBack(effect) }
            return .cancelled
        }
    }

    /// Tells the observer the outcome of an action, and returns it.
    private func tell(_ outcome: SendOutcome, at site: CallSite) -> SendOutcome {
        switch outcome {
        case .accepted, .effectsCancelled: observer?.accepted(at: site)
        case .rejected(let reason): observer?.rejected(at: site, reason)
        case .cancelled: break
        }
        return outcome
    }

    /// Handles an action in a turn of its own, after those that its effect has fed back before; nil if there is no turn.
    private func receive(
        _ action: Action,
        _ number: Int,
        _ effect: GraphBound<EffectRun>,
        _ site: CallSite,
        _ reply: HandledReply?
    ) async -> SendOutcome? {
        await isolation.step { isolation in
            effect.open(in: isolation).feedbackHandled(before: number)
        } _: { [graph] isolation in
            let outcome = graph.open(in: isolation)
                .receive(action, of: effect.open(in: isolation), from: site, reply: reply)
            if outcome == .accepted { isolation.token.counts.noteDirect() }
            return outcome
        }
    }

    /// Queues an action that its effect has counted, at once and regardless of room.
    private func enqueue(_ entry: Entry<Action>) { mailbox.insert(entry, onReady: { isolation.wakeLoop() }) }
}
