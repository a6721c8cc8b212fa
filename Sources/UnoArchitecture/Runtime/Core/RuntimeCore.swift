public import Synchronization
public import UnoAsync

/// What a runtime consists of; outlives the `Runtime` itself while a drain loop or an effect is winding up.
@usableFromInline
final class RuntimeCore<State: Sendable, Action: Sendable>: Sendable {
    @usableFromInline typealias Graph = HostedGraph<State, Action>

    @usableFromInline let mailbox: Mailbox<Entry<Action>>
    @usableFromInline let broadcast: Broadcast<State>
    @usableFromInline let tickets = TicketSource()
    @usableFromInline let acceptsActions = Atomic(true)
    private let graph: GraphBound<Graph>
    @usableFromInline let loop: DrainLoop
    private let interactorType: Any.Type
    @inlinable var isolation: GraphIsolation { loop.isolation }
    private var name: String { "\(interactorType)" }

    @usableFromInline
    convenience init(
        _ interactor: some Interactor<State, Action>,
        mailbox: MailboxPolicy,
        executor: RuntimeExecutor,
        site: CallSite,
        broadcast: Broadcast<State>,
        makeMailbox: (MailboxLimit) -> Mailbox<Entry<Action>>,
        handling: @escaping Graph.Handling,
        publish: @escaping @Sendable (Broadcast<State>, State) -> Bool,
        rest: @escaping @Sendable (Broadcast<State>, StateCell<State>?, State?) -> Bool
    ) {
        self.init(
            interactor,
            mailbox: mailbox,
            executor: executor,
            site: site,
            broadcast: broadcast,
            sink: BroadcastSink(broadcast, publish: publish, rest: rest),
            makeMailbox: makeMailbox,
            handling: handling
        )
    }

    /// - Parameters:
    ///   - broadcast: what the states come from that subscribers get.
    ///   - sink: where the graph's states go.
    ///   - makeMailbox: made, as `broadcast` and `handling` may be, where the types are known; see ``Node``.
    init(
        _ interactor: some Interactor<State, Action>,
        mailbox policy: MailboxPolicy,
        executor: RuntimeExecutor,
        site: CallSite,
        broadcast: Broadcast<State>,
        sink: StateSink<State>,
        makeMailbox: (MailboxLimit) -> Mailbox<Entry<Action>>,
        handling: @escaping Graph.Handling
    ) {
        let (isolation, engine) = GraphIsolation.make(executor)
        let limit = policy.validated(isolation.log, site)
        mailbox = makeMailbox(limit)
        let graph = Graph(
            engine: engine,
            sink: sink,
            mailbox: mailbox,
            capacity: limit.capacity,
            handling: handling
        )
        self.broadcast = broadcast
        self.graph = GraphBound(graph, to: isolation.token)
        loop = DrainLoop(graph, in: isolation)
        interactorType = type(of: interactor)
        graph.makeParts(of: interactor, feedback: feedback)
        start(graph)
    }

    /// The way back for the graph's parts, which do not keep the core.
    private var feedback: Feedback<Action> {
        let way = WayBack(core: self)
        // Without its core a runtime has been cancelled.
        return Feedback { action, origin, site in
            await way.core?.feedBack(action, origin, site) ?? .cancelled
        } enqueue: { action, effect, ticket, site in
            way.core?.enqueue(Entry(action: action, of: effect, ticket: ticket, site: site))
            return true
        }
    }

    /// An object, which is the context of both closures of the feedback: one allocation, where `[weak self]` costs three for
    /// each of them.
    private final class WayBack: Sendable {
        weak let core: RuntimeCore?

        init(core: RuntimeCore) {
            self.core = core
        }
    }

