public import AsyncKit
public import Synchronization

/// The parts of a runtime; outlives the `Runtime` while a mailbox loop or a finishing effect runs.
@usableFromInline
package final class RuntimeCore<State: Sendable, Action: Sendable>: Sendable {
    @usableFromInline typealias Graph = HostedGraph<State, Action>

    @usableFromInline let mailbox: Mailbox<Entry<Action>>
    @usableFromInline package let broadcast: Broadcast<State>
    @usableFromInline let eventIDs = EventIDSource()
    @usableFromInline let acceptsActions = Atomic(true)
    /// Whether a `RuntimeGroup` ends the runtime: then an action may come too late without misuse.
    package let belongsToGroup = Atomic(false)
    /// Held while the actions that an end discards are marked as cancelled.
    let marking = LockedField<Void>(())
    let graph: GraphBound<Graph>
    @usableFromInline package let isolation: GraphIsolation
    /// The tasks of the isolation. Generic code would retain and release them for each action.
    private let tasks: Unmanaged<GraphTasks>
    private let interactorType: Any.Type
    /// The name that the program gave the runtime.
    private let givenName: String?
    /// The task-locals that actions carry; nil for none.
    private let carrier: ContextCarrier?
    private let instance = RuntimeIdentity.nextInstance()
    @usableFromInline let observer: ObserverLink?
    var name: String { "\(interactorType)" }
    var identity: RuntimeIdentity { RuntimeIdentity(name: givenName ?? name, instance: instance) }

    @usableFromInline
    convenience init(
        _ interactor: some Interactor<State, Action>,
        mailbox: MailboxPolicy,
        executor: RuntimeExecutor,
        options: RuntimeOptions,
        site: CallSite,
        port: BroadcastPort<State>,
        makeMailbox: (MailboxLimit) -> Mailbox<Entry<Action>>,
        handling: @escaping Graph.Handling
    ) {
        self.init(
            interactor,
            mailbox: mailbox,
            executor: executor,
            options: options,
            site: site,
            broadcast: port.broadcast,
            sink: BroadcastSink(port),
            makeMailbox: makeMailbox,
            handling: handling
        )
    }

    /// - Parameters:
    ///   - broadcast: the source of the states that subscribers get.
    ///   - sink: where the graph's states go.
    ///   - makeMailbox: like `handling`, a closure made in the client's module; see ``Node``.
    init(
        _ interactor: some Interactor<State, Action>,
        mailbox policy: MailboxPolicy,
        executor: RuntimeExecutor,
        options: RuntimeOptions,
        site: CallSite,
        broadcast: Broadcast<State>,
        sink: StateSink<State>,
        makeMailbox: (MailboxLimit) -> Mailbox<Entry<Action>>,
        handling: @escaping Graph.Handling
    ) {
        let type = type(of: interactor)
        (interactorType, givenName, carrier) = (type, options.name, options.carrier)
        var settings: GraphSettings?
        if options.isUsual {
            observer = nil
        } else {
            let identity = RuntimeIdentity(name: options.name ?? "\(type)", instance: instance)
            observer = options.observer.map { ObserverLink(identity, $0) }
            settings = options.settings(identity, observer)
        }
        let (isolation, engine) = GraphIsolation.make(executor, settings, to: sink)
        if carrier != nil { isolation.log.keepDetails() }
        let limit = policy.validated(isolation.log, site)
        mailbox = makeMailbox(limit)
        observer?.countWaiting { [mailbox] in mailbox.waiting.elements }
        let graph = Graph(
            engine: engine,
            sink: sink,
            mailbox: mailbox,
            capacity: limit.capacity,
            budget: LoopBudget(on: settings?.clock ?? (executor.measuresTime ? .continuous : nil)),
            interactor: type,
            handling: handling
        )
        self.broadcast = broadcast
        self.graph = GraphBound(graph, to: isolation.token)
        self.isolation = isolation
        tasks = .passUnretained(isolation.tasks)
        graph.makeParts(of: interactor, feedback: FeedbackRoute(mailbox, self.graph, isolation, observer).feedback)
        graph.begin()
    }

    // MARK: Actions in

    /// What an action has besides its event; nil unless a part needs call sites, the host carries task-local values, or the action
    /// has a transaction.
    @inlinable
    func details(at site: CallSite, _ transaction: ViewTransaction? = nil) -> EntryDetails? {
        keepsDetails || transaction != nil ? makeDetails(site, transaction) : nil
    }

    @usableFromInline var keepsDetails: Bool { isolation.log.keepsDetails.load(ordering: .relaxed) }

    @usableFromInline
    func makeDetails(_ site: CallSite, _ transaction: ViewTransaction?) -> EntryDetails {
        EntryDetails(site: site, context: carrier?.read(), transaction: transaction)
    }

    @inlinable
    package func send(_ action: Action, with transaction: ViewTransaction? = nil, at site: CallSite) -> EventTask {
        guard acceptsActions.load(ordering: .acquiring) else { return refuse(.shutDown, site) }
        let eventID = eventIDs.issue(for: isolation)
        let details = details(at: site, transaction)
        let entry = Entry(action: action, eventID: eventID, at: LiteralPlace(site), details: details)
        var dropped: EventID?
        switch mailbox.offer(consume entry, sparing: { $0.isFollowUp }, onReady: { isolation.wakeLoop() }) {
        case .accepted: break
        case .acceptedDroppingOldest(let oldest): dropped = oldest.eventID
        case .full: return refuse(.mailboxFull, site)
        // No misuse: the action was sent before the runtime began to end.
        case .closed: return refuse(.shutDown, silentlyAt: site)
        }
        noteSending()
        return accepted(eventID, at: site, dropping: dropped)
    }

    /// - Parameter dropped: the event of the action in whose place the mailbox has accepted this one.
    @inlinable @inline(__always)
    func accepted(_ eventID: EventID, at site: CallSite, dropping dropped: EventID?) -> EventTask {
        if let observer, observer.hearsAccepted { tellAccepted(site) }
        if let dropped { displaced(dropped) }
        return EventTask(eventID)
    }

    /// Handles the actions at least at the priority of the caller, who has sent one.
    @usableFromInline
    func noteSending() { tasks._withUnsafeGuaranteedRef { $0.raiseLoopToSender() } }

    /// Handles the actions at least at the priority of the caller, who has delivered one or waits until it can.
    @usableFromInline
    func noteSender() { isolation.tasks.raiseLoopToCaller() }

    @inlinable
    package func deliver(_ action: Action, at site: CallSite) async -> EventTask {
        guard acceptsActions.load(ordering: .acquiring) else { return refuse(.shutDown, site) }
        let eventID = eventIDs.issue(for: isolation)
        let entry = Entry(action: action, eventID: eventID, at: LiteralPlace(site), details: details(at: site))
        var dropped: EventID?
        let result = await mailbox.send(
            consume entry,
            sparing: { $0.isFollowUp },
            onReady: { isolation.wakeLoop() },
            whenJoined: { noteSender() }
        )
        switch result {
        case .accepted: break
        case .acceptedDroppingOldest(let oldest): dropped = oldest.eventID
        case .full: return refuse(.mailboxFull, site)
        // No misuse: the action was sent before the runtime began to end.
        case .closed: return refuse(.shutDown, silentlyAt: site)
        case .cancelled: return EventTask(refused: .cancelled)
        }
        noteSender()
        return accepted(eventID, at: site, dropping: dropped)
    }

    @usableFromInline
    func tellAccepted(_ site: CallSite) {
        observer?.accepted(at: site)
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
            guard !belongsToGroup.load(ordering: .relaxed) else { break }
            isolation.log.report(
                .shutDown,
                "An action was sent to \(name) after it had been shut down",
                at: site
            )
        }
        return refuse(rejection, silentlyAt: site)
    }

    /// Refuses an action without a report.
    @usableFromInline
    package func refuse(_ rejection: Rejection, silentlyAt site: CallSite) -> EventTask {
        observer?.rejected(at: site, rejection)
        isolation.token.counts.reject(rejection)
        return EventTask(refused: .rejected(rejection))
    }

    /// A newer action has taken the place of an event's action in the mailbox; one that was cancelled before is taken back.
    @usableFromInline
    func displaced(_ eventID: EventID) {
        if eventID.isCancelled {
            _ = eventID.add(.takenBack)
            mailbox.noteWithdrawal()
            isolation.token.counts.takeBack(1)
        }
        if eventID.add(.dropped).endsWaits { isolation.token.waiters.reach(eventID) }
    }

    // MARK: Without waiting

    /// Handles all actions accepted earlier and then `action`, before it returns.
    ///
    /// For callers on the executor of the graph's isolation. If the turn is taken, because a handler or an observer
    /// calls this or because a step waits for a transformer, the action is queued instead.
    @inlinable
    package func handleNow(_ action: Action, with transaction: ViewTransaction? = nil, at site: CallSite) -> EventTask {
        guard acceptsActions.load(ordering: .acquiring),
            let eventID = here.handleNow(action, of: self, with: transaction, at: site)
        else {
            return send(action, with: transaction, at: site)
        }
        return EventTask(eventID)
    }

    /// The graph, for a caller on its executor.
    @usableFromInline var here: Graph { graph.openHere(in: isolation) }

    // MARK: States out

    func state() async -> State? { await isolation.visit { [graph] in graph.open(in: $0).state } }

    @inlinable
    package func states(
        _ policy: SubscriptionPolicy,
        of selection: StateSelection = .steps,
        at site: CallSite
    ) -> AsyncStream<State> {
        subscribe(policy, of: selection, at: site).stream
    }

    @usableFromInline
    package func subscribe(
        _ policy: SubscriptionPolicy,
        of selection: StateSelection = .steps,
        at site: CallSite
    ) -> BroadcastSubscription<State> {
        let buffer = policy.validated(isolation.log, site)
        let wantsInterim = selection == .everyState
        let note = SubscriberNote(tag: SubscriberTag(policy: policy, site: site), patience: policy.patience)
        guard let observer else { return broadcast.subscribe(buffer, wantsInterimValues: wantsInterim, note: note) }
        let record = SubscriberRecord(policy: policy, site: site)
        let subscription = broadcast.subscribe(buffer, wantsInterimValues: wantsInterim, note: note) {
            observer.subscriber(record, .went)
        }
        observer.subscriber(record, .came)
        return subscription
    }
}
