public import AsyncKit

/// Holds back the newest action until its window is over.
@usableFromInline
final class DebounceNode<State: Sendable, Action: Sendable, C: Clock>: Node<State, Action>, DelayingNode {
    @usableFromInline typealias Delayed = (action: Action, ticket: Ticket?, site: CallSite?)
    @usableFromInline typealias MakeStep = @Sendable (DebounceNode) -> Step

    @usableFromInline let duration: C.Instant.Duration
    @usableFromInline let clock: C
    private let child: Node<State, Action>
    @usableFromInline let scope: StateScope<State>
    @exclusivity(unchecked) @usableFromInline var window = DebounceWindow<Delayed, C.Instant>()
    /// Whether the window holds one; asked for each action, and the window would be copied to answer.
    @exclusivity(unchecked) @usableFromInline final var holdsAction = false
    private var sleeper: GraphTasks.ID?
    /// Which sleeper the window is for; one that was cancelled may still wake.
    private var generation = 0

    init(
        _ context: NodeContext<State, Action>,
        duration: C.Instant.Duration,
        clock: C,
        child: Node<State, Action>,
        makeStep: MakeStep
    ) {
        self.duration = duration
        self.clock = clock
        self.child = child
        self.scope = context.scope
        super.init(engine: context.engine)
        step = makeStep(self)
        engine.delays.add(self)
    }

    override func start() { child.start() }

    @inlinable
    static func makeStep(_ node: DebounceNode) -> Step {
        { [unowned node] action in node.arrive(action) }
    }

    @inlinable
    func arrive(_ action: Action) {
        // The scope may have gone away within the step that brings the action.
        guard scope.isOpen else { return }
        let ticket = engine.origin
        if let ticket { hold(ticket) }
        holdsAction = true
        let (superseded, start) = window.arrive((action, ticket, engine.site), due: clock.now.advanced(by: duration))
        if let passed = superseded?.ticket { release(passed) }
        if case .start(let deadline) = start { startSleeper(until: deadline) }
    }

    @usableFromInline
    func hold(_ ticket: Ticket) { engine.activities.hold(ticket) }

    @usableFromInline
    func release(_ ticket: Ticket) { engine.activities.release(ticket) }

    override func stop() {
        dropDelayed()
        forgetSleeper()
        child.stop()
    }

    // MARK: The sleeper

    @usableFromInline
    func startSleeper(until deadline: C.Instant) {
        let isolation: GraphIsolation = engine.isolation
        let node = GraphBound(WeakPart(self), to: isolation.token)
        let generation = generation
        sleeper = isolation.tasks.start { [clock] in
            var deadline: C.Instant? = deadline
            while let due = deadline {
                let hasSlept = (try? await clock.sleep(until: due, tolerance: nil)) != nil
                guard !Task.isCancelled else { return }
                let turn = await isolation.takeTurn {
                    node.open(in: $0).part?.sleeperWoke(generation, clockFailed: !hasSlept)
                }
                guard case .taken(let next) = turn else { return }
                deadline = next
            }
        }
    }

    /// With the turn: hands on the action that is due; answers how long to sleep on.
    private func sleeperWoke(_ generation: Int, clockFailed: Bool) -> C.Instant? {
        guard generation == self.generation else { return nil }
        if clockFailed {
            // A clock that fails without having been cancelled must not keep the action for ever.
            flushDelayed()
            return nil
        }
        switch window.woke(at: clock.now) {
        case .sleep(let deadline):
            return deadline
        case .idle:
            return nil
        case .deliver(let delayed):
            holdsAction = false
            handle(delayed)
            return nil
        }
    }

    /// Cancels the sleeper. The window, which holds nothing by now, starts anew: the next action starts another.
    private func forgetSleeper() {
        if let sleeper { engine.tasks.cancel(sleeper) }
        sleeper = nil
        generation += 1
        window = DebounceWindow()
    }

    // MARK: DelayingNode

    func flushDelayed() {
        let delayed = takeDelayed()
        forgetSleeper()
        if let delayed { handle(delayed) }
    }

    func dropDelayed() {
        guard let delayed = takeDelayed() else { return }
        engine.activities.release(delayed.ticket)
    }

    func dropDelayed(of ticket: Ticket) {
        if window.pending?.ticket?.id == ticket.id { dropDelayed() }
    }

    private func takeDelayed() -> Delayed? {
        holdsAction = false
        return window.flush()
    }

    private func handle(_ delayed: Delayed) {
        engine.beginStep(for: delayed.ticket, at: delayed.site)
        scope.beginStep()
        if !(delayed.ticket?.isCancelled ?? false) {
            child.step(delayed.action)
            scope.settle()
        }
        engine.followSlices()
        engine.proceed { [engine] in engine.activities.release(delayed.ticket) }
    }
}
