internal import UnoAsync

/// One effect from its registration to its end. Lives in the graph's isolation.
///
/// What an effect feeds back is handled in the order in which it did so: an update waits until the actions that were
/// dispatched before it are handled, and so does the effect's end, so that what follows the effect comes after them.
class EffectRun {
    typealias Number = UInt64

    enum Cancellation {
        /// What was to follow the effect follows now.
        case passed
        /// What was to follow the effect is dropped, too.
        case abandoned
    }

    private enum Phase {
        /// Registered, behind others with its id. Then `launched`, `succeeding`, `ending` or `ended`.
        case waiting
        /// Begins with the end of the task's present work, or in a task of its own. Then `running` or `ended`.
        case launched
        /// Its task is alive. Then `returned`.
        case running(GraphTasks.ID)
        /// Its work is done; actions that it fed back are queued. Then `succeeding`, `ending` or `ended`.
        case returned
        /// Its end, which something follows, comes after those of other effects; see ``InFlightTable/cancelObservers()``. Then `ending` or
        /// `ended`.
        case succeeding
        /// Its end, which something follows, awaits a turn. Then `ended`.
        case ending
        /// Nothing of it is left.
        case ended
    }

    final let number: Number
    final let kind: EffectKind
    final let id: AnyHashable?
    final let eventID: EventID?
    /// The handler call that it was started by; see ``HandlerCall``.
    final let call: HandlerCall
    final unowned let engine: GraphEngine
    /// Held until the run has ended: the scope may go away while the effect winds up.
    private var home: AnyScope
    private var phase = Phase.waiting
    private var cancellation: Cancellation?
    /// What a concatenation does when this effect has ended.
    private var continuation: (() -> Void)?
    /// Whether its end comes after those of older effects.
    final var isInSuccession = false
    /// How many actions the effect has fed back, and how many of these have been handled or dropped.
    private var fedBack = 0
    private var handled = 0
    /// Updates that wait until as many of the effect's actions have been handled.
    private var updates: [(handled: Int, reached: AwaitedEnd)] = []
    private var inScope = EffectLinks()
    private var inEvent = EffectLinks()
    private var inGraph = EffectLinks()

    init(
        kind: EffectKind = .perform,
        id: AnyHashable? = nil,
        call: HandlerCall,
        scope: AnyScope,
        continuation: (() -> Void)?
    ) {
        self.engine = scope.engine
        self.number = scope.engine.nextEffectNumber()
        self.kind = kind
        self.id = id
        self.call = call
        self.eventID = scope.engine.origin
        self.home = scope
        self.continuation = continuation
    }

    /// What decided whether the effect starts, if anything did.
    var condition: (any StartCondition)? { nil }

    /// The effect's work, to be run outside the isolation, once.
    func takeWork() -> @Sendable () async -> Void {
        fatalError("Effect \(number) has no work in state \(phase)")
    }

    /// The effect's neighbours in a list.
    final subscript(_ list: EffectList.Kind) -> EffectLinks {
        get {
            switch list {
            case .scope: inScope
            case .event: inEvent
            case .graph: inGraph
            }
        }
        set {
            switch list {
            case .scope: inScope = newValue
            case .event: inEvent = newValue
            case .graph: inGraph = newValue
            }
        }
    }

    // MARK: States

    /// Whether what it sends still counts.
    final var isActive: Bool { !hasEnded && !isCancelled }

    /// Whether the effect or its event has been cancelled: then nothing of it arrives, queued actions included.
    final var isCancelled: Bool { cancellation != nil || eventID?.isCancelled ?? false }

    final var isWaiting: Bool {
        if case .waiting = phase { true } else { false }
    }

    /// Whether the effect's work is over.
    final var hasEnded: Bool {
        switch phase {
        case .waiting, .launched, .running: false
        case .returned, .succeeding, .ending, .ended: true
        }
    }

    final var isOver: Bool {
        if case .ended = phase { true } else { false }
    }

    /// Whether its end comes after those of other effects, and these have not come.
    final var isSucceeding: Bool {
        if case .succeeding = phase { true } else { false }
    }

    // MARK: Beginning

    final func launch() {
        phase = .launched
        engine.launches.launch(self)?.startTask()
    }

    /// Begins in a task of its own.
    final func startTask() {
        let isolation: GraphIsolation = engine.isolation
        let performance = EffectTask(self, in: isolation)
        begin(
            in: isolation.tasks.startInternal { task in
                var effect = await performance.run(as: task)
                while let next = effect { effect = await next.run(as: task) }
            }
        )
    }

    /// Begins in `task`; nil if the graph has been cancelled, and no task starts any more.
    final func begin(in task: GraphTasks.ID?) {
        guard let task else { return finish() }
        phase = .running(task)
        if cancellation != nil { engine.tasks.cancel(task) }
    }

    /// Begins without work: what it feeds back is queued now.
    final func begin(feedingBack actions: QueuedActions) {
        phase = .returned
        for _ in 0..<actions.count { beginFeedingBack() }
        let refused = actions.enqueue(GraphBound(self, to: engine.token), eventID)
        for _ in 0..<refused { endFeedingBack() }
    }

    // MARK: Feeding back

    /// An action of the effect is about to be queued. Each call is followed by one of `endFeedingBack()`.
    final func beginFeedingBack() {
        fedBack += 1
        engine.inFlight.hold(eventID)
    }

    /// A queued action of the effect has been handled, or dropped.
    final func endFeedingBack() {
        handled += 1
        engine.inFlight.release(eventID)
        if !updates.isEmpty {
            for update in updates where update.handled <= handled { update.reached.reach() }
            updates.removeAll { $0.handled <= handled }
        }
        if case .returned = phase, handled == fedBack { engine.afterStep { [self] in endIfReturned() } }
    }

