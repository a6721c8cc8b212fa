/// One effect from its registration to its end. Lives in the graph's isolation.
///
/// What an effect feeds back is handled in order. An update waits until the actions dispatched before it have been
/// handled. So does the effect's end, so that its continuation runs after those actions.
///
/// ```
/// waiting -> launched -> running -> returned -> succeeding -> ending -> ended
///    |          |                      |            |                     ^
///    +----------+----------------------+------------+---------------------+   also straight to ending
/// ```
///
/// - `handled <= fedBack`. An effect that is not cancelled ends when its work has returned and they are equal; an update begins
///   when all that was fed back before it is handled.
/// - It is in the lists of its scope, its event and the graph from its registration to its end.
/// - An effect that has ended has neither work, continuation nor context; a cancelled one has no updates that wait.
package class EffectRun {
    typealias Number = UInt64

    package enum Cancellation {
        /// The effect's continuation runs next.
        case passed
        /// The effect's continuation is dropped, too.
        case abandoned
    }

    private enum Phase: Equatable {
        /// Registered, and waiting for earlier effects with its id. Then `launched`, `succeeding`, `ending` or `ended`.
        case waiting
        /// Starts when every part of the running step has run, or is set aside for the current task. Then `running`, `ending` or `ended`.
        case launched
        /// The work is running in this task. Then `returned`.
        case running(GraphTasks.ID)
        /// The work has returned; actions that it fed back may still be queued. Then `succeeding`, `ending` or `ended`.
        case returned
        /// The continuation must wait for the ends of older effects; see ``EventsInFlight/cancelObservers()``. Then
        /// `ending` or `ended`.
        case succeeding
        /// The continuation waits for a turn. Then `ended`.
        case ending
        /// Final.
        case ended
    }

    final let number: Number
    /// Its place among the effects with its id: its number, or that of the gate that has let it in; see ``Gate``.
    final let queueNumber: Number
    final let kind: EffectKind
    /// Boxed: a copy of an `AnyHashable` costs much more than that of a reference, even if there is none.
    final let name: EffectName?
    package final var id: AnyHashable? { name?.id }
    final let eventID: EventID?
    /// The handler call that started the effect; see ``HandlerCall``.
    final let call: HandlerCall
    /// The priority of its task: that of the step that registered it, or of a task that awaits its event if that is higher.
    private var priority: PriorityLevel
    /// The task-local values of its event, until the effect has ended.
    final private(set) var context: CarriedContext?
    /// When the effect was registered; see ``GraphEngine/now``.
    final let registered: Int64
    final unowned let engine: GraphEngine
    /// Held until the effect has ended: the scope's part may be removed while the effect is finishing.
    final private(set) var home: AnyScope
    private var phase = Phase.waiting { didSet { show() } }
    private var cancellation: Cancellation? { didSet { show() } }
    /// Where ``GraphStatus`` shows it; negative if it does not.
    final var statusSlot: Int32 = -1
    /// Called in a step of its own when the effect has ended; runs the rest of a concatenation.
    private var continuation: (() -> Void)?
    /// Whether the continuation must wait for the ends of older effects; see ``EventsInFlight/cancelObservers()``.
    final var isInSuccession = false
    /// The number of actions that the effect has fed back, and how many of these have been handled or dropped.
    private var fedBack = 0
    private var handled = 0
    /// Waiting updates, each with the number of handled actions that it waits for.
    private var updates: [(handled: Int, reached: AwaitedEnd)] = []
    @exclusivity(unchecked) private var inScope = EffectLinks()
    @exclusivity(unchecked) private var inEvent = EffectLinks()
    @exclusivity(unchecked) private var inGraph = EffectLinks()

    init(
        kind: EffectKind = .perform,
        name: EffectName? = nil,
        call: HandlerCall,
        scope: AnyScope,
        queueNumber: Number? = nil,
        continuation: (() -> Void)?
    ) {
        self.engine = scope.engine
        self.number = scope.engine.launches.nextNumber()
        self.queueNumber = queueNumber ?? number
        self.registered = scope.engine.now
        self.kind = kind
        self.name = name
        self.call = call
        self.eventID = scope.engine.step.event
        self.context = scope.engine.step.context
        self.priority = scope.engine.tasks.loopPriority.ofCaller
        self.home = scope
        self.continuation = continuation
    }

    /// The condition under which the effect was allowed to start, if it has one.
    package var condition: (any StartCondition)? { nil }

    /// Where the handler asked for the effect, if known.
    var site: CallSite? { nil }

    /// Whether a snapshot shows it: not the actions that a middleware queues at once, which are no effect to the user.
    var isShown: Bool { false }

    /// Whether it is one of the effects that ``RuntimeLimits`` bounds: a finishing graph awaits it, and it has work.
    final var countsTowardsLimit: Bool { isShown && kind == .perform }

    /// Returns the effect's work, to be run outside the isolation. Call it once.
    func takeWork() -> EffectWork {
        fatalError("Effect \(number) has no work in state \(phase)")
    }

    /// Reads and changes the effect's neighbours in a list. Not an accessor that yields: that would allocate its frame.
    @inline(__always)
    final func withLinks<Result>(_ list: EffectList.Kind, _ body: (inout EffectLinks) -> Result) -> Result {
        switch list {
        case .scope: body(&inScope)
        case .event: body(&inEvent)
        case .graph: body(&inGraph)
        }
    }

    // MARK: States

    /// Whether what the effect sends is still accepted.
    final var isActive: Bool { !hasEnded && !isCancelled }

    /// Whether the graph has cancelled the effect.
    final var wasCancelled: Bool { cancellation != nil }

    /// Whether the effect or its event has been cancelled. Then nothing from it is handled, not even queued actions.
    final var isCancelled: Bool { cancellation != nil || eventID?.isCancelled ?? false }

    /// The task that its work runs in; nil before the task starts and after the work has returned.
    final var task: GraphTasks.ID? {
        if case .running(let task) = phase { task } else { nil }
    }

    final var isWaiting: Bool { phase == .waiting }

    /// The time since it was registered.
    final var age: Duration { .nanoseconds(engine.now - registered) }

    /// Whether it has been launched and has no task yet.
    final var isLaunched: Bool { phase == .launched }

    /// How far it has come, for a snapshot.
    final var stage: GraphStatus.EffectNote.Stage {
        switch phase {
        case .waiting: .waiting
        case .launched, .running: .running
        case .returned, .succeeding, .ending, .ended: .ending
        }
    }

    private func show() {
        if statusSlot >= 0 { engine.status.change(statusSlot, to: stage, isCancelled: cancellation != nil) }
    }

    /// Whether the effect's work has returned, or will never start.
    final var hasEnded: Bool { stage == .ending }

    /// Whether the effect has ended and has no continuation left to run.
    final var isOver: Bool { phase == .ended }

    /// Whether the continuation is waiting for the ends of older effects.
    final var isSucceeding: Bool { phase == .succeeding }

    // MARK: Beginning

    /// Starts the effect when every part of the running step has run. If it is cancelled before, it never starts.
    final func launch() {
        phase = .launched
        engine.launch(self)
    }

    /// Starts the effect in a new task, unless it has been cancelled.
    final func startTask() {
        guard isLaunched else { return }
        let isolation: GraphIsolation = engine.isolation
        let performance = EffectTask(self, in: isolation)
        begin(
            in: isolation.tasks.startInternal(priority: priority) { task in
                var effect = await performance.run(as: task)
                while let next = effect { effect = await next.run(as: task) }
            }
        )
    }

    /// Whether the effect is more urgent than the task that runs this.
    final var isAboveCurrentPriority: Bool { priority > PriorityLevel.current }

    /// Raises the priority of its task, running or to come.
    final func raise(to priority: PriorityLevel) {
        guard priority > self.priority else { return }
        self.priority = priority
        if case .running(let task) = phase { engine.tasks.raise(task, to: priority) }
    }

    /// Records the task that runs the effect. Nil if the graph has been cancelled and starts no tasks: the effect ends.
    final func begin(in task: GraphTasks.ID?) {
        guard let task else { return finish() }
        phase = .running(task)
        engine.observer?.effect(self, .began)
    }

    /// Begins an effect without work, which only queues `actions`.
    final func begin(feedingBack actions: QueuedActions) {
        phase = .returned
        for _ in 0..<actions.count { beginFeedingBack() }
        let refused = actions.enqueue(GraphBound(self, to: engine.token), eventID)
        for _ in 0..<refused { endFeedingBack() }
    }

    // MARK: Feeding back

    /// Counts an action that the effect is about to queue. Balance each call with one of `endFeedingBack()`.
    final func beginFeedingBack() {
        fedBack += 1
        engine.retain(eventID)
    }

    /// Records that a queued action of the effect has been handled or dropped.
    final func endFeedingBack() {
        handled += 1
        engine.release(eventID)
        if !updates.isEmpty {
            for update in updates where update.handled <= handled { update.reached.reach() }
            updates.removeAll { $0.handled <= handled }
        }
        if phase == .returned, handled == fedBack { engine.afterStep { [self] in endIfReturned() } }
    }

    /// Returns an end to await until the actions fed back so far, except the last `own`, have been handled; nil if they
    /// have been, or if the effect is cancelled.
    final func feedbackHandled(before own: Int = 0) -> AwaitedEnd? {
        let earlier = fedBack - own
        guard handled < earlier, !isCancelled else { return nil }
        let reached = AwaitedEnd()
        updates.append((earlier, reached))
        return reached
    }

    // MARK: Cancelling

    package final func cancel(_ how: Cancellation) {
        guard cancellation == nil else {
            // The scope has closed while the effect was finishing.
            if how == .abandoned { cancellation = how }
            return
        }
        if phase == .ended { return }
        cancellation = how
        engine.observer?.effect(self, .cancelled)
        for update in updates { update.reached.reach() }
        updates = []
        for part in engine.agenda.held.parts { part.dropDelayed(fedBackBy: self) }
        switch phase {
        case .waiting:
            home.gaveUp(self)
            end()
        case .succeeding, .ending:
            home.retire(self)
        case .running(let task):
            home.retire(self)
            engine.tasks.cancel(task)
        case .launched, .returned:
            // Retire it first: it may end only after the running step, which may start another effect with the same id.
            home.retire(self)
            end()
        case .ended:
            break
        }
    }

    // MARK: Ending

    /// Records that the work has returned. Returns false if the effect's end must wait for queued actions.
    final func workReturned() -> Bool {
        guard case .running = phase else {
            fatalError("Effect \(number) ended in state \(phase)")
        }
        phase = .returned
        // The work may have returned only because the graph was cancelled; then its event counts as cancelled.
        if engine.tasks.isCancelled { eventID?.cancel() }
        return isCancelled || handled == fedBack
    }

    /// Whether a continuation is to run when the effect has ended.
    final var isFollowed: Bool {
        continuation != nil && cancellation != .abandoned && !(eventID?.isCancelled ?? false)
    }

    /// Ends the effect, unless a cancellation has ended it since its work returned.
    final func endIfReturned() {
        if phase == .returned { end() }
    }

    /// Returns whether the continuation may request its turn; if not, ``EventsInFlight/advanceSuccession()`` does later.
    final func beginEnding() -> Bool {
        let mayEnd = engine.inFlight.mayEnd(self)
        phase = mayEnd ? .ending : .succeeding
        return mayEnd
    }

    /// Ends the effect. A continuation runs in a new task, because it needs a turn of its own.
    final func end() {
        guard isFollowed else { return finish() }
        guard beginEnding() else { return }
        let isolation: GraphIsolation = engine.isolation
        let ending = GraphBound(self, to: isolation.token)
        let task = isolation.tasks.startInternal(priority: priority) { _ in
            _ = await isolation.visit { await $0.endInTurn(ending) }
        }
        if task == nil { finish() }
    }

    /// Whether what follows the effect takes its place among the effects with its id; see ``Gate``.
    var keepsTurn: Bool { false }

    /// Runs the continuation as part of the running step.
    final func follow() {
        // Its time may have been over before it was cancelled.
        if isCancelled { losePass() }
        // First: the continuation may start an effect with the same id, whose turn comes after that of those who wait.
        if keepsTurn { home.retire(self) } else { home.makeWay(self) }
        home.loadFromParent()
        let following = continuation.take()
        following?()
    }

    /// Releases the work of an effect that has not started.
    func dropWork() {}

    /// A gate that was cancelled lets nothing in.
    func losePass() {}

    final func finish() {
        phase = .ended
        dropWork()
        continuation = nil
        context = nil
        home.ended(self)
        engine.effectEnded(self)
        if isInSuccession { engine.inFlight.advanceSuccession() }
        // The effect may be released outside the isolation from now on; it must not release the scope with it.
        if engine.isCancelled { home = home.remains() }
    }
}

