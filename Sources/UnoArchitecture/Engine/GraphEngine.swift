/// The mutable state of a running graph: the open step, the event that it belongs to, and everything in flight.
///
/// Not `Sendable`: it lives in the graph's isolation, which owns it. The engine owns the graph, whose parts refer back
/// to the engine: a reference cycle, which `tearDown()` breaks at the end of every graph.
///
/// ```
/// made -> attached: steps -> finishing: steps, and starts no `.observe` effect -> torn down: no step begins
/// ```
///
/// A step ends with nothing left over: no emission pending, no suspension, no effect due; `checkPairs()` checks that in debug
/// builds, after each step.
///
/// Fields that are read for each action opt out of run-time exclusivity checks: the isolation runs one piece of code at
/// a time, and no access lasts longer than a statement.
@usableFromInline
package final class GraphEngine {
    // What it is made with.
    let tasks: GraphTasks
    @usableFromInline package let token: IsolationToken
    /// Where the states go. A constant: reading a variable retains it.
    let sink: AnyStateSink
    @exclusivity(unchecked) unowned var isolation: GraphIsolation!

    // What it runs; nil after the tear-down. Held until then: an effect that outlives its host may still call into the parts.
    @exclusivity(unchecked) var graph: GraphContents?
    @exclusivity(unchecked) var rootScope: AnyScope?

    // What runs now, what of it waits, what comes next, and what is not over.
    @exclusivity(unchecked) @usableFromInline package var step = OpenStep()
    @exclusivity(unchecked) @usableFromInline var suspension = Suspension()
    @exclusivity(unchecked) @usableFromInline var agenda = Agenda()
    var launches = EffectLaunches()
    let inFlight: EventsInFlight

    /// What parts do beside the steps of actions.
    @exclusivity(unchecked) package var following = Followed()
    var making = PartMaking()
    var isFinishing = false
    /// The number of actions skipped since the last `noteHandled(_:)`.
    var skippedCount: Int32 = 0
    /// The awaited events that the open step has made over; their waiters resume when what was emitted is published.
    var endedWaits: [EventID] = []
    #if DEBUG
        /// Whether a turn is on its way to who takes it over.
        var turnIsHandedOver = false
    #endif

    var settings: GraphSettings? { token.settings }
    var observer: (any EngineObserver)? { settings?.observer }
    var listener: (any GraphListener)? { settings?.listener }
    /// The harness of a feature under test; nil elsewhere.
    package var underTest: FeatureUnderTest? { settings?.underTest }

    package var log: DiagnosticLog {
        _read { yield token.log }
    }

    @inlinable var status: GraphStatus {
        @inline(__always) _read { yield token.status }
    }

    init(token: IsolationToken, tasks: GraphTasks, sink: AnyStateSink) {
        self.token = token
        self.sink = sink
        self.tasks = tasks
        let settings = token.settings
        step.timer = settings?.observer == nil && settings?.listener == nil ? nil : StepTimer()
        inFlight = EventsInFlight(limit: settings?.effectLimit ?? GraphSettings.defaultEffectLimit)
    }

    // MARK: Suspending

    @inlinable var isSuspended: Bool {
        @inline(__always) get { suspension.isOn }
    }

    /// Defers the rest of an interrupted part until the bridge that interrupted it is settled; see `AnyScope.then(_:_:)`.
    @usableFromInline func deferUntilSettled(_ rest: @escaping () -> Void) { suspension.collect(.run(rest)) }

    /// Runs the frames of the suspended step, innermost first, until none is left.
    func resumeFrames() async {
        // Frames refer to parts of the graph, which may be torn down while this waits for a bridge.
        let parts = graph?.parts
        defer { withExtendedLifetime(parts) {} }
        // A transformer is cancelled before the tear-down, and from then on no handler runs; the frames refer to the graph.
        while let frame = suspension.resume(isCancelled: tasks.isCancelled) {
            switch frame {
            case .run(let rest):
                resumeWork()
                withEventLocals(rest)
            case .wait(let wait):
                // Flush first: emitted states must neither wait for the transformer nor accumulate while it yields.
                await flushAll()
                let watch = beginStall(for: wait.part)
                let hasNext = await wait.hasNext()
                endStall(watch)
                guard hasNext else { continue }
                suspension.repeatLater(frame)
                resumeWork()
                withEventLocals { wait.deliver() }
            }
        }
    }

    // MARK: Steps

    var isStepping: Bool { step.isOpen }

    /// Begins a step, runs `body` with the task-local values of its event, and follows the slices. The caller must have a
    /// turn, which ends the step.
    ///
    /// No step begins for a held or a next action whose event, or whose effect, has been cancelled.
    ///
    /// - Parameters:
    ///   - effect: the effect that fed the action back, changes the state or is followed. For `.fedBack`, it has counted the
    ///     action, and the end of the step tells it that the action has been handled.
    ///   - reply: hears at the end of the step what has become of the action.
    func step(
        _ cause: StepCause,
        of event: EventID? = nil,
        by effect: EffectRun? = nil,
        at site: CallSite? = nil,
        carrying context: CarriedContext? = nil,
        reply: HandledReply? = nil,
        _ body: () -> Void
    ) {
        if cause == .held || cause == .next, sweepIfCancelled(event) || effect?.isCancelled ?? false {
            return release(event)
        }
        begin(cause, of: event, at: site, effect, context, reply)
        withEventLocals(body)
        followSlices()
    }

    /// Begins the step of a queued action; false if the action is skipped, because its event or the effect that fed it back
    /// has been cancelled. Apart from `step`, because it runs for each action.
    @usableFromInline
    func beginStep(of event: consuming EventID?, _ details: EntryDetails?) -> Bool {
        if let details { return beginStep(of: event, with: details) }
        if event?.isCancelled ?? false { return skip(event) }
        begin(.sent, of: consume event, at: nil)
        if step.timer != nil { beginTimedStep() }
        return true
    }

    private func beginStep(of event: EventID?, with details: EntryDetails) -> Bool {
        guard let source = details.effect?.openHere(in: isolation) else {
            if event?.isCancelled ?? false { return skip(event) }
            begin(.sent, of: event, at: details.site, nil, details.context)
            if let transaction = details.transaction { show(with: transaction) }
            return true
        }
        if source.isCancelled { return skip(event, of: source, details.takeReply()) }
        begin(.fedBack, of: event, at: details.site, source, source.context, details.takeReply())
        return true
    }

    /// Ends the step of a queued action, unless it must wait. Its states are flushed later, with those of other steps.
    @usableFromInline func endQueuedStep() -> StepEnd {
        if isSuspended { return .open }
        partsHaveRun()
        if sink.hasUnflushedStates { return .open }
        endStep()
        return agenda.intake == .closing || hasWaitingCallers || tasks.isCancelled ? .yield : .done
    }

    /// Flushes the states of the open step and ends it; returns false if the step or the flush must wait.
    ///
    /// - Parameter isLast: whether to rest: no other step of the turn is expected; see ``publishStable()``.
    @usableFromInline func tryEndStep(isLast: Bool) -> Bool {
        guard !isSuspended else { return false }
        partsHaveRun()
        guard isLast ? publishStable() : flush() else { return false }
        endStep()
        sink.stepEnded()
        return true
    }

    /// Waits until the open step is settled, flushes its states and ends it.
    func settleStep() async {
        if isSuspended { await resumeFrames() }
        partsHaveRun()
        await flushAll()
        endStep()
        sink.stepEnded()
    }

    /// Called when all parts of the open step have run: starts its effects. An event that was cancelled meanwhile is swept even if no
    /// effect is due: its parts may have led to something after the visit of the cancellation.
    @inline(__always)
    private func partsHaveRun() {
        if launches.areDue || step.event?.isCancelledInFlight ?? false { startDueEffects() }
    }

    /// Gives the emitted states to the sink; returns false if that must wait for demand.
    @usableFromInline func flush() -> Bool { sink.flush() }

    /// Flushes, and declares the state stable until work begins.
    ///
    /// Called at the end of a batch of actions and of a turn, before a task that awaits an event resumes, and wherever
    /// a step waits. So a new subscriber starts from the current state at once, unless it arrives during a batch.
    @usableFromInline func publishStable() -> Bool {
        guard rootScope == nil ? sink.flush() : sink.publishStable() else { return false }
        if !endedWaits.isEmpty { resumeWaiters() }
        return true
    }

    /// Called before the graph changes: admits the waiting subscribers; those that arrive from now on must wait.
    private func beginWork() {
        if sink.needsAttention, rootScope != nil { sink.beginWork() }
    }

    /// Called before the graph changes in an open step, which may have rested where it waited: subscribers that arrive from now on
    /// must wait for the step's end, or for its next wait.
    private func resumeWork() {
        if sink.isResting, rootScope != nil { sink.beginWork() }
    }

    @inline(__always)
    private func begin(_ cause: StepCause, of event: consuming EventID?, at site: CallSite?) {
        #if DEBUG
            if let open = step.cause, graph != nil {
                fatalError("A step (\(cause)) began within another one (\(open))")
            }
        #endif
        beginWork()
        step.begin(cause, of: consume event, at: site)
        status.beginStep(at: LiteralPlace(site))
    }

    private func begin(
        _ cause: StepCause,
        of event: EventID?,
        at site: CallSite?,
        _ effect: EffectRun?,
        _ context: CarriedContext?,
        _ reply: HandledReply? = nil
    ) {
        begin(cause, of: event, at: site)
        step.take(effect, context, reply)
        if step.timer != nil { beginTimedStep() }
    }

    /// Runs what may end parts of the graph; returns false if that has cancelled the effect whose action is being handled: nothing
    /// of a cancelled effect arrives, not at the part that has taken the place of the one that it belonged to either.
    @usableFromInline
    package func keepsSource(during body: () -> Void) -> Bool {
        guard let source = step.source, !source.wasCancelled else {
            body()
            return true
        }
        body()
        return !source.wasCancelled
    }

    /// The last part of a step: ends children whose slice has disappeared, starts children whose slice has appeared,
    /// then ends effects whose phase has been left.
    ///
    /// Complexity: O(1) if no child's slice can be absent and no machine is in a phase with effects; otherwise O(n) in these
    /// children and machines, but of a collection's rows only those that the step touched are visited.
    @usableFromInline func followSlices() {
        // The remaining frames of the step may begin and leave a phase.
        guard !isSuspended else { return deferUntilSettled { self.followSlices() } }
        guard let rootScope, rootScope.needsFollowing else { return }
        withEventLocals { followSlices(of: rootScope) }
    }

    private func followSlices(of rootScope: AnyScope, after rounds: Int = 0) {
        for round in rounds..<Followed.mostRounds {
            // From here on, note whether another thread changes a value: such values are copied in every round, too, and overlap nothing.
            if round == Followed.mostRounds / 2 { following.values.beginWatch() }
            for part in following.values.takeChanged() { part.touch() }
            rootScope.followSlices()
            if isSuspended {
                // While a part waited, others may have changed what has been looked at already.
                return deferUntilSettled { self.followSlices(of: rootScope, after: round + 1) }
            }
            guard following.values.areCopied else { return }
        }
        guard following.values.areCopied, following.values.wereLeftAlone else { return }
        log.report(
            .copiesOverlap,
            """
            Shared values are copied to places of the state that overlap, so each copy overwrites another one, and the last of \
            \(Followed.mostRounds) rounds stands. Observe each value at a place of its own. The types are \
            \(following.values.copiedTypes)
            """,
            at: nil
        )
    }

    /// Copies what has changed outside the graph, if no step has done so, in a step of its own.
    func copyChangedValues() {
        let parts = following.values.takeChanged()
        if !parts.isEmpty { step(.shared) { for part in parts { part.touch() } } }
    }

    /// Ends the open step, if there is one.
    private func endStep() {
        guard let (cause, event, effect) = step.end() else { return }
        status.endStep()
        runWhatIsDue()
        if step.timer != nil { endTimedStep() }
        releaseStepValues()
        // Whoever has asked meanwhile was told that the event is cancelled.
        if tasks.isCancelled { event?.cancel() }
        switch cause {
        case .sent: if let event { endWaits(for: event, event.add(.handled)) }
        case .fedBack: effect?.endFeedingBack()
        case .held, .next: release(event)
        case .start, .effect, .transformer, .shared, .finish: break
        }
        if !endedWaits.isEmpty {
            graph?.freePlaces()
            _ = publishStable()
        }
        #if DEBUG
            checkPairs()
        #endif
    }

    /// Runs `body` at the end of the running step, or now if there is none. A transformer or demand may keep a step
    /// open; what `body` does must not depend on when it arrives during the step.
    ///
    /// After the tear-down, `body` runs at once: the graph may have left a step open permanently.
    package func afterStep(_ body: @escaping () -> Void) {
        if isStepping, graph != nil { step.defer(body) } else { body() }
    }

    /// Has the host show the states of the running step with `transaction`; those of later steps are shown without it.
    func show(with transaction: ViewTransaction) {
        sink.carry(transaction)
        afterStep { [sink] in sink.carry(nil) }
    }

    func runWhatIsDue() {
        guard let due = step.takeDue() else { return }
        for body in due { body() }
    }

    /// Releases the values that the step has carried, and tells the outcome of its action.
    func releaseStepValues() {
        guard let (reply, outcome) = step.release() else { return }
        graph?.freePlaces()
        reply.resolve(outcome)
    }

    // MARK: Events

    /// Counts something that the event has led to; each call is balanced by one of `release(_:)`.
    func retain(_ event: EventID?) { if let event { inFlight.retain(event) } }

    @usableFromInline
    func release(_ event: EventID?) {
        if let event, let status = inFlight.release(event) { endWaits(for: event, status) }
    }
}

