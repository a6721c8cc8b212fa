internal import AsyncKit

/// The mutable state of a running graph: the open step, the event that it belongs to, and everything in flight.
///
/// Not `Sendable`: it lives in the graph's isolation, which owns it. The engine owns the graph, whose parts refer back
/// to the engine: a reference cycle, which `tearDown()` breaks at the end of every graph.
///
/// Fields that are read for each action opt out of run-time exclusivity checks: the isolation runs one piece of code at
/// a time, and no access lasts longer than a statement.
@usableFromInline
package final class GraphEngine {
    /// A part of a step that is still to run after a bridge has suspended the step.
    enum Frame {
        /// Resumes a part that was interrupted.
        case run(() -> Void)
        /// Waits for a bridge, until it is settled.
        case wait(any StepWait)
    }

    let tasks: GraphTasks
    @usableFromInline let token: IsolationToken
    @exclusivity(unchecked) unowned var isolation: GraphIsolation!
    /// The event that the running step belongs to; nil for a step that no event caused.
    @exclusivity(unchecked) @usableFromInline var origin: EventID?
    /// The effect that fed back the action of the running step.
    @exclusivity(unchecked) private(set) var source: EffectRun?
    /// The handler call whose emission is being carried out; 0 for a handler that cannot dispatch.
    @exclusivity(unchecked) private(set) var call: HandlerCall = 0
    private var lastCall: HandlerCall = 0
    /// Where the action of the running step was sent from, if known.
    @exclusivity(unchecked) @usableFromInline private(set) var site: CallSite?
    let inFlight: InFlightTable
    let settings: GraphSettings?
    var observer: (any EngineObserver)? { settings?.observer }
    /// The task-local values of the running step's event, in a host that carries any.
    @exclusivity(unchecked) @usableFromInline var context: CarriedContext?
    /// Hears what becomes of the action of the running step.
    var reply: HandledReply?
    /// Why the open step was begun; nil between two steps. Set by `begin(_:of:at:)` and taken by `endStep()` only, so a
    /// step that was refused is never ended, and none is ended twice.
    @exclusivity(unchecked) private(set) var cause: StepCause?
    var held = HeldActions()
    /// Where the states go. A constant: reading a variable retains it.
    let sink: AnyStateSink
    /// Held until the tear-down: an effect that outlives its host may still call into the parts.
    @exclusivity(unchecked) private(set) var graph: GraphContents?
    @exclusivity(unchecked) private(set) var rootScope: AnyScope?
    /// The frames of the suspended step, the next one last.
    @exclusivity(unchecked) private var frames: [Frame] = []
    /// The frames that the running code has left, innermost first.
    @exclusivity(unchecked) private var collected: [Frame] = []
    private var effectCount: EffectRun.Number = 0
    /// Work deferred to the end of the running step; see `afterStep(_:)`.
    @exclusivity(unchecked) private var dueAfterStep: [() -> Void] = []
    /// What few graphs need; nil before its first use. See ``RareParts``.
    var rareParts: RareParts?
    /// Only with an observer that hears of steps.
    @exclusivity(unchecked) var stepTimer: StepTimer?
    /// What handlers have named to come next, the first one last, and behind it what the running step has named, in order.
    var nextActions: [NextAction] = []

    #if DEBUG
        /// The changes of the running step whose handlers have emitted nothing.
        var unshownChanges: [UnshownChange] = []
    #endif

    // Kept adjacent to avoid padding.
    var launches = EffectLaunches()
    /// Whether a bridge has suspended the running step. A part that finds it true defers its remaining work as a frame.
    @exclusivity(unchecked) @usableFromInline private(set) var isSuspended = false
    private(set) var isFinishing = false
    /// Whether so many effects are under way that the host must pause before the next action that was sent.
    @exclusivity(unchecked) @usableFromInline var mustPause = false
    /// Whether the host has paused.
    @exclusivity(unchecked) @usableFromInline var isPaused = false
    /// Whether a part holds an action, or a handler has named a next one: these come before the queued actions.
    @exclusivity(unchecked) @usableFromInline var holdsActions = false
    /// Whether a handler has named an action that has not been handled.
    @exclusivity(unchecked) @usableFromInline var hasNextActions = false
    /// Whether the running step has values to release or an outcome to tell; see `endRareParts()`.
    @exclusivity(unchecked) var hasRareParts = false
    /// Whether a part that the action of the running step addressed had ended or did not exist.
    var isRefused = false
    /// The number of actions skipped since the last `noteHandled(_:)`.
    var skippedCount = 0
    /// The number of machines that may have effects of a phase in flight. A part beside or around a machine may move it
    /// out of its phase, so while there are any, every step checks the phases.
    @exclusivity(unchecked) private(set) var phaseCount: Int32 = 0
    /// The number of ``nextActions`` that the running step has not named.
    var olderNextActions: Int32 = 0
    /// The number of parts that follow a value outside the graph.
    var observationCount: Int32 = 0
    /// The number of parts made so far that follow a value without an action; wraps around.
    var followingPartCount: UInt32 = 0
    /// The depth of the part that is being made.
    var nesting = Nesting()
    /// Changes with each emission of a handler that holds more than a state; wraps around.
    var effectEmissions: UInt32 = 0

    var log: DiagnosticLog {
        _read { yield token.log }
    }

    @inlinable var status: GraphStatus {
        @inline(__always) _read { yield token.status }
    }

    init(token: IsolationToken, tasks: GraphTasks, sink: AnyStateSink, settings: GraphSettings?) {
        self.token = token
        self.sink = sink
        self.tasks = tasks
        self.settings = settings
        stepTimer = settings?.observer.map { StepTimer($0) }
        inFlight = InFlightTable(limit: settings?.effectLimit ?? GraphSettings.defaultEffectLimit)
    }

    func nextEffectNumber() -> EffectRun.Number {
        effectCount += 1
        effectEmissions &+= 1
        return effectCount
    }

    /// Connects the engine to the graph that it runs.
    func attach(_ graph: GraphContents, _ rootScope: AnyScope) {
        self.graph = graph
        self.rootScope = rootScope
    }

    // MARK: Suspending

    /// Defers the rest of an interrupted part until the bridge that interrupted it is settled.
    @usableFromInline func deferUntilSettled(_ rest: @escaping () -> Void) { collected.append(.run(rest)) }

    /// Runs `body` now, or when the suspended step resumes.
    func whenSettled(_ body: @escaping () -> Void) {
        if isSuspended { deferUntilSettled(body) } else { body() }
    }

    /// Suspends the step until `wait` has no next piece.
    func suspend(for wait: any StepWait) {
        isSuspended = true
        collected.append(.wait(wait))
    }

    /// Runs the frames of the suspended step, innermost first, until none is left.
    func settle() async {
        // Frames refer to parts of the graph, which may be torn down while this waits for a bridge.
        let parts = graph?.parts
        defer { withExtendedLifetime(parts) {} }
        while true {
            while let frame = collected.popLast() { frames.append(frame) }
            isSuspended = false
            // A transformer is cancelled before the tear-down, and from then on no handler runs; the frames refer to the graph.
            if tasks.isCancelled { frames = [] }
            guard let frame = frames.popLast() else { return }
            switch frame {
            case .run(let rest):
                beginWork()
                perform(rest)
            case .wait(let wait):
                // Flush first: emitted states must neither wait for the transformer nor accumulate while it yields.
                await flushAll()
                let watch = beginStall(wait.cause)
                let hasNext = await wait.hasNext()
                endStall(watch)
                guard hasNext else { continue }
                frames.append(frame)
                beginWork()
                perform { wait.deliver() }
            }
        }
    }

    // MARK: Steps

    var isStepping: Bool { cause != nil }

    /// Begins a step, runs `body` with the task-local values of its event, and follows the slices. The caller must have a
    /// turn, which ends the step.
    ///
    /// No step begins for a held or a next action whose event, or whose effect, has been cancelled.
    ///
    /// - Parameters:
    ///   - source: the effect that fed the action back. For `.fedBack`, it has counted the action, and the end of the step
    ///     tells it that the action has been handled.
    ///   - reply: hears at the end of the step what has become of the action.
    func step(
        _ cause: StepCause,
        of event: EventID? = nil,
        fedBackBy source: EffectRun? = nil,
        at site: CallSite? = nil,
        carrying context: CarriedContext? = nil,
        reply: HandledReply? = nil,
        _ body: () -> Void
    ) {
        if cause == .held || cause == .next, event?.isCancelled ?? false || source?.isCancelled ?? false {
            return inFlight.release(event)
        }
        begin(cause, of: event, at: site)
        self.source = source
        carry(context)
        take(reply)
        perform(body)
        followSlices()
    }

    /// Begins the step of a queued action; false if the action is skipped, because its event or the effect that fed it back
    /// has been cancelled. Apart from `step`, because it runs for each action.
    @usableFromInline
    func beginStep(of event: consuming EventID?, _ details: EntryDetails?) -> Bool {
        if let details { return beginStep(of: event, with: details) }
        if event?.isCancelled ?? false { return skip(event) }
        begin(.sent, of: consume event, at: nil)
        return true
    }

    private func beginStep(of event: EventID?, with details: EntryDetails) -> Bool {
        guard let source = details.effect?.openHere(in: isolation) else {
            if event?.isCancelled ?? false { return skip(event) }
            begin(.sent, of: event, at: details.site)
            carry(details.context)
            return true
        }
        if source.isCancelled { return skip(details.takeReply(), of: source) }
        begin(.fedBack, of: event, at: details.site)
        self.source = source
        carry(source.context)
        take(details.takeReply())
        return true
    }

    /// Takes who hears what becomes of the action of the step that begins.
    private func take(_ reply: HandledReply?) {
        guard let reply else { return }
        self.reply = reply
        hasRareParts = true
    }

    /// Called before a handler that can dispatch.
    @usableFromInline func beginCall() -> HandlerCall {
        lastCall += 1
        call = lastCall
        return call
    }

    /// Called when the effects that the handler requested have begun.
    @usableFromInline func endCall() { call = 0 }

    /// Ends the step of a queued action, unless it must wait. Its states are flushed later, with those of other steps.
    @usableFromInline func endQueuedStep() -> StepEnd {
        if isSuspended { return .open }
        if launches.areDue { startDueEffects() }
        if sink.hasUnflushedStates { return .open }
        // A task that awaits the event must find its states published.
        if inFlight.hasWaiters, origin?.isAwaited ?? false { return .open }
        endStep()
        return mustPause || hasWaitingCallers || tasks.isCancelled ? .yield : .done
    }

    /// Flushes the states of the open step and ends it; returns false if the step or the flush must wait.
    @usableFromInline func tryEndStep(isLast: Bool) -> Bool {
        guard !isSuspended else { return false }
        if launches.areDue { startDueEffects() }
        guard isLast ? rest() : flush() else { return false }
        endStep()
        sink.stepEnded()
        return true
    }

    /// Waits until the open step is settled, flushes its states and ends it.
    func settleStep() async {
        if isSuspended { await settle() }
        if launches.areDue { startDueEffects() }
        await flushAll()
        endStep()
        sink.stepEnded()
    }

    /// Gives the emitted states to the sink; returns false if that must wait for demand.
    @usableFromInline func flush() -> Bool { sink.flush() }

    /// Flushes, and declares the state stable until work begins.
    ///
    /// Called at the end of a batch of actions and of a turn, before a task that awaits an event resumes, and wherever
    /// a step waits. So a new subscriber starts from the current state at once, unless it arrives during a batch.
    @usableFromInline func rest() -> Bool { rootScope?.rest() ?? sink.flush() }

    /// Called before the graph changes: admits the waiting subscribers; those that arrive from now on must wait.
    private func beginWork() {
        if sink.needsAttention { rootScope?.beginWork() }
    }

    @inline(__always)
    private func begin(_ cause: StepCause, of origin: consuming EventID?, at site: CallSite?) {
        #if DEBUG
            if let open = self.cause, graph != nil {
                fatalError("A step (\(cause)) began within another one (\(open))")
            }
        #endif
        beginWork()
        self.origin = consume origin
        self.site = site
        self.cause = cause
        status.beginStep(at: LiteralPlace(site))
        if stepTimer != nil { beginTimedStep(cause) }
    }

    /// The last part of a step: ends children whose slice has disappeared, starts children whose slice has appeared,
    /// then ends effects whose phase has been left.
    ///
    /// Complexity: O(1) if no child's slice can be absent and no machine has effects in flight; otherwise O(n) in these
    /// children and machines, but of a collection's rows only those that the step touched are visited.
    @usableFromInline func followSlices() {
        // The remaining frames of the step may begin and leave a phase.
        guard !isSuspended else { return deferUntilSettled { self.followSlices() } }
        guard let rootScope, rootScope.needsFollowing else { return }
        perform { rootScope.followSlices() }
    }

    var hasPhases: Bool { phaseCount > 0 }

    /// Called when a machine starts effects that end with its phase.
    func beginPhase() { phaseCount += 1 }

    /// Called when the phase of such a machine is over.
    func endPhase() { phaseCount -= 1 }

    /// Ends the open step, if there is one.
    private func endStep() {
        guard let cause = cause.take() else { return }
        let (event, source) = (origin.take(), source.take())
        status.endStep()
        if !dueAfterStep.isEmpty { runWhatIsDue() }
        if stepTimer != nil { endTimedStep(cause, of: event) }
        #if DEBUG
            if !unshownChanges.isEmpty { reportUnshownChanges() }
        #endif
        if hasRareParts { endRareParts() }
        switch cause {
        case .sent: if let event { inFlight.handled(event) }
        case .fedBack: source?.endFeedingBack()
        case .held, .next: inFlight.release(event)
        case .start, .effect, .transformer, .shared, .finish: break
        }
        #if DEBUG
            checkPairs()
        #endif
    }

    /// Runs `body` at the end of the running step, or now if there is none. A transformer or demand may keep a step
    /// open; what `body` does must not depend on when it arrives during the step.
    ///
    /// After the tear-down, `body` runs at once: the graph may have left a step open permanently.
    func afterStep(_ body: @escaping () -> Void) {
        if isStepping, graph != nil { dueAfterStep.append(body) } else { body() }
    }

    private func runWhatIsDue() {
        let due = dueAfterStep
        dueAfterStep = []
        for body in due { body() }
    }

    // MARK: Ending

    /// Cancels the `.observe` effects; from now on none starts.
    func beginFinishing() {
        isFinishing = true
        inFlight.cancelObservers()
    }

    /// Drops everything without delivering it; the tasks have been cancelled before.
    ///
    /// Runs in the isolation. So do the deinitialisers of the nodes and of their captures: only the engine owns the
    /// nodes, apart from a suspended step, which releases them at its end, in the isolation as well.
    func tearDown() {
        // Cancel the queued actions first: a task that is resumed must find its action cancelled.
        graph?.cancelAll()
        inFlight.abandonAll()
        for part in held.parts { part.dropDelayed() }
        dropNextActions()
        #if DEBUG
            unshownChanges = []
        #endif
        for bridge in bridges.parts { bridge.stopBridge() }
        removeAllBridges()
        sink.cancel()
        // The last rest: a later subscriber starts from this state and then gets the end.
        _ = rest()
        graph?.dropParts()
        graph = nil
        rootScope = nil
        // An open step may never end, so run its deferred work now: ended effects must release their scopes.
        runWhatIsDue()
        launches.dropDue()
        endRareParts()
    }
}