extension GraphIsolation {
    /// Called when the work of an effect has returned, as a visit that the caller has announced.
    ///
    /// - Parameter task: the task that ran the effect, if it may run another effect.
    /// - Returns: the effect for `task` to run next, if there is one.
    func effectReturned(_ bound: GraphBound<EffectRun>, in task: GraphTasks.ID) async -> EffectTask? {
        token.visitors.arrived()
        let run = bound.open(in: self)
        guard run.workReturned() else { return nil }
        guard run.isFollowed else {
            engine.afterStep { run.endIfReturned() }
            return nil
        }
        return run.beginEnding() ? await endInTurn(bound, in: task) : nil
    }

    /// Takes a turn for the continuation, then ends the effect, so that the next waiting effect with its id starts.
    fileprivate func endInTurn(
        _ bound: GraphBound<EffectRun>,
        in task: GraphTasks.ID? = nil
    ) async -> EffectTask? {
        let run = bound.open(in: self)
        var next: EffectRun?
        if let turn = await turnIgnoringCancellation() {
            // The event or the scope may have been cancelled while this waited for the turn.
            if run.isFollowed {
                // Do not reuse a cancelled task: the next effect would start out cancelled.
                if task != nil, !Task.isCancelled { engine.launches.open() }
                let end = turn.step {
                    engine.step(.effect, of: run.eventID, by: run, carrying: run.context) { run.follow() }
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
