public import AsyncKit
public import Synchronization

/// What a runtime consists of; outlives the `Runtime` itself while a drain loop or an effect is winding up.
@usableFromInline
final class RuntimeCore<State: Sendable, Action: Sendable>: Sendable {
    @usableFromInline typealias Stretch = @Sendable (FeatureGraph<State, Action>, Inbox<Action>) -> Pause

    @usableFromInline let isolation: GraphIsolation
    @usableFromInline let handleStretch: Stretch
    @usableFromInline let mailbox: Mailbox<Entry<Action>>
    @usableFromInline let broadcast: Broadcast<State>
    @usableFromInline let tickets = TicketSource()
    private let graph: GraphBound<FeatureGraph<State, Action>>
    private let inbox: GraphBound<Inbox<Action>>
    @usableFromInline let acceptsActions = Atomic(true)
    private let interactorType: Any.Type
    private var name: String { "\(interactorType)" }

    @usableFromInline
    convenience init(
        _ interactor: some Interactor<State, Action>,
        mailbox: MailboxPolicy,
        executor: RuntimeExecutor,
        site: CallSite,
        stretch: @escaping Stretch,
        publish: @escaping @Sendable (Broadcast<State>, State) -> Bool
    ) {
        let broadcast = Broadcast<State>()
        self.init(
            interactor,
            mailbox: mailbox,
            executor: executor,
            site: site,
            broadcast: broadcast,
            sink: BroadcastSink(broadcast, publish: publish),
            takesTurnsFromInside: false,
            stretch: stretch
        )
    }

