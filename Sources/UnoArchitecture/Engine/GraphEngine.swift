internal import UnoAsync

/// The mutable heart of a feature graph: what is suspended, which event a step belongs to, what is still under way.
///
/// Not `Sendable`: it lives in the graph's isolation, which owns it. It owns the graph, whose parts refer back to it:
/// a ring that `tearDown()`, the end of every graph, opens.
///
/// What is read for each action is not checked for exclusive access at run time: the isolation runs one piece of code
/// at a time, and no access outlasts a statement.
@usableFromInline
package final class GraphEngine {
    /// What remains of a step that a bridge suspended.
    enum Frame {
        /// Goes on where a part was interrupted.
        case run(() -> Void)
        /// Waits for a bridge: what it delivers is run and then awaited again; nil when the bridge is settled.
        case wait(() async -> (() -> Void)?)
    }

    let tasks: GraphTasks
    let token: IsolationToken
    unowned var isolation: GraphIsolation!
    /// The event that the running step belongs to; nil for a step that no event caused.
    @exclusivity(unchecked) @usableFromInline var origin: EventID?
    /// The effect that has fed back the action of the running step.
    @exclusivity(unchecked) private(set) var source: EffectRun?
    /// The handler call whose emission is being followed; 0 for a handler that cannot dispatch.
    @exclusivity(unchecked) private(set) var call: HandlerCall = 0
    private var lastCall: HandlerCall = 0
    /// Where the action of the running step was sent from, if it is known.
    @exclusivity(unchecked) @usableFromInline private(set) var site: CallSite?
    let inFlight = InFlightTable()
    private(set) var held = HeldActions()
    var bridges = Registrations<any BridgingNode>()
    @exclusivity(unchecked) private(set) var sink: AnyStateSink!
    /// The parts live until the graph is torn down: an effect that outlives its host may still be under way to them.
    private var graph: GraphContents?
    @exclusivity(unchecked) private var rootScope: AnyScope?
    /// The frames of the suspended step, the next one last.
    private var frames: [Frame] = []
    /// The frames that the running code has left, the innermost first.
    private var collected: [Frame] = []
    private var effectCount: EffectRun.Number = 0
    /// What became due in the middle of a step, for its end.
    @exclusivity(unchecked) private var dueAfterStep: [() -> Void] = []
    /// A turn on its way from the caller that has taken it to the task that ends it.
    private var parkedTurn: Turn?

    // What is small lies together, so that it takes two words.
    var launches = EffectLaunches()
    /// Whether a bridge has suspended the running step. A part that finds it true leaves what remains as a frame.
    @exclusivity(unchecked) @usableFromInline private(set) var isSuspended = false
    private(set) var isFinishing = false
    /// Whether a part holds an action back.
    @exclusivity(unchecked) @usableFromInline private(set) var holdsActions = false
    @exclusivity(unchecked) private(set) var isStepping = false
    /// Whose end the end of the running step is.
    @exclusivity(unchecked) private var subject = StepSubject.none
    /// How many machines may have effects of a phase under way. A part beside or around one may take it out of its phase.
    @exclusivity(unchecked) private var phaseCount: Int32 = 0
    /// Where in the graph the part is that is being made.
    var nesting = Nesting()

    var log: DiagnosticLog {
        _read { yield token.log }
    }

    init(token: IsolationToken, tasks: GraphTasks) {
        self.token = token
        self.tasks = tasks
    }

    func nextEffectNumber() -> EffectRun.Number {
        effectCount += 1
        return effectCount
    }

    /// The graph that this engine runs, and where its states go.
    func attach(_ graph: GraphContents, _ rootScope: AnyScope, _ sink: AnyStateSink) {
        self.graph = graph
        self.rootScope = rootScope
        self.sink = sink
    }

    // MARK: Suspending

    /// Leaves the rest of an interrupted part, to be run when what interrupted it is settled.
    @usableFromInline
    func deferUntilSettled(_ rest: @escaping () -> Void) { collected.append(.run(rest)) }

    /// Runs `body` now, or when the step goes on.
    func whenSettled(_ body: @escaping () -> Void) {
        if isSuspended { deferUntilSettled(body) } else { body() }
    }

    /// Suspends the step until `wait` answers nil.
    func suspend(until wait: @escaping () async -> (() -> Void)?) {
        isSuspended = true
        collected.append(.wait(wait))
    }

    /// Runs what the step left, innermost first, until nothing is left.
    func settle() async {
        // Frames refer to parts of the graph, which may be torn down while a bridge is awaited.
        let parts = graph?.parts
        defer { withExtendedLifetime(parts) {} }
        while true {
            while let frame = collected.popLast() { frames.append(frame) }
            isSuspended = false
            guard let frame = frames.popLast() else { return }
            switch frame {
            case .run(let rest):
                beginWork()
                rest()
            case .wait(let wait):
                // What is emitted so far does not wait for the transformer, nor pile up while it yields.
                await flushAll()
                guard let delivery = await wait() else { continue }
                frames.append(frame)
                beginWork()
                delivery()
            }
        }
    }

    // MARK: Steps

    /// Whose end the end of a step is.
    private enum StepSubject {
        case none
        /// The event's own action has been handled.
        case event
        /// An action that `source` has fed back has been handled.
        case feedback
        /// An action that was held back has been handled.
        case heldAction
    }

    /// Begins the step of a queued action; false if the action no longer counts: its event has been cancelled, or the
    /// effect that has fed it back.
    @usableFromInline
    func beginStep(of event: EventID?, _ details: EntryDetails?) -> Bool {
        beginStep(for: event)
        subject = .event
        guard let details else { return !(event?.isCancelled ?? false) }
        site = details.site
        guard let effect = details.effect else { return !(event?.isCancelled ?? false) }
        let source = effect.openHere(in: isolation)
        self.source = source
        subject = .feedback
        return !source.isCancelled
    }

    /// Begins the step of an action that `source` feeds back without a queue.
    func beginStep(of source: EffectRun, at site: CallSite) {
        beginStep(for: source.eventID, at: site)
        self.source = source
    }

    /// Begins the step of an action that was held back; false if the action no longer counts.
    func beginStep(ofDelayed event: EventID?, fedBackBy source: EffectRun?, at site: CallSite?) -> Bool {
        beginStep(for: event, at: site)
        self.source = source
        subject = .heldAction
        return !(event?.isCancelled ?? false) && !(source?.isCancelled ?? false)
    }

    /// A handler that can dispatch is called.
    @usableFromInline
    func beginCall() -> HandlerCall {
        lastCall += 1
        call = lastCall
        return call
    }

    /// What the handler has asked for has begun.
    @usableFromInline
    func endCall() { call = 0 }

    /// Ends the step of a queued action unless it has to wait. Its states are handed on later, with those of other steps.
    @usableFromInline
    func endQueuedStep() -> StepEnd {
        followSlices()
        if isSuspended || sink.hasUnflushedStates { return .open }
        // Whoever awaits the event is to find its states handed on.
        if inFlight.hasWaiters, origin?.isAwaited ?? false { return .open }
        endStep()
        return hasWaitingCallers || tasks.isCancelled ? .yield : .done
    }

    /// Hands the states of the step on and ends it; false if it has to wait for either.
    func tryEndStep(isLast: Bool) -> Bool {
        guard !isSuspended, isLast ? rest() : flush() else { return false }
        endStep()
        sink.stepEnded()
        return true
    }

    /// Waits for what the open step waits for, hands its states on and ends it.
    func settleStep() async {
        if isSuspended { await settle() }
        await flushAll()
        endStep()
        sink.stepEnded()
    }

    /// Hands on what is emitted; false if it has to wait for demand.
    @usableFromInline
    func flush() -> Bool { sink.flush() }

    /// Does so, and says that the state stays as it is until work begins.
    ///
    /// At the end of a row of actions and of a turn, before whoever awaits an event goes on, and wherever a step waits: so one
    /// that subscribes begins with the present state at once, unless it comes in the middle of a row.
    @usableFromInline
    func rest() -> Bool { rootScope?.rest() ?? sink.flush() }

    /// For one who is about to be told of an event's end, so that it finds the event's state handed on.
    func restIfIdle() { if !isStepping { _ = rest() } }

    /// Before anything of the graph changes: one that subscribes from now on is let in later, one that has is let in now.
    private func beginWork() {
        if let audience = sink.audience, audience.needsAttention { rootScope?.beginWork() }
    }

    /// Whether somebody wants a turn, or only into the isolation.
    @usableFromInline var hasWaitingCallers: Bool { token.gate.hasWaiters || token.visitors.areWaiting }

    func beginStep(for origin: EventID?, at site: CallSite? = nil) {
        beginWork()
        self.origin = origin
        self.site = site
        subject = .none
        isStepping = true
    }

    /// The last part of a step: children whose slice has gone end, and those whose slice has come start; then effects end
    /// whose phase has been left.
    ///
    /// Complexity: a look where no child lives in a slice that can be absent and no machine has effects under way; else
    /// a look for each such child and each machine, but of the rows of a collection only at those that the step touched.
    func followSlices() {
        // What is left of the step may begin a phase, and leave it.
        guard !isSuspended else { return deferUntilSettled { self.followSlices() } }
        guard let rootScope, rootScope.needsFollowing else { return }
        rootScope.followSlices()
    }

    var hasPhases: Bool { phaseCount > 0 }

    /// A machine starts effects that end with its phase.
    func beginPhase() { phaseCount += 1 }

    /// The phase of a machine that began one is over.
    func endPhase() { phaseCount -= 1 }

    private func endStep() {
        let (event, source) = (origin.take(), source.take())
        isStepping = false
        if !dueAfterStep.isEmpty { runWhatIsDue() }
        switch subject {
        case .none: break
        case .event: if let event { inFlight.handled(event) }
        case .feedback: source?.endFeedingBack()
        case .heldAction: inFlight.release(event)
        }
    }

    /// Runs `body` now, or when the running step, which a transformer or demand has suspended, is over: then what it
    /// does is the same whenever it comes. A graph that has been torn down may have left a step open for good.
    func afterStep(_ body: @escaping () -> Void) {
        if isStepping, graph != nil { dueAfterStep.append(body) } else { body() }
    }

    private func runWhatIsDue() {
        let due = dueAfterStep
        dueAfterStep = []
        for body in due { body() }
    }

    /// Gives the step's states to the host, which may wait for demand.
    func flushAll() async {
        while !rest() { await sink.waitForDemand() }
    }

    /// Whether nothing is under way, so that only an action can change the graph.
    var isQuiet: Bool {
        !inFlight.hasRuns && !holdsActions && !bridges.parts.contains(where: \.isBridging)
    }

    // MARK: Held actions

    /// See ``HeldActions/add(_:_:)``.
    func beginHolding(_ part: any HoldingNode, _ own: DeadlineWatch) -> DeadlineWatch {
        holdsActions = true
        return held.add(part, own)
    }

    func endHolding(_ part: any HoldingNode, _ watch: DeadlineWatch) {
        held.remove(part, watch)
        holdsActions = !held.isEmpty
    }

    /// Begins the step of the held action whose deadline passed first; false if none is due.
    ///
    /// Comes before every step: the task that sleeps until a deadline needs a turn as well, and an action is handled
    /// before whatever arrives after its deadline, however late the host has a turn for either.
    @usableFromInline
    func beginDueStep() -> Bool {
        // The graph's first step may be open still, and a graph that has been cancelled handles nothing.
        guard !isStepping, !tasks.isCancelled, let part = held.nextDue() else { return false }
        part.beginDueStep()
        return true
    }

    /// Handles the held actions that are due, each in a step of its own; for a caller with a turn.
    func handleDueActions() async {
        while holdsActions, beginDueStep() {
            followSlices()
            if !tryEndStep(isLast: false) { await settleStep() }
        }
    }

    /// The part to hand on its action next at the finish, without waiting for its window; nil if there is none.
    ///
    /// An action that arrived while the graph was finishing waits as long as effects run.
    var nextToFlush: (any HoldingNode)? {
        held.earliest { !$0.arrivedWhileFinishing || !inFlight.hasRuns }
    }

    // MARK: Without waiting

    @usableFromInline var isCancelled: Bool { tasks.isCancelled }

    /// Takes a turn if the line is empty.
    @usableFromInline
    func tryTurn() -> Turn? { token.gate.tryEnter() ? Turn(self) : nil }

    /// Keeps a turn for the task that ends it.
    func park(_ turn: consuming Turn) { parkedTurn = consume turn }

    /// The turn that was parked, for the caller to end; nil if there is none.
    func unpark() -> Turn? { parkedTurn.take() }

    // MARK: Ending

    /// From now on `.observe` effects are cancelled, those that start later included.
    func beginFinishing() {
        isFinishing = true
        inFlight.cancelObservers()
    }

    /// Drops everything without delivering it; the tasks have been cancelled.
    ///
    /// Runs in the isolation, and so do the ends of the nodes and of what they capture: nobody else owns them, but for a
    /// suspended step, which lets go of them at its end, here as well.
    func tearDown() {
        // First what is queued, so that whoever is resumed finds it cancelled.
        graph?.cancelAll()
        inFlight.abandonAll()
        for part in held.parts { part.dropDelayed() }
        for bridge in bridges.parts { bridge.stopBridge() }
        bridges.removeAll()
        sink.cancel()
        // For good: whoever subscribes later begins with this state, and the end.
        _ = rest()
        graph?.dropParts()
        graph = nil
        rootScope = nil
        // A step that was open stays open, and what has ended meanwhile must let go of its scope.
        runWhatIsDue()
    }
}