    /// When all actions that the effect has fed back so far, but for the last `own`, are handled; nil if they are.
    final func feedbackHandled(before own: Int = 0) -> AwaitedEnd? {
        let earlier = fedBack - own
        guard handled < earlier, !isCancelled else { return nil }
        let reached = AwaitedEnd()
        updates.append((earlier, reached))
        return reached
    }

    // MARK: Cancelling

    final func cancel(_ how: Cancellation) {
        guard cancellation == nil else { return }
        if case .ended = phase { return }
        cancellation = how
        for update in updates { update.reached.reach() }
        updates = []
        for part in engine.held.parts { part.dropDelayed(fedBackBy: self) }
        switch phase {
        case .waiting:
            home.gaveUp(self)
            end()
        case .launched, .succeeding, .ending:
            home.retire(self)
        case .running(let task):
            home.retire(self)
            engine.tasks.cancel(task)
        case .returned:
            // Its end may come after the step, which may start another effect with the same id.
            home.retire(self)
            end()
        case .ended:
            break
        }
    }

    // MARK: Ending

    /// The work has returned; false if its end waits for actions that it has fed back.
    final func workReturned() -> Bool {
        guard case .running = phase else {
            fatalError("Effect \(number) ended in state \(phase)")
        }
        phase = .returned
        // The work may have returned only because the graph was cancelled; then its event counts as cancelled.
        if engine.tasks.isCancelled { eventID?.cancelUnhandled() }
        return isCancelled || handled == fedBack
    }

    /// Whether anything that still counts is to follow the effect.
    final var isFollowed: Bool {
        continuation != nil && cancellation != .abandoned && !(eventID?.isCancelled ?? false)
    }

    /// Ends the effect unless it has been cancelled, and so ended, since its work returned.
    final func endIfReturned() {
        if case .returned = phase { end() }
    }

    /// Whether what follows the effect may take its turn; if not, its turn comes with the end of others.
    final func beginEnding() -> Bool {
        let mayEnd = engine.inFlight.mayEnd(self)
        phase = mayEnd ? .ending : .succeeding
        return mayEnd
    }

    /// Ends the effect, in a task if something follows it: that takes a turn of its own.
    final func end() {
        guard isFollowed else { return finish() }
        guard beginEnding() else { return }
        let isolation: GraphIsolation = engine.isolation
        let ending = GraphBound(self, to: isolation.token)
        let task = isolation.tasks.startInternal { _ in
            _ = await isolation.visit { await $0.endInTurn(ending) }
        }
        if task == nil { finish() }
    }

    /// Does what follows the effect, as part of the running step.
    final func follow() {
        // Retire it first: its follow-up may start an effect with the same id.
        home.retire(self)
        home.beginStep()
        let following = continuation.take()
        following?()
    }

    final func finish() {
        phase = .ended
        continuation = nil
        home.ended(self)
        // Whoever awaits the event finds its state handed on.
        if engine.inFlight.hasWaiters { engine.restIfIdle() }
        engine.inFlight.remove(self)
        if isInSuccession { engine.inFlight.advanceSuccession() }
        // What is left of the effect may be released anywhere, and the scope with it.
        if engine.isCancelled { home = leaveScope() }
    }

    /// Lets go of the scope, which goes away with its graph.
    ///
    /// - Returns: what takes its place, and holds nothing but the state.
    func leaveScope() -> AnyScope { AnyScope(engine: engine) }
}

extension GraphIsolation {
    /// The end of every effect's task.
    ///
    /// - Parameter task: the task that the effect has run in, if it may go on with another one.
    /// - Returns: that one.
    func effectReturned(_ bound: GraphBound<EffectRun>, in task: GraphTasks.ID) async -> EffectTask? {
        let run = bound.open(in: self)
        guard run.workReturned() else { return nil }
        guard run.isFollowed else {
            engine.afterStep { run.endIfReturned() }
            return nil
        }
        return run.beginEnding() ? await endInTurn(bound, in: task) : nil
    }

    /// Takes a turn for what follows an effect, and then ends the effect: what waits for its id starts.
    fileprivate func endInTurn(
        _ bound: GraphBound<EffectRun>,
        in task: GraphTasks.ID? = nil
    ) async -> EffectTask? {
        let run = bound.open(in: self)
        var next: EffectRun?
        if let turn = await turnIgnoringCancellation() {
            // Waiting for the turn takes time, in which the event or the scope may have been taken back.
            if run.isFollowed {
                // Do not reuse a cancelled task: the next effect would start out cancelled.
                if task != nil, !Task.isCancelled { engine.launches.open() }
                let end = turn.step {
                    engine.beginStep(for: run.eventID)
                    run.follow()
                    engine.followSlices()
                }
                next = engine.launches.close()
                if end == .open {
                    next.take()?.startTask()
                    await turn.settle()
                }
            }
            turn.end()
        }
        run.finish()
        return effectTask(for: next, as: task)
    }
}

/// How a finishing graph treats an effect.
enum EffectKind: Sendable {
    /// It is awaited.
    case perform
    /// It is cancelled.
    case observe
}

/// Decides whether an effect starts when its turn comes.
protocol StartCondition: AnyObject {
    /// The effect's turn has come; false if it must not start, and what was to follow it is dropped.
    func allowsStart() -> Bool
}

/// Actions that are fed back at once, in the step that asks for them.
struct QueuedActions: Sendable {
    let count: Int
    /// Puts them into the queue of the graph, as those of this effect; returns how many it could not queue.
    let enqueue: @Sendable (GraphBound<EffectRun>, EventID?) -> Int
}