    /// The graph's first step. Nobody else can take a turn before it has ended.
    private func start(_ graph: Graph) {
        guard isolation.turnLock.tryAcquire() else { fatalError("A new graph is busy") }
        graph.start()
        if !graph.engine.isSuspended, graph.engine.rest() {
            graph.engine.endStep()
            isolation.turnLock.release()
        } else {
            isolation.tasks.startInternal { [isolation] _ in
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
        let entry = Entry(action: action, ticket: ticket, site: keepsSites ? site : nil)
        switch mailbox.offer(entry, sparing: { $0.isFollowUp }, onReady: { wake() }) {
        case .accepted: return EventTask(ticket)
        case .acceptedDroppingOldest(let oldest):
            Self.dropped(oldest.ticket, isolation)
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
        let entry = Entry(action: action, ticket: ticket, site: keepsSites ? site : nil)
        switch await mailbox.send(entry, sparing: { $0.isFollowUp }, onReady: { wake() }) {
        case .accepted: return EventTask(ticket)
        case .acceptedDroppingOldest(let oldest):
            Self.dropped(oldest.ticket, isolation)
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
    static func dropped(_ ticket: Ticket?, _ isolation: GraphIsolation) {
        guard let ticket else { return }
        ticket.markDropped()
        if ticket.isAwaited { isolation.tasks.startInternal { _ in await isolation.visit { $0.dropped(ticket) } } }
    }

    /// Queues what an effect feeds back; a mailbox that drops waits for room, too.
    private func feedBack(_ action: Action, _ origin: FeedbackOrigin, _ site: CallSite) async -> SendOutcome {
        switch await isolation.visit({ $0.beginFeedingBack(origin, at: site) }) {
        case .refused(let outcome): return outcome
        case .admitted(let effect, let ticket):
            let entry = Entry(action: action, of: effect, ticket: ticket, site: site)
            if case .accepted = await mailbox.sendWaiting(entry, onReady: { wake() }) { return .accepted }
            // While a runtime drains, its mailbox is closed at last, and an action takes a turn of its own.
            let outcome = mailbox.isClosed ? await receive(action, effect, site) : .cancelled
            await isolation.visit { $0.endFeedingBack(effect) }
            return outcome
        }
    }

    /// Handles what an effect feeds back in a turn of its own, after what the effect has queued.
    private func receive(
        _ action: Action,
        _ effect: GraphBound<EffectRun>,
        _ site: CallSite
    ) async -> SendOutcome {
        await isolation.takeTurn { isolation in
            effect.open(in: isolation).feedbackHandled(before: 1)
        } step: { [graph] isolation in
            graph.open(in: isolation).receive(action, of: effect.open(in: isolation), from: site)
        }.outcome
    }

    /// Queues an action that an effect has counted at once, whether or not there is room.
    private func enqueue(_ entry: Entry<Action>) { mailbox.insert(entry, onReady: { wake() }) }

    // MARK: The drain loop

    /// Starts the loop: the mailbox was empty, and no longer is.
    @usableFromInline
    func wake() { loop.wake() }

    /// Handles what is in the mailbox until nothing is, or somebody has to be waited for.
    ///
    /// Inlinable, and called through a closure that `Runtime.init` makes where the types are known; see ``Node``.
    @inlinable
    static func handle(_ graph: Graph, _ loop: DrainLoop) -> DrainPause {
        let engine = graph.engine
        while !engine.isCancelled {
            switch handleStretch(graph) {
            case .exhausted:
                let isPublished = engine.rest()
                graph.makeRoom(onReady: { loop.wake() })
                if !isPublished { return .blocked }
                if !graph.refill() { return .idle }
            case .open(let isFollowUp):
                graph.makeRoom(onReady: { loop.wake() })
                guard engine.finishStepNow(isFollowUp: isFollowUp, isLast: graph.batch.isEmpty) else {
                    return .open(isFollowUp: isFollowUp)
                }
                if engine.isWanted { return .wanted }
            case .due:
                // It does not rest: the copy of the state that this keeps makes the next change of a large one expensive.
                let isPublished = engine.publish()
                graph.makeRoom(onReady: { loop.wake() })
                if !isPublished { return .blocked }
                if engine.isWanted { return .wanted }
            }
        }
        return .cancelled
    }

    /// Handles the actions of the batch as long as nothing has to be waited for.
    ///
    /// Inlinable, and called through a closure that `Runtime.init` makes where the types are known; see ``Node``.
    @inlinable
    static func handleStretch(_ graph: Graph) -> Pause {
        let engine = graph.engine
        let scope = graph.scope
        let step = graph.root.step
        while !graph.batch.isEmpty {
            // Ahead of the next action come those that are held back and due.
            if engine.holdsActions, engine.beginDueStep() {
                switch engine.completeStep(isFollowUp: true) {
                case .open: return .open(isFollowUp: true)
                case .due: return .due
                case .done: continue
                }
            }
            guard let entry = graph.batch.popFirst() else { break }
            graph.handledSinceRelease += 1
            if engine.beginStep(of: entry.ticket, entry.notes) {
                step(entry.action)
                scope.settle()
            }
            switch engine.completeStep(isFollowUp: entry.isFollowUp) {
            case .open: return .open(isFollowUp: entry.isFollowUp)
            case .due: return .due
            case .done: if graph.handledSinceRelease >= graph.stretch { return .due }
            }
        }
        return .exhausted
    }

    // MARK: Without waiting

    /// Handles `action`, and before it whatever was accepted earlier, before it returns.
    ///
    /// For callers on the executor of the graph's isolation. Where the turn is taken, by a handler or an observer that
    /// calls this or by a transformer that is waited for, the action joins the queue instead.
    @inlinable
    func handleNow(_ action: Action, at site: CallSite) -> EventTask {
        let graph = here
        guard acceptsActions.load(ordering: .acquiring), graph.engine.tryEnterTurn(), drainNow(graph) else {
            return send(action, at: site)
        }
        let ticket = tickets.issue(for: isolation)
        graph.admit(Entry(action: action, ticket: ticket, site: keepsSites ? site : nil))
        if drainNow(graph) { graph.engine.leaveTurn() }
        return EventTask(ticket)
    }

    /// Handles all that is accepted, in the turn that the caller has; false if a step has to be waited for, and the turn
    /// has been given to a task that does.
    @inlinable
    func drainNow(_ graph: Graph) -> Bool {
        while !graph.engine.isCancelled {
            switch Self.handleStretch(graph) {
            case .exhausted:
                guard refill(graph) else { return true }
            case .open(let isFollowUp):
                graph.makeRoom(onReady: { wake() })
                guard graph.engine.finishStepNow(isFollowUp: isFollowUp, isLast: false) else {
                    giveTurnAway(isFollowUp: isFollowUp, graph)
                    return false
                }
            case .due:
                // Nobody comes in before this returns.
                graph.makeRoom(onReady: { wake() })
            }
        }
        graph.cancelAll()
        return true
    }

    /// Gives back the places of what has been handled and takes what is queued; false if nothing is.
    @inlinable
    func refill(_ graph: Graph) -> Bool {
        graph.makeRoom(onReady: { wake() })
        return !mailbox.isIdle && graph.refill()
    }

    /// The graph, for a caller on its executor.
    @usableFromInline var here: Graph { graph.openHere(in: loop.isolation) }

    @usableFromInline
    func giveTurnAway(isFollowUp: Bool, _ graph: Graph) {
        if loop.goOn(isFollowUp: isFollowUp) == nil { graph.cancelAll() }
    }

    // MARK: States out

    func state() async -> State? { await isolation.visit { [graph] in graph.open(in: $0).state } }

    @inlinable
    func states(_ policy: SubscriptionPolicy, at site: CallSite) -> AsyncStream<State> {
        subscribe(policy, at: site).stream
    }

    @inlinable
    func subscribe(_ policy: SubscriptionPolicy, at site: CallSite) -> BroadcastSubscription<State> {
        broadcast.subscribe(validated(policy, site))
    }

    @usableFromInline
    func validated(_ policy: SubscriptionPolicy, _ site: CallSite) -> SubscriberBuffer {
        policy.validated(isolation.log, site)
    }

    /// Inlinable, and called through a closure, as `handleStretch` is.
    @inlinable
    static func publish(_ state: State, to broadcast: Broadcast<State>) -> Bool { broadcast.tryPublish(state) }

    /// As `publish`.
    @inlinable
    static func rest(
        _ broadcast: Broadcast<State>,
        at cell: StateCell<State>?,
        publishing state: State?
    ) -> Bool {
        broadcast.rest(at: cell?.value, publishing: state)
    }

    var droppedActions: Int { mailbox.droppedCount }

    // MARK: Ending

    func shutdown(_ manner: Runtime<State, Action>.Shutdown, at site: CallSite) async {
        switch manner {
        case .cancel: cancel()
        case .drain:
            if acceptsActions.exchange(false, ordering: .acquiringAndReleasing) {
                isolation.tasks.startInternal { _ in await self.finish(on: self.isolation) }
            }
        }
        guard !isolation.tasks.isRunningHere else {
            return isolation.log.report(
                .awaitsItself,
                """
                An effect of \(name) awaited shutdown(_:) of its own runtime, which does not end before the effect \
                does; call it in a task of its own, as Task.detached makes one
                """,
                at: site
            )
        }
        // A drain that is cut short is over, although tasks wind up: one of them may be what waits here, through a task
        // that is not the graph's and is not cancelled with it.
        await isolation.tasks.joined(leavesWhenCutShort: manner == .drain)
    }

    /// Drains what is accepted, then what that leads to; an action that slipped in meanwhile is drained, too.
    private func finish(on isolation: isolated GraphIsolation) async {
        await drainToEnd(on: isolation)
        mailbox.close()
        await drainToEnd(on: isolation)
        broadcast.finish()
        cancel(atEnd: true)
    }

    private func drainToEnd(on isolation: isolated GraphIsolation) async {
        repeat {
            await loop.drain()
            await isolation.finish()
        } while mailbox.count > 0 && !isolation.tasks.isCancelled
    }

    /// - Parameter atEnd: whether the graph has come to its own end; otherwise it is cut short.
    func cancel(atEnd: Bool = false) {
        acceptsActions.store(false, ordering: .releasing)
        mailbox.close()
        // First what is queued, so that whoever is resumed by the end of the graph finds it cancelled.
        var discarded = mailbox.discardAll(onReady: {})
        discarded.cancelAll()
        isolation.cancel(atEnd: atEnd)
        broadcast.finish()
    }
}
