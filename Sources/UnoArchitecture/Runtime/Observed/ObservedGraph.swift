internal import UnoAsync

/// The host of a graph under test: takes actions in, and reports each step.
///
/// Each action, fed back or not, takes a turn of its own, in the order in which they come; nothing limits how many wait.
/// Steps are reported in their order, from the graph's isolation. Lets go of the graph with its last reference.
package final class ObservedGraph<State: Sendable, Action: Sendable>: Sendable {
    package typealias Step = ObservedStep<State, Action>

    private let isolation: GraphIsolation
    private let tickets = TicketSource()
    /// The actions that have not been handled, a task each.
    private let turns: GraphTasks
    private let sink: GraphBound<ObservingSink<State, Action>>

    /// Makes the graph and starts it.
    package init(
        _ interactor: some Interactor<State, Action>,
        executor: RuntimeExecutor,
        clock: (any Clock<Duration>)? = nil,
        observe: @escaping @Sendable (Step) -> Void
    ) {
        let (isolation, engine) = GraphIsolation.make(executor.with(clock))
        let turns = GraphTasks(executor: executor.tasks)
        let sink = ObservingSink<State, Action>(observe)
        let boundSink = GraphBound(sink, to: isolation.token)
        let enqueue: Feedback<Action>.Enqueue = { [weak isolation] action, effect, ticket, site in
            guard let isolation else { return true }
            let entry = Entry(action: action, of: effect, ticket: ticket, site: site)
            let place = isolation.turnLock.reserve()
            turns.start { await isolation.take(entry, boundSink, in: place) }
            return true
        }
        let feedback = Feedback<Action>(
            send: { [weak isolation] action, origin, site in
                guard let isolation else { return .cancelled }
                return await isolation.visit { isolation in
                    switch isolation.beginFeedingBack(origin, at: site) {
                    case .refused(let outcome): return outcome
                    case .admitted(let effect, let ticket):
                        _ = enqueue(action, effect, ticket, site)
                        return .accepted
                    }
                }
            },
            enqueue: enqueue
        )
        let graph = FeatureGraph(interactor, engine: engine, sink: sink, feedback: feedback)
        sink.graph = graph
        self.isolation = isolation
        self.turns = turns
        self.sink = boundSink
        start(graph, sink)
    }

    deinit { cancel() }

    /// Nobody else can take a turn before this step has ended.
    private func start(_ graph: FeatureGraph<State, Action>, _ sink: ObservingSink<State, Action>) {
        guard isolation.turnLock.tryAcquire() else { fatalError("A new graph is busy") }
        sink.begin(.start, for: nil)
        graph.start()
        if graph.engine.isSuspended {
            isolation.tasks.start { [isolation] in await isolation.turn { _ in } }
        } else {
            graph.engine.endStep()
            sink.stepEnded()
            isolation.turnLock.release()
        }
    }

    /// Puts `action` behind those that wait.
    ///
    /// - Parameter register: is told of the event and its number in the steps that are reported, before there are any.
    package func send(
        _ action: Action,
        at site: CallSite = CallSite(#fileID, #line),
        register: (EventTask, UInt64) -> Void
    ) -> EventTask {
        let ticket = tickets.issue(for: isolation)
        let task = EventTask(ticket)
        register(task, ticket.id)
        let entry = Entry(action: action, ticket: ticket, site: site)
        let place = isolation.turnLock.reserve()
        let turn = turns.start { [isolation, sink] in await isolation.take(entry, sink, in: place) }
        return turn == nil ? EventTask(refused: .rejected(.shutDown)) : task
    }

    /// What is under way.
    package var pending: Pending {
        get async { await isolation.visit { $0.engine.pending } }
    }

    /// Begins the end: accepted actions are handled, `.observe` effects cancelled, `.perform` effects awaited.
    ///
    /// Returns at once; `ended()` tells when all of it is over.
    package func finish() {
        isolation.tasks.start { [isolation, turns] in
            repeat {
                await turns.joined()
                await isolation.finish()
            } while turns.liveCount > 0 && !isolation.tasks.isCancelled
            isolation.cancel()
        }
    }

    package func cancel() {
        isolation.cancel()
        _ = turns.cancelAll()
    }

    /// Whether no task of the graph is left.
    package var hasEnded: Bool { isolation.tasks.liveCount == 0 && turns.liveCount == 0 }
}

extension GraphIsolation {
    /// Handles an action in a turn of its own, and reports the step.
    fileprivate func take<State, Action>(
        _ entry: Entry<Action>,
        _ bound: GraphBound<ObservingSink<State, Action>>,
        in place: AsyncLockReservation
    ) async {
        guard await place.claim() == .acquired else {
            entry.ticket?.cancelUnhandled()
            return
        }
        let sink = bound.open(in: self)
        let engine = engine
        if engine.holdsActions { await handleWhatIsDue() }
        if engine.beginStep(of: entry.ticket, entry.notes), let graph = sink.graph {
            sink.begin(entry.isFollowUp ? .fedBack(entry.action) : .sent(entry.action), for: entry.ticket)
            graph.receive(entry.action)
        }
        if engine.isSuspended { await engine.settle() }
        await engine.handOn()
        engine.endStep(isFollowUp: entry.isFollowUp)
        sink.stepEnded()
        turnLock.release()
    }
}
