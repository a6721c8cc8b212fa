public import AsyncKit

/// Holds the newest action until its window ends.
///
/// The clock alone decides when a window ends. The sleeper that waits for the deadline needs a turn to deliver the action
/// and may get it late, so the engine checks before every step whether an action is due. See
/// ``GraphEngine/beginDueStep()``.
@usableFromInline
final class DebounceNode<State: Sendable, Action: Sendable, C: Clock>: Node<State, Action>, HoldingNode {
    @usableFromInline typealias Delayed = (action: Action, eventID: EventID?, site: CallSite?)
    @usableFromInline typealias MakeStep = @Sendable (DebounceNode) -> Step

    @usableFromInline let duration: C.Instant.Duration
    @usableFromInline let clock: C
    private let child: Node<State, Action>
    @usableFromInline let scope: StateScope<State>
    /// Where the debounce was created.
    private let site: CallSite
    @exclusivity(unchecked) @usableFromInline var window = DebounceWindow<Delayed, C.Instant>()
    /// Whether the window holds an action. Stored because it is read for each action, and reading it from the window
    /// would copy the window.
    @exclusivity(unchecked) @usableFromInline private(set) final var holdsAction = false
    /// Reads the clock for all nodes that hold actions on it; kept from one window to the next.
    @exclusivity(unchecked) private final var watch: ClockWatch<C>?
    /// A closure for the same reason as ``Node/step``.
    @exclusivity(unchecked) @usableFromInline final var makeWatch: (ClockIdentity) -> ClockWatch<C>
    @exclusivity(unchecked) private(set) final var arrivedWhileFinishing = false
    /// The effect that fed the held action back. Cancelling the effect drops the action.
    @exclusivity(unchecked) private final var source: EffectRun?
    /// The task-local values of the held action's event.
    @exclusivity(unchecked) private final var context: CarriedContext?
    /// The action held in a replay, whose window has no end of its own.
    private var replayed: Delayed?
    @usableFromInline let isReplay: Bool
    private var sleeper: GraphTasks.ID?
    /// Identifies the sleeper of the current window. A due action is handled at the beginning of the sleeper's own turn,
    /// and its step may end the window; the sleeper that continues the turn is then outdated.
    private var generation = 0
    /// How many times in a row the clock woke the running sleeper before its deadline.
    private var earlyWakes = 0

    init(
        _ context: NodeContext<State, Action>,
        duration: C.Instant.Duration,
        clock: C,
        child: Node<State, Action>,
        site: CallSite,
        makeStep: MakeStep
    ) {
        self.duration = duration
        self.clock = clock
        self.child = child
        self.scope = context.scope
        self.site = site
        makeWatch = { ClockWatch.make(clock, $0) }
        isReplay = context.engine.listener?.isReplay ?? false
        super.init(engine: context.engine)
        step = makeStep(self)
    }

    override func start() { child.start() }

    @inlinable
    static func makeStep(_ node: DebounceNode) -> Step {
        node.makeWatch = { [clock = node.clock] in ClockWatch.make(clock, $0) }
        return { [unowned node] action in node.arrive(action) }
    }

    @inlinable
    func arrive(_ action: Action) {
        if isReplay { return arriveInReplay(action) }
        arrive(action, due: clock.now.advanced(by: duration))
    }

    /// Holds `action` until the replay says that its step comes. No clock is read.
    @usableFromInline
    func arriveInReplay(_ action: Action) {
        guard canHold else { return }
        let eventID = engine.step.event
        if let eventID { hold(eventID) }
        noteArrival(due: nil)
        let superseded = replayed
        replayed = (action, eventID, engine.step.site)
        if let passed = superseded?.eventID { release(passed) }
    }

    /// Whether the action of the running step may be held: an earlier part may have closed the scope, or cancelled the effect that
    /// has fed the action back. Then it supersedes nothing either.
    @usableFromInline var canHold: Bool { scope.isOpen && !(engine.step.source?.wasCancelled ?? false) }

    /// Holds `action` until `due`, which must not be earlier than that of an action before.
    @inlinable
    func arrive(_ action: Action, due: C.Instant) {
        guard canHold else { return }
        let eventID = engine.step.event
        if let eventID { hold(eventID) }
        noteArrival(due: due)
        // A held action was not due when this step began, even if it is by now, so the newer action supersedes it.
        let (superseded, start) = window.arrive((action, eventID, engine.step.site), due: due)
        if let passed = superseded?.eventID { release(passed) }
        if case .start(let deadline) = start { startSleeper(until: deadline) }
    }

