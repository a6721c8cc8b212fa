internal import AsyncKit
internal import Synchronization

/// What a runtime consists of; outlives the `Runtime` itself while a drain loop or an effect is winding up.
final class RuntimeCore<State: Sendable, Action: Sendable>: Sendable {
    /// An action on its way to the graph.
    private struct Entry: Sendable {
        let action: Action
        /// The event that the action is, or that it belongs to.
        let ticket: Ticket?
        /// Fed back by an effect of the event, rather than the event itself.
        let isFollowUp: Bool
    }

    /// The drain loop's own: what it has taken and not handled. Lives in the graph's isolation.
    private final class Inbox {
        var batch = Deque<Entry>()
        var handledSinceRelease = 0
    }

    private enum Phase {
        /// Takes actions.
        case running
        /// Takes no more actions from outside. Then `ended`.
        case draining
        /// Nothing is left to do.
        case ended
    }

    /// How many actions the loop handles before it says so to waiting producers and subscribers.
    private static var stretch: Int { 64 }

    let isolation: GraphIsolation
    private let mailbox: Mailbox<Entry>
    private let broadcast: Broadcast<State>
    private let tickets: TicketSource
    private let graph: GraphBound<FeatureGraph<State, Action>>
    private let inbox: GraphBound<Inbox>
    private let acceptsActions = Atomic(true)
    private let name: String

    init(
        _ interactor: some Interactor<State, Action>,
        mailbox policy: MailboxPolicy,
        executor: RuntimeExecutor,
        site: CallSite
    ) {
        let (isolation, engine) = GraphIsolation.make(executor)
        let drain = DrainTrigger()
        let mailbox = Mailbox<Entry>(policy: policy.validated(isolation.log, site)) { drain.fire() }
        let broadcast = Broadcast<State>()
        let entry = GraphEntry<State, Action>()
        let boundEntry = GraphBound(entry, to: isolation.token)
        let feedback = Feedback<Action> { [weak isolation] action, ticket, _ in
            guard let isolation else { return .cancelled }
            return await Self.feed(action, ticket, to: mailbox, entry: boundEntry, isolation: isolation)
        }
        let graph = FeatureGraph(
            interactor,
            engine: engine,
            sink: BroadcastSink(broadcast),
            feedback: feedback
        )
        entry.graph = graph
        self.name = "\(type(of: interactor))"
        self.isolation = isolation
        self.mailbox = mailbox
        self.broadcast = broadcast
        self.tickets = TicketSource(isolation: isolation)
        self.graph = GraphBound(graph, to: isolation.token)
        self.inbox = GraphBound(Inbox(), to: isolation.token)
        drain.set(self)
        start(graph)
    }

    /// The graph's first step. Nobody else can take a turn before it has ended.
    private func start(_ graph: FeatureGraph<State, Action>) {
        guard isolation.gate.tryEnter() else { preconditionFailure("A new graph is busy") }
        graph.start()
        if !graph.engine.isSuspended, graph.engine.sink.flush() {
            graph.engine.endStep()
            isolation.gate.leave()
        } else {
            isolation.tasks.start { [isolation] in
                await isolation.turn { _ in }
            }
        }
    }

    // MARK: Actions in

    func send(_ action: Action, at site: CallSite) -> EventTask {
        guard acceptsActions.load(ordering: .acquiring) else { return refuse(.shutDown, site) }
        let ticket = tickets.issue()
        switch mailbox.offer(Entry(action: action, ticket: ticket, isFollowUp: false)) {
        case .accepted: return EventTask(ticket)
        case .acceptedDroppingOldest(let oldest):
            Self.dropped(oldest, isolation)
            return EventTask(ticket)
        case .full: return refuse(.mailboxFull, site)
        case .closed: return refuse(.shutDown, site)
        }
    }

