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
        /// Its end, which something follows, comes after those of other effects; see ``Activities/cancelObservers()``. Then `ending` or
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
    final let ticket: Ticket?
    /// The handler call that it was started by; see ``HandlerCall``.
    final let call: HandlerCall
    final unowned let engine: GraphEngine
    /// Held until the run has ended: the scope may go away while the effect winds up.
    @exclusivity(unchecked) private var home: AnyScope
    @exclusivity(unchecked) private var phase = Phase.waiting
    @exclusivity(unchecked) private var cancellation: Cancellation?
    /// What a concatenation does when this effect has ended.
    @exclusivity(unchecked) private var continuation: (() -> Void)?
    /// Whether its end comes after those of older effects.
    @exclusivity(unchecked) final var isInSuccession = false
    /// How many actions the effect has fed back, and how many of these have been handled or dropped.
    @exclusivity(unchecked) private var fedBack = 0
    @exclusivity(unchecked) private var handled = 0
    /// Updates that wait until as many of the effect's actions have been handled.
    @exclusivity(unchecked) private var updates: [(handled: Int, reached: AwaitedEnd)] = []
    /// Its neighbours among the effects of its scope, of its event, and of the graph.
    @exclusivity(unchecked) final var inScope = EffectLinks()
    @exclusivity(unchecked) final var inEvent = EffectLinks()
    @exclusivity(unchecked) final var inGraph = EffectLinks()

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
        self.ticket = scope.engine.origin
        self.home = scope
        self.continuation = continuation
    }

    /// The effect's place in a composition of a state machine, if others follow an effect there.
    var membership: PhaseMembership? { nil }

    /// The effect's work, to be run outside the isolation, once.
    func takeWork() -> @Sendable () async -> Void {
        fatalError("Effect \(number) has no work in state \(phase)")
    }

    // MARK: States

    /// Whether what it sends still counts.
    final var isActive: Bool { !hasEnded && !isCancelled }

    /// Whether the effect or its event has been cancelled: then nothing of it arrives, queued actions included.
    final var isCancelled: Bool { cancellation != nil || ticket?.isCancelled ?? false }

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
        let performance = EffectPerformance(self, in: isolation)
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
        let refused = actions.enqueue(GraphBound(self, to: engine.token), ticket)
        for _ in 0..<refused { endFeedingBack() }
    }

    // MARK: Feeding back

    /// An action of the effect is about to be queued. Each call is followed by one of `endFeedingBack()`.
    final func beginFeedingBack() {
        fedBack += 1
        engine.activities.hold(ticket)
    }

    /// A queued action of the effect has been handled, or dropped.
    final func endFeedingBack() {
        handled += 1
        engine.activities.release(ticket)
        if !updates.isEmpty {
            for update in updates where update.handled <= handled { update.reached.reach() }
            updates.removeAll { $0.handled <= handled }
        }
        if case .returned = phase, handled == fedBack { engine.betweenSteps { [self] in endIfReturned() } }
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
        if engine.tasks.isCancelled { ticket?.cancelUnhandled() }
        return isCancelled || handled == fedBack
    }

    /// Whether anything that still counts is to follow the effect.
    final var isFollowed: Bool {
        continuation != nil && cancellation != .abandoned && !(ticket?.isCancelled ?? false)
    }

    /// Ends the effect unless it has been cancelled, and so ended, since its work returned.
    final func endIfReturned() {
        if case .returned = phase { end() }
    }

    /// Whether what follows the effect may take its turn; if not, its turn comes with the end of others.
    final func beginEnding() -> Bool {
        let mayEnd = engine.activities.mayEnd(self)
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
        if engine.activities.hasWaiters { engine.restBetweenSteps() }
        engine.activities.remove(self)
        if isInSuccession { engine.activities.advanceSuccession() }
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
    func effectReturned(_ bound: GraphBound<EffectRun>, in task: GraphTasks.ID) async -> EffectPerformance? {
        let run = bound.open(in: self)
        guard run.workReturned() else { return nil }
        guard run.isFollowed else {
            engine.betweenSteps { run.endIfReturned() }
            return nil
        }
        return run.beginEnding() ? await endInTurn(bound, in: task) : nil
    }

    /// Takes a turn for what follows an effect, and then ends the effect: what waits for its id starts.
    fileprivate func endInTurn(
        _ bound: GraphBound<EffectRun>,
        in task: GraphTasks.ID? = nil
    ) async -> EffectPerformance? {
        let run = bound.open(in: self)
        var next: EffectRun?
        if await enterIgnoringCancellation() {
            if engine.holdsActions { await handleWhatIsDue() }
            // Waiting for the turn takes time, in which the event or the scope may have been taken back.
            if run.isFollowed {
                // Do not reuse a cancelled task: the next effect would start out cancelled.
                if task != nil, !Task.isCancelled { engine.launches.open() }
                engine.beginStep(for: run.ticket)
                run.follow()
                engine.followSlices()
                if engine.finishStepNow() {
                    next = engine.launches.close()
                } else {
                    engine.launches.close()?.startTask()
                    await completeStep()
                }
            }
            turnLock.release()
        }
        run.finish()
        return performance(of: next, as: task)
    }
}
