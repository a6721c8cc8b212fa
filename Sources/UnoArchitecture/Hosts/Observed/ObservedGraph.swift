internal import AsyncKit

/// The host of a graph under test: takes actions in, and reports each step.
///
/// Each action, fed back or not, takes a turn of its own, in arrival order; any number of actions may wait. Steps are
/// reported in order, from the graph's isolation. Releasing the last reference cancels the graph.
package final class ObservedGraph<State: Sendable, Action: Sendable>: Sendable {
    package typealias Step = ObservedStep<State, Action>

    private let isolation: GraphIsolation
    private let eventIDs = EventIDSource()
    /// One task for each action that has not been handled.
    private let turns: GraphTasks
    private let sink: GraphBound<ObservingSink<State, Action>>

    /// Makes the graph and starts it.
    package init(
        _ interactor: some Interactor<State, Action>,
        executor: RuntimeExecutor,
        clock: (any Clock<Duration>)? = nil,
        underTest: FeatureUnderTest? = nil,
        observe: @escaping @Sendable (Step) -> Void
    ) {
        let sink = ObservingSink<State, Action>(observe)
        let (isolation, engine) = GraphIsolation.make(
            executor,
            GraphSettings(clock: clock, underTest: underTest),
            to: sink
        )
        let turns = GraphTasks(executor: executor.tasks)
        let boundSink = GraphBound(sink, to: isolation.token)
        let queue: @Sendable (GraphIsolation, Entry<Action>) -> Void = { isolation, entry in
            let place = isolation.token.turnLock.reserve()
            turns.start { await isolation.take(entry, boundSink, in: place) }
        }
        let feedback = Feedback<Action>(
            send: { [weak isolation] action, origin, site in
                guard let isolation else { return .cancelled }
                return await isolation.visit { isolation in
                    switch isolation.beginFeedingBack(origin, at: site) {
                    case .refused(let outcome): return outcome
                    case .admitted(let effect, let eventID, _):
                        queue(
                            isolation,
                            Entry(action: action, of: effect, eventID: eventID, site: site, reply: origin.reply)
                        )
                        return .accepted
                    }
                }
            },
            enqueue: { [weak isolation] action, origin, site in
                guard let isolation else { return true }
                switch origin {
                case .effect(let effect, let eventID):
                    queue(isolation, Entry(action: action, of: effect, eventID: eventID, site: site))
                case .handler(let scope):
                    guard let sink = scope.openForNext(boundSink, at: site) else { break }
                    sink.graph?.handleNext(action, of: scope, at: site) { [weak sink] eventID in
                        sink?.begin(.fedBack(action), for: eventID)
                    }
                }
                return true
            }
        )
        let graph = FeatureGraph<State, Action>(engine: engine, sink: sink)
        sink.graph = graph
        graph.makeParts(of: interactor, feedback: feedback)
        self.isolation = isolation
        self.turns = turns
        self.sink = boundSink
        sink.begin(.start, for: nil)
        graph.begin()
    }

    deinit { cancel() }

    /// Queues `action` behind the waiting actions.
    ///
    /// - Parameter register: called with the event and with its number in the reported steps, before any of its steps.
    package func send(
        _ action: Action,
        at site: CallSite = CallSite(#fileID, #line),
        register: (EventTask, UInt64) -> Void
    ) -> EventTask {
        let eventID = eventIDs.issue(for: isolation)
        let task = EventTask(eventID)
        register(task, eventID.id)
        let entry = Entry(action: action, eventID: eventID, at: LiteralPlace(site), details: EntryDetails(site: site))
        let place = isolation.token.turnLock.reserve()
        let turn = turns.start { [isolation, sink] in await isolation.take(entry, sink, in: place) }
        return turn == nil ? EventTask(refused: .rejected(.shutDown)) : task
    }

    /// The work in flight.
    package var pending: Pending {
        get async { await isolation.visit { $0.engine.pending } }
    }

    /// Begins to finish: accepted actions are handled, `.observe` effects cancelled, `.perform` effects awaited.
    ///
    /// Returns at once; ``hasEnded`` tells when all tasks have ended.
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
        guard let turn = await turn(claiming: place) else {
            entry.eventID?.cancel()
            return
        }
        await step(in: turn) { isolation in
            let (engine, sink) = (isolation.engine, bound.open(in: isolation))
            guard let graph = sink.graph, engine.beginStep(of: entry.eventID, entry.details) else { return }
            sink.begin(entry.isFollowUp ? .fedBack(entry.action) : .sent(entry.action), for: entry.eventID)
            engine.withEventLocals { graph.receive(entry.action) }
            engine.followSlices()
        }
        // Without effect for an action that has been handled.
        if tasks.isCancelled { entry.eventID?.cancel() }
    }
}

/// A state that a step has emitted.
package struct EmittedInStep<State> {
    package let state: State
    /// Whether a later one of the step is handed on in its place.
    package internal(set) var isInterim: Bool

    package init(_ state: State, isInterim: Bool = false) {
        (self.state, self.isInterim) = (state, isInterim)
    }
}

extension EmittedInStep: Sendable where State: Sendable {}

/// The work in flight in a graph between steps.
package struct Pending: Sendable {
    package struct Effect: Sendable {
        /// `perform` or `observe`.
        package let kind: String
        package let id: String?
        /// The event that started it.
        package let event: UInt64?
        /// Whether the effect is finishing: cancelled or ended, but still among the events in flight.
        package let isCancelled: Bool
        /// The task that it runs in; nil if it waits for its turn, or its work is over.
        package let task: GraphTasks.TaskReference?
    }

    package let effects: [Effect]
    /// The number of parts that hold an action.
    package let heldActions: Int
    /// The number of parts that run a stream transformer.
    package let transformers: Int
    /// The number of transformers for which the finishing graph waits, timed by its clock.
    package let timedTransformers: Int

    package var isEmpty: Bool { effects.isEmpty && heldActions == 0 }
}

extension GraphEngine {
    package var pending: Pending {
        Pending(
            effects: inFlight.runsByAge.map { run in
                Pending.Effect(
                    kind: run.kind == .perform ? "perform" : "observe",
                    id: run.id.map { "\($0.base)" },
                    event: run.eventID?.id,
                    isCancelled: !run.isActive,
                    task: run.task.map { GraphTasks.TaskReference(owner: ObjectIdentifier(tasks), id: $0) }
                )
            },
            heldActions: agenda.held.parts.count,
            transformers: bridges.count { $0.part.isBridging },
            timedTransformers: bridges.count { $0.part.isWatched }
        )
    }
}
