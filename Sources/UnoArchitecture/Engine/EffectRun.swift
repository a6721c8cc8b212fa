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
@usableFromInline
package final class EffectRun {
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
        /// The continuation must wait for the ends of older effects; see ``EventsInFlight/keepOrder(of:)``. Then
        /// `ending` or `ended`.
        case succeeding
        /// The continuation waits for a turn. Then `ended`.
        case ending
        /// Final.
        case ended
    }

    let number: Number
    /// Its place among the effects with its id: its number, or that of the gate that has let it in; see ``Gate``.
    let queueNumber: Number
    let kind: EffectKind
    /// Boxed: a copy of an `AnyHashable` costs much more than that of a reference, even if there is none.
    let name: EffectName?
    package var id: AnyHashable? { name?.id }
    let eventID: EventID?
    /// The handler call that started the effect; see ``HandlerCall``.
    let call: HandlerCall
    /// Where the handler asked for the effect, if known.
    let site: CallSite?
    /// The effect's policy, which only types of the folders above know. Nil for the actions that a middleware queues at once, which are
    /// no effect to the user.
    let policy: (any Sendable)?
    /// The condition under which the effect was allowed to start, if it has one.
    package let condition: (any StartCondition)?
    /// Cleared when the work starts, so that a retained `Send` or `DynamicState` does not retain the work's captures.
    private var work: EffectWork?
    /// If the effect is a gate, has its emission not begin.
    private let revokePass: (() -> Void)?
    /// The priority of its task: that of the step that registered it, or of a task that awaits its event if that is higher.
    private var priority: PriorityLevel
    /// The task-local values of its event, until the effect has ended.
    private(set) var context: CarriedContext?
    /// When the effect was registered; see ``IsolationToken/now``.
    let registered: Int64
    unowned let engine: GraphEngine
    /// Held until the effect has ended: the scope's part may be removed while the effect is finishing.
    private(set) var home: AnyScope
    private var phase = Phase.waiting { didSet { show() } }
    private var cancellation: Cancellation? { didSet { show() } }
    /// Where ``GraphStatus`` shows it; negative if it does not.
    var statusSlot: Int32 = -1
    /// Called in a step of its own when the effect has ended; runs the rest of a concatenation.
    private var continuation: (() -> Void)?
    /// Whether the continuation must wait for the ends of older effects; see ``EventsInFlight/keepOrder(of:)``.
    var isInSuccession = false
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
        event: EventID?,
        context: CarriedContext?,
        queueNumber: Number? = nil,
        site: CallSite? = nil,
        policy: (any Sendable)? = nil,
        condition: (any StartCondition)? = nil,
        work: EffectWork? = nil,
        revokePass: (() -> Void)? = nil,
        continuation: (() -> Void)?
    ) {
        self.engine = scope.engine
        self.number = scope.engine.launches.nextNumber()
        self.queueNumber = queueNumber ?? number
        self.registered = scope.engine.token.now
        self.kind = kind
        self.name = name
        self.call = call
        self.site = site
        self.policy = policy
        self.condition = condition
        self.work = work
        self.revokePass = revokePass
        self.eventID = event
        self.context = context
        self.priority = scope.engine.tasks.loopPriority.ofCaller
        self.home = scope
        self.continuation = continuation
    }

    /// Whether a snapshot shows it: not the actions that a middleware queues at once.
    var isShown: Bool { policy != nil }

    /// Whether it is one of the effects that ``RuntimeLimits`` bounds: a finishing graph awaits it, and it has work.
    var countsTowardsLimit: Bool { isShown && kind == .perform }

    /// Returns the effect's work, to be run outside the isolation. Call it once.
    func takeWork() -> EffectWork {
        guard let work = work.take() else { fatalError("Effect \(number) has no work in state \(phase)") }
        return work
    }

    /// Reads and changes the effect's neighbours in a list. Not an accessor that yields: that would allocate its frame.
    @inline(__always)
    func withLinks<Result>(_ list: EffectList.Kind, _ body: (inout EffectLinks) -> Result) -> Result {
        switch list {
        case .scope: body(&inScope)
        case .event: body(&inEvent)
        case .graph: body(&inGraph)
        }
    }

    // MARK: States

    /// Whether what the effect sends is still accepted.
    var isActive: Bool { !hasEnded && !isCancelled }

    /// Whether the graph has cancelled the effect.
    var wasCancelled: Bool { cancellation != nil }

    /// Whether the effect or its event has been cancelled. Then nothing from it is handled, not even queued actions.
    var isCancelled: Bool { cancellation != nil || eventID?.isCancelled ?? false }

    /// The task that its work runs in; nil before the task starts and after the work has returned.
    var task: GraphTasks.ID? {
        if case .running(let task) = phase { task } else { nil }
    }

    var isWaiting: Bool { phase == .waiting }

    /// The time since it was registered.
    var age: Duration { .nanoseconds(engine.token.now - registered) }

    /// Whether it has been launched and has no task yet.
    var isLaunched: Bool { phase == .launched }

    /// How far it has come, for a snapshot.
    var stage: GraphStatus.EffectNote.Stage {
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
    var hasEnded: Bool { stage == .ending }

    /// Whether the effect has ended and has no continuation left to run.
    var isOver: Bool { phase == .ended }

    /// Whether the continuation is waiting for the ends of older effects.
    var isSucceeding: Bool { phase == .succeeding }

    // MARK: Beginning

    /// Starts the effect when every part of the running step has run. If it is cancelled before, it never starts.
    func launch() {
        phase = .launched
        engine.launch(self)
    }

    /// Starts the effect in a new task, unless it has been cancelled.
    func startTask() {
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
    var isAboveCurrentPriority: Bool { priority > PriorityLevel.current }

    /// Raises the priority of its task, running or to come.
    func raise(to priority: PriorityLevel) {
        guard priority > self.priority else { return }
        self.priority = priority
        if case .running(let task) = phase { engine.tasks.raise(task, to: priority) }
    }

    /// Records the task that runs the effect. Nil if the graph has been cancelled and starts no tasks: the effect ends.
    func begin(in task: GraphTasks.ID?) {
        guard let task else { return finish() }
        phase = .running(task)
        engine.tell(self, .began)
    }

    /// Begins an effect without work, which only queues `actions`.
    func begin(feedingBack actions: QueuedActions) {
        phase = .returned
        for _ in 0..<actions.count { beginFeedingBack() }
        let refused = actions.enqueue(GraphBound(self, to: engine.token), eventID)
        for _ in 0..<refused { endFeedingBack() }
    }

    // MARK: Feeding back

    /// Counts an action that the effect is about to queue, and returns its number. Balance each call with one of `endFeedingBack()`.
    @discardableResult
    func beginFeedingBack() -> Int {
        fedBack += 1
        engine.retain(eventID)
        return fedBack
    }

    /// Records that a queued action of the effect has been handled or dropped.
    func endFeedingBack() {
        handled += 1
        engine.release(eventID)
        if !updates.isEmpty {
            for update in updates where update.handled <= handled { update.reached.reach() }
            updates.removeAll { $0.handled <= handled }
        }
        if phase == .returned, handled == fedBack { engine.afterStep { [self] in endIfReturned() } }
    }

    /// Returns an end to await until as many of the actions fed back so far have been handled, or as many as came before the one
    /// with `number`; nil if they have been, or if the effect is cancelled.
    func feedbackHandled(before number: Int? = nil) -> AwaitedEnd? {
        let earlier = number.map { $0 - 1 } ?? fedBack
        guard handled < earlier, !isCancelled else { return nil }
        let reached = AwaitedEnd()
        updates.append((earlier, reached))
        return reached
    }

    // MARK: Cancelling

    package func cancel(_ how: Cancellation) {
        guard cancellation == nil else {
            // The scope has closed while the effect was finishing.
            if how == .abandoned { cancellation = how }
            return
        }
        if phase == .ended { return }
        cancellation = how
        engine.tell(self, .cancelled)
        for update in updates { update.reached.reach() }
        for part in engine.agenda.held.parts { part.dropDelayed { _, source in source === self } }
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
    func workReturned() -> Bool {
        guard case .running = phase else {
            fatalError("Effect \(number) ended in state \(phase)")
        }
        phase = .returned
        // The work may have returned only because the graph was cancelled; then its event counts as cancelled.
        if engine.tasks.isCancelled { eventID?.cancel() }
        return isCancelled || handled == fedBack
    }

    /// Whether a continuation is to run when the effect has ended.
    var isFollowed: Bool {
        continuation != nil && cancellation != .abandoned && !(eventID?.isCancelled ?? false)
    }

    /// Ends the effect, unless a cancellation has ended it since its work returned.
    func endIfReturned() {
        if phase == .returned { end() }
    }

    /// Returns whether the continuation may request its turn; if not, ``EventsInFlight/advanceSuccession()`` does later.
    func beginEnding() -> Bool {
        let mayEnd = engine.inFlight.mayEnd(self)
        phase = mayEnd ? .ending : .succeeding
        return mayEnd
    }

    /// Ends the effect. A continuation runs in a new task, because it needs a turn of its own.
    func end() {
        guard isFollowed else { return finish() }
        guard beginEnding() else { return }
        let (isolation, place): (GraphIsolation, Int) = (engine.isolation, engine.inFlight.endings.nextPlace)
        let task = isolation.tasks.startInternal(priority: priority) { _ in
            await isolation.visit { await $0.endInTurns(upTo: place) }
        }
        if task == nil { finish() } else { engine.inFlight.endings.join(self) }
    }

    /// Whether what follows the effect takes its place among the effects with its id: that of a gate does.
    private var keepsTurn: Bool { revokePass != nil }

    /// Runs the continuation as part of the running step.
    func follow() {
        // A gate that was cancelled lets nothing in, even if its time was over before.
        if isCancelled { revokePass?() }
        // First: the continuation may start an effect with the same id, whose turn comes after that of those who wait.
        if keepsTurn { home.retire(self) } else { home.makeWay(self) }
        home.loadFromParent()
        let following = continuation.take()
        following?()
    }

    func finish() {
        phase = .ended
        work = nil
        continuation = nil
        context = nil
        home.ended(self)
        engine.effectEnded(self)
        if isInSuccession { engine.inFlight.advanceSuccession() }
        // The effect may be released outside the isolation from now on; it must not release the scope with it.
        if engine.isCancelled { home = home.remains() }
    }
}