    func deliver(_ action: Action, at site: CallSite) async -> EventTask {
        guard acceptsActions.load(ordering: .acquiring) else { return refuse(.shutDown, site) }
        let ticket = tickets.issue()
        switch await mailbox.send(Entry(action: action, ticket: ticket, isFollowUp: false)) {
        case .accepted: return EventTask(ticket)
        case .acceptedDroppingOldest(let oldest):
            Self.dropped(oldest, isolation)
            return EventTask(ticket)
        case .full: return refuse(.mailboxFull, site)
        case .closed: return refuse(.shutDown, site)
        case .cancelled: return EventTask(refused: .cancelled)
        }
    }

    private func refuse(_ rejection: Rejection, _ site: CallSite) -> EventTask {
        switch rejection {
        case .mailboxFull:
            isolation.log.report(
                .mailboxFull,
                "The mailbox of \(name) was full and rejected an action; deliver(_:) waits for room",
                at: site
            )
        default:
            isolation.log.report(
                .shutDown,
                "An action was sent to \(name) after it had been shut down",
                at: site
            )
        }
        return EventTask(refused: .rejected(rejection))
    }

    private static func dropped(_ entry: Entry, _ isolation: GraphIsolation) {
        guard let ticket = entry.ticket else { return }
        if entry.isFollowUp {
            isolation.tasks.start { await isolation.release(ticket) }
        } else {
            ticket.markDropped()
            if ticket.isAwaited { isolation.tasks.start { await isolation.dropped(ticket) } }
        }
    }

    /// Takes in what an effect feeds back. While the runtime drains, the queue is closed and the action takes a turn.
    private static func feed(
        _ action: Action,
        _ ticket: Ticket?,
        to mailbox: Mailbox<Entry>,
        entry: GraphBound<GraphEntry<State, Action>>,
        isolation: GraphIsolation
    ) async -> SendOutcome {
        await isolation.hold(ticket)
        let result = await mailbox.send(Entry(action: action, ticket: ticket, isFollowUp: true))
        switch result {
        case .accepted: return .accepted
        case .acceptedDroppingOldest(let oldest):
            dropped(oldest, isolation)
            return .accepted
        case .full, .closed, .cancelled: break
        }
        var outcome = SendOutcome.cancelled
        if case .full = result { outcome = .rejected(.mailboxFull) }
        if case .closed = result { outcome = await isolation.receive(action, at: entry, for: ticket) }
        await isolation.release(ticket)
        return outcome
    }

    // MARK: The drain loop

    /// Handles what is in the mailbox until nothing is.
    private func drain(on isolation: isolated GraphIsolation) async {
        let graph = graph.open(in: isolation)
        let inbox = inbox.open(in: isolation)
        guard await isolation.gate.enterIgnoringCancellation() == .entered else { return }
        while !isolation.tasks.isCancelled {
            if let entry = inbox.batch.popFirst() {
                await handle(entry, graph, inbox, isolation)
                guard !isolation.gate.hasWaiters else {
                    await breathe(inbox, isolation)
                    isolation.gate.leave()
                    guard await isolation.gate.enterIgnoringCancellation() == .entered else { return }
                    continue
                }
            } else {
                await breathe(inbox, isolation)
                guard mailbox.take(into: &inbox.batch) else { break }
            }
        }
        isolation.gate.leave()
    }

    private func handle(
        _ entry: Entry,
        _ graph: FeatureGraph<State, Action>,
        _ inbox: Inbox,
        _ isolation: isolated GraphIsolation
    ) async {
        let engine = graph.engine
        if !(entry.ticket?.isCancelled ?? false) {
            engine.beginStep(for: entry.ticket)
            graph.receive(entry.action)
            if engine.isSuspended {
                release(inbox)
                await engine.settle()
            }
            if engine.sink.isOwing || engine.activities.hasWaiters { await handOn(engine, inbox) }
            engine.endStep()
        }
        if let ticket = entry.ticket {
            if entry.isFollowUp { engine.activities.release(ticket) } else { engine.activities.handled(ticket) }
        }
        inbox.handledSinceRelease += 1
        if inbox.handledSinceRelease == Self.stretch { await breathe(inbox, isolation) }
    }

