internal import AsyncKit

/// The way of fed-back actions into the mailbox of a runtime.
///
/// The graph's parts hold it, and it holds the graph: a reference cycle, which the tear-down breaks. It does not hold the
/// `RuntimeCore`, whose release cancels the runtime; a weak reference to the core would make every retain of the core slow.
final class FeedbackRoute<State: Sendable, Action: Sendable>: Sendable {
    private let mailbox: Mailbox<Entry<Action>>
    private let graph: GraphBound<HostedGraph<State, Action>>
    private let loop: MailboxLoop
    private var isolation: GraphIsolation { loop.isolation }

    init(_ mailbox: Mailbox<Entry<Action>>, _ graph: GraphBound<HostedGraph<State, Action>>, _ loop: MailboxLoop) {
        self.mailbox = mailbox
        self.graph = graph
        self.loop = loop
    }

    /// Feeds the actions of the graph's parts back.
    ///
    /// - Parameter observer: is told of the actions. Only then do the closures capture more than this object.
    func feedback(for observer: ObserverLink?) -> Feedback<Action> {
        guard let observer else {
            return Feedback { action, origin, site in
                await self.send(action, origin, site)
            } enqueue: { action, origin, site in
                self.take(action, origin, site)
                return true
            }
        }
        return Feedback { action, origin, site in
            let outcome = await self.send(action, origin, site)
            switch outcome {
            case .accepted, .effectsCancelled: observer.accepted(at: site)
            case .rejected(let reason): observer.rejected(at: site, reason)
            case .cancelled: break
            }
            return outcome
        } enqueue: { action, origin, site in
            self.take(action, origin, site) { observer.accepted(at: site) }
            return true
        }
    }

    /// Takes an action without waiting, in the isolation.
    private func take(
        _ action: Action,
        _ origin: EnqueueOrigin,
        _ site: CallSite,
        accepted: @escaping () -> Void = {}
    ) {
        switch origin {
        case .effect(let effect, let eventID):
            enqueue(Entry(action: action, of: effect, eventID: eventID, site: site))
            accepted()
        case .handler(let scope):
            // A next action counts as accepted when its step begins.
            scope.openForNext(graph, at: site)?.handleNext(action, of: scope, at: site) { _ in accepted() }
        }
    }

    /// Queues an action. Waits for room, even if the mailbox policy drops actions.
    private func send(_ action: Action, _ origin: FeedbackOrigin, _ site: CallSite) async -> SendOutcome {
        switch await isolation.visit({ $0.beginFeedingBack(origin, at: site) }) {
        case .refused(let outcome): return outcome
        case .admitted(let effect, let eventID):
            let entry = Entry(action: action, of: effect, eventID: eventID, site: site, reply: origin.reply)
            if case .accepted = await mailbox.feedBack(entry, onReady: { loop.wake() }) {
                isolation.tasks.raiseLoopToCaller()
                return .accepted
            }
            // A draining runtime closes its mailbox last; from then on a fed-back action takes a turn of its own.
            let reply = entry.details?.takeReply()
            if mailbox.isClosed, let outcome = await receive(action, effect, site, reply) { return outcome }
            await isolation.visit { $0.endFeedingBack(effect) }
            return .cancelled
        }
    }

    /// Handles an action in a turn of its own, after the queued actions of its effect; nil if there is no turn.
    private func receive(
        _ action: Action,
        _ effect: GraphBound<EffectRun>,
        _ site: CallSite,
        _ reply: HandledReply?
    ) async -> SendOutcome? {
        await isolation.step { isolation in
            effect.open(in: isolation).feedbackHandled(before: 1)
        } _: { [graph] isolation in
            let outcome = graph.open(in: isolation)
                .receive(action, of: effect.open(in: isolation), from: site, reply: reply)
            if outcome == .accepted { isolation.counts.noteDirect() }
            return outcome
        }
    }

    /// Queues an action that its effect has counted, at once and regardless of room.
    private func enqueue(_ entry: Entry<Action>) { mailbox.insert(entry, onReady: { loop.wake() }) }
}
