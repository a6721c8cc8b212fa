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
    @exclusivity(unchecked) @usableFromInline var origin: Ticket?
    /// The effect that has fed back the action of the running step.
    @exclusivity(unchecked) private(set) var source: EffectRun?
    /// The handler call whose emission is being followed; 0 for a handler that cannot dispatch.
    @exclusivity(unchecked) private(set) var call: HandlerCall = 0
    private var lastCall: HandlerCall = 0
    /// Where the action of the running step was sent from, if it is known.
    @exclusivity(unchecked) @usableFromInline private(set) var site: CallSite?
    let activities = Activities()
    /// The parts that hold an action back, the one that has done so longest first.
    @exclusivity(unchecked) private(set) var delays: [any DelayingNode] = []
    @exclusivity(unchecked) var bridges = Registrations<any BridgingNode>()
    @exclusivity(unchecked) private(set) var sink: AnyStateSink!
    /// The parts live until the graph is torn down: an effect that outlives its host may still be under way to them.
    private var graph: DrainWork?
    @exclusivity(unchecked) private var rootScope: AnyScope?
    /// The frames of the suspended step, the next one last.
    private var frames: [Frame] = []
    /// The frames that the running code has left, the innermost first.
    private var collected: [Frame] = []
    private var effectCount: EffectRun.Number = 0
    /// What became due in the middle of a step, for its end.
    @exclusivity(unchecked) private var dueAfterStep: [() -> Void] = []

    // What is small lies together, so that it takes two words.
    @exclusivity(unchecked) var launches = EffectLaunches()
    /// Whether a bridge has suspended the running step. A part that finds it true leaves what remains as a frame.
    @exclusivity(unchecked) @usableFromInline private(set) var isSuspended = false
    @exclusivity(unchecked) private(set) var isFinishing = false
    /// Whether a part holds an action back.
    @exclusivity(unchecked) @usableFromInline private(set) var holdsActions = false
    @exclusivity(unchecked) private(set) var isStepping = false
    /// Whether the running step is that of an action that was held back and is due.
    @exclusivity(unchecked) private var isDueStep = false
    /// How many machines may have effects of a phase under way. A part beside or around one may take it out of its phase.
    @exclusivity(unchecked) private var phaseCount: Int32 = 0
    /// Where in the graph the part is that is being made.
    @exclusivity(unchecked) var nesting = Nesting()

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
    func attach(_ graph: DrainWork, _ rootScope: AnyScope, _ sink: AnyStateSink) {
        self.graph = graph
        self.rootScope = rootScope
        self.sink = sink
    }

    // MARK: Suspending

    /// Leaves the rest of an interrupted part, to be run when what interrupted it is settled.
    @usableFromInline
    func afterwards(_ rest: @escaping () -> Void) { collected.append(.run(rest)) }

    /// Runs `body` now, or when the step goes on.
    func proceed(_ body: @escaping () -> Void) {
        if isSuspended { afterwards(body) } else { body() }
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
                await handOn()
                guard let delivery = await wait() else { continue }
                frames.append(frame)
                beginWork()
                delivery()
            }
        }
    }

    // MARK: Steps

    /// What a step needs when its synchronous part is over.
    @usableFromInline
    enum Completion {
        /// Nothing: it is over.
        case done
        /// Nothing, but the drain loop is expected elsewhere.
        case due
        /// It has to settle, or its states have to be handed on.
        case open
    }

    /// Begins the step of a queued action; false if the action no longer counts: its event has been cancelled, or the
    /// effect that has fed it back.
    @usableFromInline
    func beginStep(of event: Ticket?, _ notes: EntryNotes?) -> Bool {
        beginStep(for: event)
        guard let notes else { return !(event?.isCancelled ?? false) }
        site = notes.site
        guard let effect = notes.effect else { return !(event?.isCancelled ?? false) }
        let source = effect.openHere(in: isolation)
        self.source = source
        return !source.isCancelled
    }

    /// Begins the step of an action that `source` feeds back without a queue.
    func beginStep(of source: EffectRun, at site: CallSite) {
        beginStep(for: source.ticket, at: site)
        self.source = source
    }

    /// Begins the step of an action that was held back; false if the action no longer counts.
    func beginStep(ofDelayed event: Ticket?, fedBackBy source: EffectRun?, at site: CallSite?) -> Bool {
        beginStep(for: event, at: site)
        self.source = source
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

    /// Ends the step of the queued event that began last, if nothing has to be waited for.
    @usableFromInline
    func completeStep(isFollowUp: Bool) -> Completion {
        followSlices()
        if isSuspended || sink.isOwing { return .open }
        // Whoever awaits the event is to find its states handed on.
        if activities.hasWaiters, origin?.isAwaited ?? false { return .open }
        endStep(isFollowUp: isFollowUp)
        return isWanted || tasks.isCancelled ? .due : .done
    }

    /// Hands on what is emitted; false if it has to wait for demand.
    @usableFromInline
    func publish() -> Bool { sink.flush() }

    /// Does so, and says that the state stays as it is until work begins.
    ///
    /// At the end of a row of actions and of a turn, before whoever awaits an event goes on, and wherever a step waits: so one
    /// that subscribes begins with the present state at once, unless it comes in the middle of a row.
    @usableFromInline
    func rest() -> Bool { rootScope?.rest() ?? sink.flush() }

    /// For one who is about to be told of an event's end, so that it finds the event's state handed on.
    func restBetweenSteps() { if !isStepping { _ = rest() } }

    /// Called before any part of the graph changes: later subscribers wait to be admitted, waiting ones are admitted now.
    private func beginWork() {
        if let audience = sink.audience, audience.needsAttention { rootScope?.beginWork() }
    }

    /// Whether somebody wants a turn, or only into the isolation.
    @usableFromInline var isWanted: Bool { token.turnLock.hasWaiters || token.visitors.areWaiting }

    /// Ends the step of the queued event that began last.
    func endStep(isFollowUp: Bool) {
        let event = origin.take()
        let source = source.take()
        endStep()
        if isDueStep {
            isDueStep = false
            activities.release(event)
        } else if isFollowUp {
            source?.endFeedingBack()
        } else if let event {
            activities.handled(event)
        }
    }

    func beginStep(for origin: Ticket?, at site: CallSite? = nil) {
        beginWork()
        self.origin = origin
        self.site = site
        isStepping = true
    }

    /// The last part of a step: children whose slice has gone end, and those whose slice has come start; then effects end
    /// whose phase has been left.
    ///
    /// Complexity: a look where no child lives in a slice that can be absent and no machine has effects under way; else
    /// a look for each such child and each machine, but of the rows of a collection only at those that the step touched.
    func followSlices() {
        // What is left of the step may begin a phase, and leave it.
        guard !isSuspended else { return afterwards { self.followSlices() } }
        guard let rootScope, rootScope.needsFollowing else { return }
        rootScope.followSlices()
    }

    var hasPhases: Bool { phaseCount > 0 }

    /// A machine starts effects that end with its phase.
    func beginPhase() { phaseCount += 1 }

    /// The phase of a machine that began one is over.
    func endPhase() { phaseCount -= 1 }

    func endStep() {
        origin = nil
        source = nil
        isStepping = false
        if !dueAfterStep.isEmpty { runWhatIsDue() }
    }

    /// Runs `body` now, or when the running step, which a transformer or demand has suspended, is over: then what it
    /// does is the same whenever it comes. A graph that has been torn down may have left a step open for good.
    func betweenSteps(_ body: @escaping () -> Void) {
        if isStepping, graph != nil { dueAfterStep.append(body) } else { body() }
    }

    private func runWhatIsDue() {
        let due = dueAfterStep
        dueAfterStep = []
        for body in due { body() }
    }

    /// Gives the step's states to the host, which may wait for demand.
    func handOn() async {
        while !rest() { await sink.waitForDemand() }
    }

    /// Whether nothing is under way, so that only an action can change the graph.
    var isQuiet: Bool {
        !activities.hasRuns && !holdsActions && !bridges.parts.contains(where: \.isBridging)
    }

    // MARK: Holding actions back

    func beginHolding(_ part: any DelayingNode) {
        delays.append(part)
        holdsActions = true
    }

    func endHolding(_ part: any DelayingNode) {
        delays.removeAll { $0 === part }
        holdsActions = !delays.isEmpty
    }

    /// Begins the step of the action that is held back and whose deadline passed first; false if none is due.
    ///
    /// Comes before every step: the task that sleeps until a deadline needs a turn as well, and an action is handled
    /// before whatever arrives after its deadline, however late the host has a turn for either. The caller ends the step as
    /// that of a follow-up: it does not end its event.
    ///
    /// Complexity: a look at a clock for each action that is held back.
    @usableFromInline
    func beginDueStep() -> Bool {
        // The graph's first step may be open still, and a graph that has been cancelled handles nothing.
        guard !isStepping, !tasks.isCancelled else { return false }
        guard let part = earliest(where: { $0.isDue() }) else { return false }
        isDueStep = true
        part.beginDueStep()
        return true
    }

    /// The part to hand on its action next at the finish, without waiting for its window; nil if there is none.
    ///
    /// An action that arrived while the graph was finishing waits as long as effects run.
    var nextToFlush: (any DelayingNode)? {
        earliest { !$0.arrivedWhileFinishing || !activities.hasRuns }
    }

    /// The part whose action is due first; where deadlines are equal, or of different clocks, the one that has held one
    /// longest.
    private func earliest(where isMeant: (any DelayingNode) -> Bool) -> (any DelayingNode)? {
        var earliest: (any DelayingNode)?
        for part in delays where isMeant(part) {
            if let first = earliest, !part.isDue(before: first) { continue }
            earliest = part
        }
        return earliest
    }

    // MARK: Without waiting

    @usableFromInline var isCancelled: Bool { tasks.isCancelled }

    /// Takes the turn if it is free.
    @usableFromInline
    func tryEnterTurn() -> Bool { token.turnLock.tryAcquire() }

    @usableFromInline
    func leaveTurn() { token.turnLock.release() }

    /// Ends a step that took a turn of its own and hands its states on; false if either has to be waited for.
    func finishStepNow() -> Bool {
        guard !isSuspended, rest() else { return false }
        endStep()
        sink.stepEnded()
        return true
    }

    /// Ends the step of a queued event and hands its states on; false if either has to be waited for.
    ///
    /// - Parameter isLast: whether, as far as is known, no other one follows.
    @usableFromInline
    func finishStepNow(isFollowUp: Bool, isLast: Bool) -> Bool {
        guard !isSuspended, isLast ? rest() : publish() else { return false }
        endStep(isFollowUp: isFollowUp)
        return true
    }

    // MARK: Ending

    /// From now on `.observe` effects are cancelled, those that start later included.
    func beginFinishing() {
        isFinishing = true
        activities.cancelObservers()
    }

    /// Drops everything without delivering it; the tasks have been cancelled.
    ///
    /// Runs in the isolation, and so do the ends of the nodes and of what they capture: nobody else owns them, but for a
    /// suspended step, which lets go of them at its end, here as well.
    func tearDown() {
        // First what is queued, so that whoever is resumed finds it cancelled.
        graph?.cancelAll()
        activities.abandonAll()
        for delay in delays { delay.dropDelayed() }
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

/// A part that holds actions back.
protocol DelayingNode: AnyObject {
    /// Looks at the clock; returns whether the deadline of the action that is held back has passed.
    func isDue() -> Bool
    /// Whether the deadline is before that of `other`; false if their clocks are of different types.
    func isDue(before other: any DelayingNode) -> Bool
    /// When the action that is held back is due; nil if none is.
    var deadline: (any InstantProtocol)? { get }
    /// Whether the graph was finishing when the action that is held back arrived.
    var arrivedWhileFinishing: Bool { get }
    /// Begins the step of the action that is held back.
    func beginDueStep()
    /// Handles the action that is held back, in the turn that the caller has.
    func flushDelayed()
    func dropDelayed()
    func dropDelayed(of ticket: Ticket)
}

/// A part that runs a stream transformer.
protocol BridgingNode: AnyObject {
    var isBridging: Bool { get }
    /// Whether a task sleeps that reports a transformer which keeps the end of the graph waiting.
    var isWatched: Bool { get }
    /// Tells the transformer that no more actions come, and waits for its last state within the running step.
    func finishBridge()
    func stopBridge()
}

/// The parts of a graph that need to hear of its end, in the order in which they were made.
struct Registrations<Part> {
    private struct Entry {
        let part: Part
        /// Which part it is: rising numbers.
        let number: UInt64
    }

    private var entries: [Entry] = []
    /// The number of the next part.
    private(set) var next: UInt64 = 0

    var parts: some Sequence<Part> { entries.lazy.map { $0.part } }

    mutating func add(_ part: Part) {
        entries.append(Entry(part: part, number: next))
        next += 1
    }

    /// Forgets parts that go while the graph goes on. Complexity: O(n).
    mutating func remove(_ gone: Range<UInt64>) {
        if !gone.isEmpty { entries.removeAll { gone.contains($0.number) } }
    }

    mutating func removeAll() { entries = [] }
}

extension GraphEngine {
    /// What was registered while some parts were made.
    struct Registered {
        let bridges: Range<UInt64>

        var hasBridges: Bool { !bridges.isEmpty }
    }

    /// Makes parts that may go before the graph does.
    func registering<Parts>(_ make: () -> Parts) -> (Parts, Registered) {
        let firstBridge = bridges.next
        let parts = make()
        return (parts, Registered(bridges: firstBridge..<bridges.next))
    }

    func forget(_ registered: Registered) {
        bridges.remove(registered.bridges)
    }
}