    /// - Parameters:
    ///   - broadcast: what the states come from that subscribers get.
    ///   - sink: where the graph's states go.
    ///   - takesTurnsFromInside: whether the host calls `handleNow(_:at:)`.
    init(
        _ interactor: some Interactor<State, Action>,
        mailbox policy: MailboxPolicy,
        executor: RuntimeExecutor,
        site: CallSite,
        broadcast: Broadcast<State>,
        sink: StateSink<State>,
        takesTurnsFromInside: Bool,
        stretch: @escaping Stretch
    ) {
        self.handleStretch = stretch
        let (isolation, engine) = GraphIsolation.make(executor, takesTurnsFromInside: takesTurnsFromInside)
        let policy = policy.validated(isolation.log, site)
        let graph = FeatureGraph<State, Action>(engine: engine, sink: sink)
        self.interactorType = type(of: interactor)
        self.isolation = isolation
        self.mailbox = Mailbox(policy: policy)
        self.broadcast = broadcast
        self.graph = GraphBound(graph, to: isolation.token)
        self.inbox = GraphBound(Inbox<Action>(capacity: policy.capacity), to: isolation.token)
        let feedback = Feedback<Action> { [weak self] action, ticket, validity, site in
            // Without its core a runtime has been cancelled.
            await self?.feed(action, ticket, validity, site) ?? .cancelled
        }
        graph.makeParts(of: interactor, feedback: feedback)
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

    /// Whether a part of the graph wants to know where actions were sent from.
    @usableFromInline var keepsSites: Bool { isolation.log.keepsSites.load(ordering: .relaxed) }

    @inlinable
    func send(_ action: Action, at site: CallSite) -> EventTask {
        guard acceptsActions.load(ordering: .acquiring) else { return refuse(.shutDown, site) }
        let ticket = tickets.issue(for: isolation)
        let entry = Entry(action: action, ticket: ticket, isFollowUp: false, site: keepsSites ? site : nil)
        switch mailbox.offer(entry, onReady: { wake() }) {
        case .accepted: return EventTask(ticket)
        case .acceptedDroppingOldest(let oldest):
            Self.dropped(oldest.ticket, isFollowUp: oldest.isFollowUp, isolation)
            return EventTask(ticket)
        case .full: return refuse(.mailboxFull, site)
        // It was sent in time; that the runtime ends meanwhile is no misuse.
        case .closed: return EventTask(refused: .rejected(.shutDown))
        }
    }

    @inlinable
    func deliver(_ action: Action, at site: CallSite) async -> EventTask {
        guard acceptsActions.load(ordering: .acquiring) else { return refuse(.shutDown, site) }
        let ticket = tickets.issue(for: isolation)
        let entry = Entry(action: action, ticket: ticket, isFollowUp: false, site: keepsSites ? site : nil)
        switch await mailbox.send(entry, onReady: { wake() }) {
        case .accepted: return EventTask(ticket)
        case .acceptedDroppingOldest(let oldest):
            Self.dropped(oldest.ticket, isFollowUp: oldest.isFollowUp, isolation)
            return EventTask(ticket)
        case .full: return refuse(.mailboxFull, site)
        // It was sent in time; that the runtime ended meanwhile is no misuse.
        case .closed: return EventTask(refused: .rejected(.shutDown))
        case .cancelled: return EventTask(refused: .cancelled)
        }
    }

    @usableFromInline
    func refuse(_ rejection: Rejection, _ site: CallSite) -> EventTask {
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

    @usableFromInline
    static func dropped(_ ticket: Ticket?, isFollowUp: Bool, _ isolation: GraphIsolation) {
        guard let ticket else { return }
        if isFollowUp {
            isolation.tasks.start { await isolation.visit { $0.release(ticket) } }
        } else {
            ticket.markDropped()
            if ticket.isAwaited { isolation.tasks.start { await isolation.visit { $0.dropped(ticket) } } }
        }
    }

    /// Takes in what an effect feeds back. While the runtime drains, the queue is closed and the action takes a turn.
    private func feed(
        _ action: Action,
        _ ticket: Ticket?,
        _ validity: EffectValidity?,
        _ site: CallSite
    ) async -> SendOutcome {
        // A mailbox that drops must not drop the answer that somebody waits for.
        if validity != nil, mailbox.isLossy { return await receive(action, ticket, validity, site) }
        await isolation.visit { $0.hold(ticket) }
        let entry = Entry(action: action, ticket: ticket, isFollowUp: true, validity: validity, site: site)
        let result = await mailbox.send(entry, onReady: { wake() })
        switch result {
        case .accepted: return .accepted
        case .acceptedDroppingOldest(let oldest):
            Self.dropped(oldest.ticket, isFollowUp: oldest.isFollowUp, isolation)
            return .accepted
        case .full, .closed, .cancelled: break
        }
        var outcome = SendOutcome.cancelled
        if case .full = result { outcome = .rejected(.mailboxFull) }
        if case .closed = result {
            outcome = await receive(action, ticket, validity, site)
        }
        await isolation.visit { $0.release(ticket) }
        return outcome
    }

    /// Handles what an effect feeds back in a turn of its own.
    private func receive(
        _ action: Action,
        _ ticket: Ticket?,
        _ validity: EffectValidity?,
        _ site: CallSite
    ) async -> SendOutcome {
        await isolation.takeTurn { [graph] isolation in
            graph.open(in: isolation).receive(action, for: ticket, validity, from: site)
        }.outcome
    }

    // MARK: The drain loop

    /// Starts the loop: the mailbox was empty, and no longer is.
    @usableFromInline
    func wake() {
        isolation.tasks.start { await self.drain(on: self.isolation) }
    }

    /// Handles what is in the mailbox until nothing is.
    private func drain(on isolation: isolated GraphIsolation) async {
        guard await isolation.gate.enterIgnoringCancellation() == .entered else { return }
        await drainInTurn(on: isolation)
    }

    /// Does so in the turn that the caller has, and ends it.
    private func drainInTurn(on isolation: isolated GraphIsolation) async {
        let graph = graph.open(in: isolation)
        let inbox = inbox.open(in: isolation)
        while !isolation.tasks.isCancelled {
            switch handleStretch(graph, inbox) {
            case .exhausted:
                await breathe(graph.engine, inbox)
                guard inbox.batch.isEmpty, !mailbox.take(into: &inbox.batch) else { continue }
                isolation.gate.leave()
                return
            case .open(let isFollowUp):
                release(inbox)
                await finishStep(isFollowUp: isFollowUp, graph.engine)
            case .due:
                // A state that nobody watches is published when there is nothing else to do: a copy of it makes the
                // next change of a large one expensive.
                await breathe(graph.engine, inbox, publishing: !graph.engine.sink.isUnwatched)
                guard isolation.gate.hasWaiters || isolation.takesTurnsFromInside else { continue }
                isolation.gate.leave()
                if isolation.takesTurnsFromInside { await Elsewhere.visit() }
                guard await isolation.gate.enterIgnoringCancellation() == .entered else { return }
            }
        }
        inbox.cancelAll()
        isolation.gate.leave()
    }

    private func finishStep(isFollowUp: Bool, _ engine: GraphEngine) async {
        await engine.settle()
        await engine.handOn()
        engine.endStep(isFollowUp: isFollowUp)
    }

    /// Handles the actions of the batch as long as nothing has to be waited for.
    ///
    /// Inlinable, and called through a closure that `Runtime.init` makes where the types are known; see ``Node``.
    @inlinable
    static func handleStretch(_ graph: FeatureGraph<State, Action>, _ inbox: Inbox<Action>) -> Pause {
        let engine = graph.engine
        let scope = graph.scope
        let step = graph.root.step
        while let entry = inbox.batch.popFirst() {
            inbox.handledSinceRelease += 1
            if engine.beginStep(of: entry.ticket, entry.notes) {
                step(entry.action)
                scope.settle()
            }
            switch engine.completeStep(isFollowUp: entry.isFollowUp) {
            case .open: return .open(isFollowUp: entry.isFollowUp)
            case .due: return .due
            case .done: if inbox.handledSinceRelease >= inbox.stretch { return .due }
            }
        }
        return .exhausted
    }

    /// Publishes what is due and makes room in the mailbox.
    private func breathe(_ engine: GraphEngine, _ inbox: Inbox<Action>, publishing: Bool = true) async {
        if publishing, !engine.sink.flush() {
            release(inbox)
            await engine.handOn()
        }
        release(inbox)
        // Who takes turns from inside must not find the turn taken by a loop that is elsewhere.
        if engine.hasVisitors, !engine.isolation.takesTurnsFromInside { await Elsewhere.visit() }
    }

    @inlinable
    func release(_ inbox: Inbox<Action>) {
        if inbox.handledSinceRelease != 0 { makeRoom(inbox) }
    }

    @usableFromInline
    func makeRoom(_ inbox: Inbox<Action>) {
        let handled = inbox.takeHandled()
        if handled > 0 { mailbox.release(handled, onReady: { wake() }) }
    }

    // MARK: Without waiting

    /// Handles `action`, and before it whatever was accepted earlier, before it returns.
    ///
    /// For callers on the executor of the graph's isolation. Where the turn is taken, by a handler or an observer that
    /// calls this or by a transformer that is waited for, the action joins the queue instead.
    @inlinable
    func handleNow(_ action: Action, at site: CallSite) -> EventTask {
        let (graph, inbox) = here()
        guard acceptsActions.load(ordering: .acquiring), graph.engine.tryEnterTurn(), drainNow(graph, inbox) else {
            return send(action, at: site)
        }
        let ticket = tickets.issue(for: isolation)
        inbox.admit(Entry(action: action, ticket: ticket, isFollowUp: false, site: keepsSites ? site : nil))
        if drainNow(graph, inbox) { graph.engine.leaveTurn() }
        return EventTask(ticket)
    }

    /// Handles all that is accepted, in the turn that the caller has; false if a step has to be waited for, and the turn
    /// has been given to a task that does.
    @inlinable
    func drainNow(_ graph: FeatureGraph<State, Action>, _ inbox: Inbox<Action>) -> Bool {
        while !graph.engine.isCancelled {
            switch handleStretch(graph, inbox) {
            case .exhausted:
                guard refill(inbox) else { return true }
            case .open(let isFollowUp):
                release(inbox)
                guard graph.engine.finishStepNow(isFollowUp: isFollowUp) else {
                    giveTurnAway(isFollowUp: isFollowUp, inbox)
                    return false
                }
            case .due:
                // Nobody comes in before this returns.
                release(inbox)
            }
        }
        inbox.cancelAll()
        return true
    }

    /// Gives back the places of what has been handled and takes what is queued; false if nothing is.
    @inlinable
    func refill(_ inbox: Inbox<Action>) -> Bool {
        release(inbox)
        return !mailbox.isIdle && takeQueued(inbox)
    }

    @usableFromInline
    func takeQueued(_ inbox: Inbox<Action>) -> Bool { mailbox.take(into: &inbox.batch) }

    /// The graph and its inbox, for a caller on their executor.
    @usableFromInline
    func here() -> (FeatureGraph<State, Action>, Inbox<Action>) {
        graph.openHere(with: inbox, in: isolation)
    }

    @usableFromInline
    func giveTurnAway(isFollowUp: Bool, _ inbox: Inbox<Action>) {
        let task = isolation.tasks.start {
            await self.goOn(isFollowUp: isFollowUp, on: self.isolation)
        }
        if task == nil { inbox.cancelAll() }
    }

    private func goOn(isFollowUp: Bool, on isolation: isolated GraphIsolation) async {
        await finishStep(isFollowUp: isFollowUp, graph.open(in: isolation).engine)
        await drainInTurn(on: isolation)
    }

    // MARK: States out

    func state() async -> State {
        guard let state = await isolation.visit({ [graph] in graph.open(in: $0).state }) else {
            preconditionFailure("\(name) has no state: it is made of stream transformers that have emitted nothing")
        }
        return state
    }

    /// The state that was published last.
    var latestState: State? { broadcast.latest }

    @inlinable
    func states(_ policy: SubscriptionPolicy, at site: CallSite) -> AsyncStream<State> {
        broadcast.subscribe(validated(policy, site))
    }

    @usableFromInline
    func validated(_ policy: SubscriptionPolicy, _ site: CallSite) -> AsyncKit.SubscriptionPolicy {
        policy.validated(isolation.log, site)
    }

    /// Inlinable, and called through a closure, as `handleStretch` is.
    @inlinable
    static func publish(_ state: State, to broadcast: Broadcast<State>) -> Bool { broadcast.tryPublish(state) }

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
        // An effect that ends its own runtime cannot wait for its own end.
        if !isolation.tasks.isRunningHere { await isolation.tasks.joined() }
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
        var discarded = mailbox.discardAll(onReady: {})
        discarded.cancelAll()
    }
}
