internal import AsyncKit

/// One effect from its registration to its end. Lives in the graph's isolation.
final class EffectRun {
    typealias Number = UInt64

    enum Cancellation {
        /// What was to follow the effect follows now.
        case passed
        /// What was to follow the effect is dropped, too.
        case abandoned
    }

    private enum Phase {
        /// Registered, behind others with its id. Then `running` or `ended`.
        case waiting
        /// Its task is alive. Then `ended`.
        case running(GraphTasks.ID)
        /// Nothing of it is left.
        case ended
    }

    let number: Number
    let kind: EffectKind
    let id: AnyHashable?
    let ticket: Ticket?
    private unowned let engine: GraphEngine
    /// Held until the run has ended: the scope may go away while the effect winds up.
    private let scope: AnyScope
    private var phase = Phase.waiting
    private var cancellation: Cancellation?
    private var start: (() -> GraphTasks.ID?)?
    /// What a concatenation does when this effect has ended.
    private var continuation: (() -> Void)?

    init(
        kind: EffectKind,
        id: AnyHashable?,
        scope: AnyScope,
        continuation: (() -> Void)?,
        start: @escaping (EffectRun) -> GraphTasks.ID?
    ) {
        self.engine = scope.engine
        self.number = scope.engine.nextEffectNumber()
        self.kind = kind
        self.id = id
        self.ticket = scope.engine.origin
        self.scope = scope
        self.continuation = continuation
        self.start = { [unowned self] in start(self) }
    }

    /// Whether what it sends still counts.
    var isActive: Bool {
        if case .ended = phase { return false }
        return cancellation == nil && !(ticket?.isCancelled ?? false)
    }

    var isWaiting: Bool {
        if case .waiting = phase { true } else { false }
    }

    var hasEnded: Bool {
        if case .ended = phase { true } else { false }
    }

    func launch() {
        guard let start else { preconditionFailure("Effect \(number) is launched in state \(phase)") }
        self.start = nil
        if let task = start() {
            phase = .running(task)
        } else {
            // The graph has been cancelled: no task starts any more.
            finish()
        }
    }

    func cancel(_ how: Cancellation) {
        guard cancellation == nil else { return }
        switch phase {
        case .waiting:
            cancellation = how
            scope.gaveUp(self)
            // What follows it belongs to its own event and scope: it takes a turn of its own, as after any effect.
            if how == .passed, continuation != nil, let task = startEnding() {
                phase = .running(task)
            } else {
                finish()
            }
        case .running(let task):
            cancellation = how
            scope.retire(self)
            engine.tasks.cancel(task)
        case .ended:
            break
        }
    }

    private func startEnding() -> GraphTasks.ID? {
        let isolation: GraphIsolation = engine.isolation
        let ending = GraphBound(self, to: isolation.token)
        return engine.tasks.start { await isolation.visit { await $0.effectEnded(ending) } }
    }

    /// The work has returned; answers what is to follow, which needs a turn. Call `finish()` after that.
    func workEnded() -> (() -> Void)? {
        guard case .running = phase else {
            preconditionFailure("Effect \(number) ended in state \(phase)")
        }
        defer { continuation = nil }
        // It does not stand in the way of what follows it.
        scope.retire(self)
        // Its end may be the answer to the end of the graph.
        if engine.tasks.isCancelled { ticket?.cancelUnhandled() }
        return isFollowed ? continuation : nil
    }

    /// Whether what is to follow the effect still counts.
    var isFollowed: Bool { cancellation != .abandoned && !(ticket?.isCancelled ?? false) }

    /// What follows the effect starts from the parent's slice, as every step does.
    func beginScopeStep() { scope.beginStep() }

    func finish() {
        phase = .ended
        scope.ended(self)
        letGo()
    }

    private func letGo() {
        continuation = nil
        start = nil
        engine.activities.remove(self)
    }
}

extension GraphIsolation {
    /// The end of every effect's task: what follows the effect, then what waits for its id, then whoever awaits it.
    func effectEnded(_ bound: GraphBound<EffectRun>) async {
        let run = bound.open(in: self)
        let following = run.workEnded()
        if let following, await gate.enterIgnoringCancellation() == .entered {
            // Waiting for the turn takes time, in which the event or the scope may have been taken back.
            if run.isFollowed {
                engine.beginStep(for: run.ticket)
                run.beginScopeStep()
                following()
                engine.followSlices()
                await completeStep()
            }
            gate.leave()
        }
        run.finish()
    }
}