    /// Publishes what is due and makes room in the mailbox.
    private func breathe(_ inbox: Inbox, _ isolation: isolated GraphIsolation) async {
        await handOn(isolation.engine, inbox)
        release(inbox)
    }

    private func handOn(_ engine: GraphEngine, _ inbox: Inbox) async {
        guard !engine.sink.flush() else { return }
        release(inbox)
        await engine.handOn()
    }

    private func release(_ inbox: Inbox) {
        guard inbox.handledSinceRelease > 0 else { return }
        mailbox.release(inbox.handledSinceRelease)
        inbox.handledSinceRelease = 0
    }

    // MARK: States out

    var state: State {
        isolation.assumeIsolated { isolation in
            guard let state = graph.open(in: isolation).state else {
                preconditionFailure("\(name) has no state: it is made of stream transformers that have emitted nothing")
            }
            return state
        }
    }

    func states(_ policy: SubscriptionPolicy, at site: CallSite) -> AsyncStream<State> {
        broadcast.subscribe(policy.validated(isolation.log, site))
    }

    var droppedActions: Int { mailbox.droppedCount }

    // MARK: Ending

    func shutdown(_ manner: Runtime<State, Action>.Shutdown) async {
        switch manner {
        case .cancel: cancel()
        case .drain:
            if acceptsActions.exchange(false, ordering: .acquiringAndReleasing) {
                isolation.tasks.start { await self.finish(on: self.isolation) }
            }
        }
        await isolation.tasks.joined()
    }

    /// Drains what is accepted, then what that leads to; an action that slipped in meanwhile is drained, too.
    private func finish(on isolation: isolated GraphIsolation) async {
        repeat {
            await drain(on: isolation)
            await isolation.finish()
        } while mailbox.count > 0 && !isolation.tasks.isCancelled
        mailbox.close()
        await drain(on: isolation)
        await isolation.finish()
        broadcast.finish()
        cancel()
    }

    func cancel() {
        acceptsActions.store(false, ordering: .releasing)
        mailbox.close()
        isolation.cancel()
        broadcast.finish()
        mailbox.discardAll()
    }
}

/// Wakes the drain loop of a core that is made after its mailbox.
private final class DrainTrigger: Sendable {
    private struct Target: Sendable {
        weak var drain: (any Draining)?
    }

    private let target = Mutex(Target())

    func set(_ drain: any Draining) { target.withLock { $0.drain = drain } }
    func fire() { target.withLock { $0.drain }?.wake() }
}

private protocol Draining: AnyObject, Sendable {
    func wake()
}

extension RuntimeCore: Draining {
    fileprivate func wake() {
        isolation.tasks.start { await self.drain(on: self.isolation) }
    }
}

/// Publishes states to the subscribers; where nobody wants every one, only the last of a stretch.
private final class BroadcastSink<State: Sendable>: StateSink<State> {
    private let broadcast: Broadcast<State>
    private var pending = Deque<State>()
    /// Holds the state that is to be published; nil when none was skipped.
    private var conflated: StateCell<State>?

    init(_ broadcast: Broadcast<State>) {
        self.broadcast = broadcast
    }

    override var isOwing: Bool { !pending.isEmpty }

    override func emit(_ cell: StateCell<State>) {
        if conflated != nil { return }
        if pending.isEmpty, broadcast.beginConflation() {
            conflated = cell
        } else {
            pending.append(cell.value)
        }
    }

    override func flush() -> Bool {
        while let state = pending.first {
            guard broadcast.tryPublish(state) else { return false }
            _ = pending.popFirst()
        }
        if let cell = conflated {
            guard broadcast.tryPublish(cell.value) else { return false }
            conflated = nil
        }
        return true
    }

    override func waitForDemand() async { await broadcast.roomAvailable() }

    override func finish() { broadcast.finish() }

    override func cancel() { broadcast.finish() }
}
