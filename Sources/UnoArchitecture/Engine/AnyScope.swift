public import UnoAsync

/// A part of a graph that shares one state: its effects, by id and altogether.
@usableFromInline
class AnyScope {
    @usableFromInline let engine: GraphEngine
    private var runs = EffectList(of: .scope)
    private var queues: [AnyHashable: EffectQueue] = [:]
    /// Parts with something that lives and dies with the state's slices or phases; none of them is kept alive here.
    private var followers: [Follower] = []

    private struct Follower {
        weak let node: (any SliceFollowing)?
    }

    /// The scope that this one reports to; nil at the root.
    private let outer: AnyScope?
    /// The scope that emits for this one, which views a slice of its state; nil for a scope that emits itself.
    @usableFromInline let owner: AnyScope?
    /// Where the scope of a root emits to.
    @usableFromInline let sink: AnyStateSink?
    /// Counts the times that the scope went away: what began before belongs to nobody.
    private(set) var generation: UInt32 = 0
    /// Whether a follower has to follow every step; the others do only while effects of a phase may be under way.
    @exclusivity(unchecked) final private(set) var followsSteps = false
    /// False between going away and starting anew, and in a child that has not started; nothing begins meanwhile.
    @exclusivity(unchecked) @usableFromInline final private(set) var isOpen: Bool
    /// The part that has stepped wants the state emitted; see `settle()`.
    @exclusivity(unchecked) @usableFromInline final var needsEmission = false

    init(
        engine: GraphEngine,
        within outer: AnyScope? = nil,
        emittedBy owner: AnyScope? = nil,
        to sink: AnyStateSink? = nil
    ) {
        self.engine = engine
        self.outer = outer
        self.owner = owner
        self.sink = sink
        self.isOpen = outer == nil
    }

    /// The scope that emits for this one: itself, unless it views a slice of another's state.
    @inlinable final var emitter: AnyScope { owner ?? self }

    // MARK: Emitting

    /// Emits the state to whoever the scope reports to, and lets that one emit in turn.
    @usableFromInline
    final func emit() {
        if let owner { return owner.emit() }
        needsEmission = false
        report()
        outer?.settle()
    }

    func report() {}

    /// Emits the state if a part has left that to be done.
    ///
    /// A handler that wants its state emitted notes it and returns, and whoever had it step emits: before the scope
    /// does anything else, so that the order is that of the handlers. It is done after the handler rather than by it
    /// so that states go up through many levels in one loop instead of from call to call: a processor predicts where
    /// calls return to for a few dozen levels only (workload "When, nested", 16 deep: 1.1 × a bare stream, 0.6 × so).
    ///
    /// A step that suspends leaves nothing owing, and emitting may suspend: the parent may be a transformer.
    @inlinable @inline(__always)
    final func settle() {
        if let owner { return owner.settle() }
        guard needsEmission else { return }
        if let sink, let audience = sink.audience, audience.isEmpty {
            needsEmission = false
        } else {
            emit()
        }
    }

    /// For the scope of a root: the state is about to change.
    func beginWork() {}

    /// For the scope of a root: hands on what is emitted and says that the state stays as it is for now; false if it has to
    /// wait for demand first.
    func rest() -> Bool { true }

    /// Brings the state up to date before a step that begins here.
    func beginStep() {}

    // MARK: Slices

    final var hasFollowers: Bool { !followers.isEmpty }

    /// Whether there is anything to do at the end of a step.
    final var needsFollowing: Bool { followsSteps || engine.hasPhases && hasFollowers }

    /// - Parameter everyStep: false for a part that only follows phases.
    final func addFollower(_ node: any SliceFollowing, everyStep: Bool) {
        followers.append(Follower(node: node))
        if everyStep { followsSteps = true }
    }

    /// The state has changed: children whose slice has gone end, those whose slice has come start, and effects end
    /// whose phase has been left.
    final func followSlices() {
        guard isOpen else { return }
        for follower in followers { follower.node?.followSlice() }
    }

    // MARK: Effects

    /// Registers an effect, and launches it unless it has to wait its turn behind others with its id.
    func begin(_ run: EffectRun, waitingTurn: Bool) {
        runs.append(run)
        engine.inFlight.add(run)
        guard let id = run.id else { return run.launch() }
        // Looked up anew: a line that a constant holds as well is copied when it changes.
        if waitingTurn, !(queues[id]?.isFree ?? true) {
            queues[id]!.wait(run)
        } else {
            queues[id, default: EffectQueue()].run(run)
            run.launch()
        }
    }

    /// Queues `actions`, as those of an effect that is over when they have been handled; then `ended` is called.
    final func feedBack(_ actions: QueuedActions, of call: HandlerCall, ended: (() -> Void)?) {
        guard !(engine.origin?.isCancelled ?? false) else { return }
        let run = EffectRun(call: call, scope: self, continuation: ended)
        runs.append(run)
        engine.inFlight.add(run)
        run.begin(feedingBack: actions)
    }

    func hasEffect(id: AnyHashable) -> Bool { queues[id]?.isActive ?? false }

    /// The effects that carry `id`: those that wait, then those that run, each the oldest first.
    func effects(id: AnyHashable) -> [EffectRun] { queues[id]?.effects ?? [] }

    func cancelEffects(id: AnyHashable) {
        for run in effects(id: id) { run.cancel(.passed) }
    }

    /// The scope goes away: nothing that it started may be heard of again.
    func close() {
        isOpen = false
        needsEmission = false
        generation &+= 1
        let all = runs.all
        // Those that wait first: the end of one that runs would let them start.
        for run in all where run.isWaiting { run.cancel(.abandoned) }
        for run in all { run.cancel(.abandoned) }
    }

    /// The scope is there again, with nothing of before.
    func reopen() { isOpen = true }

    /// `run` no longer counts as active, although its task is alive.
    func retire(_ run: EffectRun) {
        if let id = run.id { queues[id]?.retire(run) }
    }

    /// `run`, which waited, will never run.
    func gaveUp(_ run: EffectRun) {
        guard let id = run.id else { return }
        queues[id]?.gaveUp()
        if queues[id]?.isFree ?? false { queues[id] = nil }
    }

    /// The task of `run` has ended: the next in line for its id starts.
    ///
    /// Not in the middle of a step, which a transformer or demand may have suspended: what the step lets wait, and what
    /// it cancels, does not depend on when an effect has wound up.
    func ended(_ run: EffectRun) {
        runs.remove(run)
        guard let id = run.id else { return }
        engine.afterStep { [self] in startNext(id, after: run) }
    }

    private func startNext(_ id: AnyHashable, after run: EffectRun) {
        guard queues[id] != nil else { return }
        // In a cancelled graph no task starts any more: those that wait are dropped when it is torn down, in a loop.
        queues[id]!.ended(run)
        if !engine.isCancelled, let next = queues[id]!.next() {
            next.launch()
        } else if queues[id]!.isFree {
            queues[id] = nil
        }
    }
}

/// A part with something that lives and dies with the scope's state: a child with a slice, effects with a phase.
protocol SliceFollowing: AnyObject {
    func followSlice()
}