#if DEBUG
    extension GraphEngine {
        /// Traps if fields that say the same have come apart; called at the end of each step.
        func checkPairs() {
            func check(_ isRight: Bool, _ field: StaticString) {
                if !isRight { fatalError("At the end of a step, \(field) is wrong") }
            }
            check(agenda.isConsistent, "the agenda")
            check(following.phases >= 0, "the number of phases")
            check(inFlight.isConsistent, "the number of effects in flight")
            check(step.isCleared, "what the step leaves behind")
            check(!isSuspended && !launches.areDue, "what waits")
            // In a cancelled graph no handler runs, and so nothing emits what was pending, or ends a hold, when the step was suspended.
            guard let rootScope, !tasks.isCancelled else { return }
            check(!rootScope.needsEmission && rootScope.emissionHolds == 0, "the pending emission")
        }

        /// Traps if a turn is taken over that was not handed over, or while one is on its way to who takes it over.
        func turnChangesHands(wasHandedOver: Bool, isHandedOver: Bool) {
            guard turnIsHandedOver == wasHandedOver else {
                fatalError(
                    wasHandedOver
                        ? "A turn is taken over, and none was handed over"
                        : "A turn begins while one is handed over")
            }
            turnIsHandedOver = isHandedOver
        }
    }
#endif
