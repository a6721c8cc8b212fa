internal import AsyncKit

/// One effect from its registration to its end. Lives in the graph's isolation.
class EffectRun {
    typealias Number = UInt64

    enum Cancellation {
        /// What was to follow the effect follows now.
        case passed
        /// What was to follow the effect is dropped, too.
        case abandoned
    }

    private enum Phase {
        /// Registered, behind others with its id. Then `launched`, `running` or `ended`.
        case waiting
        /// Begins with the end of the task's present work, or in a task of its own. Then `running` or `ended`.
        case launched
        /// Its task is alive. Then `ended`.
        case running(GraphTasks.ID)
        /// Nothing of it is left.
        case ended
    }

    final let number: Number
    final let kind: EffectKind
    final let id: AnyHashable?
    final let ticket: Ticket?
    final unowned let engine: GraphEngine
    /// Held until the run has ended: the scope may go away while the effect winds up.
    private let home: AnyScope
    @exclusivity(unchecked) private var phase = Phase.waiting
    @exclusivity(unchecked) private var cancellation: Cancellation?
    /// What a concatenation does when this effect has ended.
    @exclusivity(unchecked) private var continuation: (() -> Void)?
    /// Its neighbours among the effects of its scope, of its event, and of the graph.
    @exclusivity(unchecked) final var inScope = EffectLinks()
    @exclusivity(unchecked) final var inEvent = EffectLinks()
    @exclusivity(unchecked) final var inGraph = EffectLinks()

    init(kind: EffectKind, id: AnyHashable?, scope: AnyScope, continuation: (() -> Void)?) {
        self.engine = scope.engine
        self.number = scope.engine.nextEffectNumber()
        self.kind = kind
        self.id = id
        self.ticket = scope.engine.origin
        self.home = scope
        self.continuation = continuation
    }

    /// The effect's work, to be run outside the isolation, once.
    func takeWork() -> @Sendable () async -> Void {
        preconditionFailure("Effect \(number) has no work in state \(phase)")
    }

    /// Whether what it sends still counts.
    final var isActive: Bool {
        if case .ended = phase { return false }
        return cancellation == nil && !(ticket?.isCancelled ?? false)
    }

    final var isWaiting: Bool {
        if case .waiting = phase { true } else { false }
    }

    final var hasEnded: Bool {
        if case .ended = phase { true } else { false }
    }

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

    final func cancel(_ how: Cancellation) {
        guard cancellation == nil else { return }
        switch phase {
        case .waiting:
            cancellation = how
            home.gaveUp(self)
            // What follows it belongs to its own event and scope: it takes a turn of its own, as after any effect.
            if how == .passed, continuation != nil, let task = startEnding() {
                phase = .running(task)
            } else {
                finish()
            }
        case .launched:
            cancellation = how
            home.retire(self)
        case .running(let task):
            cancellation = how
            home.retire(self)
            engine.tasks.cancel(task)
        case .ended:
            break
        }
    }

    private func startEnding() -> GraphTasks.ID? {
        let isolation: GraphIsolation = engine.isolation
        let ending = GraphBound(self as EffectRun, to: isolation.token)
        return engine.tasks.startInternal { _ in
            await isolation.visit { _ = await $0.effectEnded(ending) }
        }
    }

    /// The work has returned; answers what is to follow, which needs a turn. Call `finish()` after that.
    final func workEnded() -> (() -> Void)? {
        guard case .running = phase else {
            preconditionFailure("Effect \(number) ended in state \(phase)")
        }
        defer { continuation = nil }
        // It does not stand in the way of what follows it.
        home.retire(self)
        // Its end may be the answer to the end of the graph.
        if engine.tasks.isCancelled { ticket?.cancelUnhandled() }
        return isFollowed ? continuation : nil
    }

    /// Whether what is to follow the effect still counts.
    final var isFollowed: Bool { cancellation != .abandoned && !(ticket?.isCancelled ?? false) }

    /// What follows the effect starts from the parent's slice, as every step does.
    final func beginScopeStep() { home.beginStep() }

    final func finish() {
        phase = .ended
        home.ended(self)
        letGo()
    }

    private func letGo() {
        continuation = nil
        engine.activities.remove(self)
    }
}

extension GraphIsolation {
    /// The end of every effect's task: what follows the effect, then what waits for its id, then whoever awaits it.
    ///
    /// - Parameter task: the task that the effect has run in, if it may go on with another one.
    /// - Returns: that one.
    func effectEnded(_ bound: GraphBound<EffectRun>, in task: GraphTasks.ID? = nil) async -> EffectPerformance? {
        let run = bound.open(in: self)
        var next: EffectRun?
        if let following = run.workEnded(), await enterIgnoringCancellation() {
            // Waiting for the turn takes time, in which the event or the scope may have been taken back.
            if run.isFollowed {
                // A cancelled task is no good for another effect.
                if task != nil, !Task.isCancelled { engine.launches.open() }
                engine.beginStep(for: run.ticket)
                run.beginScopeStep()
                following()
                engine.followSlices()
                if engine.finishStepNow() {
                    next = engine.launches.close()
                } else {
                    engine.launches.close()?.startTask()
                    await completeStep()
                }
            }
            gate.leave()
        }
        if engine.activities.hasWaiters { engine.restBetweenSteps() }
        run.finish()
        return performance(of: next, as: task)
    }
}