    @usableFromInline
    func hold(_ eventID: EventID) { engine.retain(eventID) }

    @usableFromInline
    func release(_ eventID: EventID) { engine.release(eventID) }

    /// - Parameter due: nil in a replay.
    @usableFromInline
    func noteArrival(due: C.Instant?) {
        source = engine.step.source
        context = engine.step.context
        arrivedWhileFinishing = engine.isFinishing
        guard !holdsAction else { return }
        holdsAction = true
        let own = watch ?? makeWatch(ClockIdentity(of: clock, for: self))
        let shared = engine.beginHolding(self, own) as! ClockWatch<C>
        if let due { shared.note(due) }
        watch = shared
    }

    private func endHolding() {
        guard holdsAction, let watch else { return }
        holdsAction = false
        engine.endHolding(self, watch)
    }

    override func stop() {
        dropDelayed()
        forgetSleeper()
        child.stop()
    }

    // MARK: The sleeper

    /// Starts the task that waits for the end of the window, however often the deadline moves.
    @usableFromInline
    func startSleeper(until deadline: C.Instant) {
        let isolation: GraphIsolation = engine.isolation
        let node = GraphBound(WeakPart(self), to: isolation.token)
        let generation = generation
        earlyWakes = 0
        sleeper = isolation.tasks.start { [clock] in
            var deadline: C.Instant? = deadline
            while let due = deadline {
                let hasSlept = (try? await clock.sleep(until: due, tolerance: nil)) != nil
                // A cancelled sleeper gets no turn.
                deadline =
                    await isolation.step {
                        node.open(in: $0).part?.sleeperWoke(generation, from: due, hasSlept: hasSlept)
                    } ?? nil
            }
        }
    }

    /// Called with the turn, after every due action was handled. Returns the deadline to sleep until, or nil to end.
    private func sleeperWoke(_ generation: Int, from deadline: C.Instant, hasSlept: Bool) -> C.Instant? {
        guard generation == self.generation else { return nil }
        switch window.woke(at: clock.now) {
        case .idle:
            return nil
        case .deliver(let delayed):
            // The action became due after the turn began.
            endHolding()
            step(delayed)
            return nil
        case .sleep(let next):
            earlyWakes = next == deadline ? earlyWakes + 1 : 0
            if hasSlept, earlyWakes < Self.earlyWakeLimit { return next }
            distrustClock(hasSlept ? "woke \(earlyWakes) times in a row before the deadline" : "did not sleep")
            return nil
        }
    }

    /// Timers may fire slightly early. A clock that fires early this many times in a row would keep the sleeper in a loop.
    private static var earlyWakeLimit: Int { 8 }

    /// Delivers the held action at once, because a clock that misses its deadlines could spin the sleeper or hold the
    /// action forever.
    private func distrustClock(_ fault: String) {
        engine.log.report(
            .unreliableClock,
            "The clock of a debounce, \(C.self), \(fault); the action is handled before its window is over",
            at: site
        )
        let delayed = takeDelayed()
        // The sleeper ends with this turn; the next action starts a new one.
        window = DebounceWindow()
        if let delayed { step(delayed) }
    }

    /// Cancels the sleeper of an empty window; the next action starts a new one.
    private func forgetSleeper() {
        if let sleeper { engine.tasks.cancel(sleeper) }
        generation += 1
        window = DebounceWindow()
    }

    // MARK: HoldingNode

    func isDue() -> Bool { window.isDue(at: clock.now) }

    var deadline: ClockMoment? { window.deadline.map { ClockMoment($0, on: clock) } }

    func noteDeadline() { if let deadline = window.deadline { watch?.note(deadline) } }

    func beginDueStep() {
        if let delayed = takeDelayed() { step(delayed) }
    }

    func flushDelayed() {
        let delayed = takeDelayed()
        forgetSleeper()
        if let delayed { step(delayed) }
    }

    func dropDelayed(where isMeant: (EventID?, EffectRun?) -> Bool = { _, _ in true }) {
        guard isMeant((replayed ?? window.pending)?.eventID, source), let delayed = takeDelayed() else { return }
        (source, context) = (nil, nil)
        engine.release(delayed.eventID)
    }

    private func takeDelayed() -> Delayed? {
        endHolding()
        return replayed.take() ?? window.flush()
    }

    private func step(_ delayed: Delayed) {
        let (source, context) = (source.take(), context.take())
        engine.step(.held, of: delayed.eventID, by: source, at: delayed.site, carrying: context) {
            scope.loadFromParent()
            child.step(delayed.action)
            scope.emitPending()
        }
    }
}
