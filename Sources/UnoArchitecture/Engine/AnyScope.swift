public import AsyncKit
internal import Synchronization

/// A scope of a feature graph, with the state's type erased: its emissions, its effects, and what follows its slices.
@usableFromInline
package class AnyScope {
    @usableFromInline package let engine: GraphEngine
    private var runs = EffectList(of: .scope)
    private(set) var queues: [AnyHashable: EffectQueue] = [:]
    /// The parts whose children or effects depend on a slice or a phase of the state.
    @exclusivity(unchecked) private var followers: [FollowerLink] = []

    /// The parent scope, to which this scope emits; nil in the root scope and in a slice scope.
    private let outer: AnyScope?
    /// The scope that emits for this one, which views a slice of its state; nil for a scope with a state of its own.
    @usableFromInline let owner: AnyScope?
    /// The host's sink; nil except in the root scope.
    @usableFromInline let sink: AnyStateSink?
    /// Whether some follower must be called after every step. Otherwise followers are called only while effects of a
    /// phase may be in flight.
    @exclusivity(unchecked) final private(set) var followsSteps = false
    /// The outermost hold on a part of the scope's own state that has an address.
    @exclusivity(unchecked) @usableFromInline final var held: AnyStateHold?
    /// False between `close()` and `reopen()`, and in a child that has not started. Nothing begins in a closed scope.
    @exclusivity(unchecked) @usableFromInline package final private(set) var isOpen: Bool
    /// Whether an emission is pending: a handler has requested it, and `emitPending()` has not performed it.
    @exclusivity(unchecked) @usableFromInline package final var needsEmission = false
    #if DEBUG
        /// Changes with each emission and each request for one; wraps around.
        @usableFromInline final var emissions: UInt32 = 0
        /// The emitter's `emissions` when a handler left a change unshown that the end of the step looks at; nil for none.
        final var unshownAt: UInt32?
    #endif
    /// The number of parts that will settle the scope themselves, because the running action is not complete without them.
    @exclusivity(unchecked) @usableFromInline package final var emissionHolds: UInt32 = 0

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

    /// The nearest scope with a state of its own, which emits for this one: `owner`, or the scope itself.
    @inlinable package final var emitter: AnyScope { owner ?? self }

    // MARK: Emitting

    /// Emits the state to the parent or the sink, then performs the parent's pending emission.
    @usableFromInline
    final func emit() {
        if let owner { return owner.emit() }
        needsEmission = false
        letGoOfParts()
        #if DEBUG
            emissions &+= 1
        #endif
        if let sink { return sink.emit() }
        report()
        outer?.emitPending()
    }

    /// Passes the state of a scope with a parent to that.
    func report() {}

    /// A handler wants the state emitted; its caller does that when it calls ``emitPending()``.
    ///
    /// Call it on ``emitter``: a scope that views a slice emits nothing itself, and the request would be lost.
    @inlinable @inline(__always)
    package final func requestEmission() {
        #if DEBUG
            emissions &+= 1
        #endif
        needsEmission = true
    }

    /// Whether an emission is pending, and no part holds it back.
    @inlinable final var isDue: Bool { needsEmission && emissionHolds == 0 }

    /// Performs the pending emission, if there is one.
    ///
    /// A handler only records that it wants the state emitted. Its caller emits before the scope does anything else, so
    /// that states are emitted in the order of the handlers. Emitting after the handler returns, not inside it, passes
    /// states up through many levels in one loop rather than in nested calls: a processor predicts return addresses for
    /// a few dozen levels only (workload "When, nested", 16 deep: nested calls 1.1 × a bare stream, the loop 0.6 ×).
    ///
    /// Emitting may suspend the step (the parent may be a transformer); a suspended step has no pending emission.
    @inlinable @inline(__always)
    package final func emitPending() {
        if let owner { return owner.emitPending() }
        guard isDue else { return }
        if let sink, let audience = sink.audience, audience.isEmpty {
            needsEmission = false
        } else {
            emit()
        }
    }

    /// Emits what is pending, then runs `remainder(value)`: now or, if a stream transformer has suspended the step, when it goes on.
    ///
    /// What `remainder` leaves pending is emitted by the caller, or at the end of `remainder` if the caller has returned long before.
    /// `remainder` should capture nothing, which would be allocated for each action.
    @inlinable @inline(__always)
    package final func then<Value>(_ value: Value, _ remainder: @escaping (Value) -> Void) {
        emitPending()
        if !isWaiting({ remainder(value) }) { remainder(value) }
    }

    /// The same for a part and a value.
    @inlinable @inline(__always)
    package final func then<Part, Value>(_ part: Part, _ value: Value, _ remainder: @escaping (Part, Value) -> Void) {
        emitPending()
        if !isWaiting({ remainder(part, value) }) { remainder(part, value) }
    }

    /// Whether the step is suspended; if so, `remainder` runs when it goes on. Otherwise its closure, which may capture what it likes,
    /// is not even made.
    @inlinable @inline(__always)
    package final func isWaiting(_ remainder: @autoclosure () -> () -> Void) -> Bool {
        guard engine.isSuspended else { return false }
        engine.deferUntilSettled { [remainder = remainder()] in
            remainder()
            self.emitPending()
        }
        return true
    }

    /// The type of the scope's state.
    var stateType: any Sendable.Type { Never.self }

    /// Reloads the slice from the parent's state, before a step that begins in this scope.
    func loadFromParent() {}

    /// Called before the scope's own state is accessed otherwise than through the holds on its parts; see ``StateHold``.
    @inlinable
    final func letGoOfParts() {
        if let held { held.letGo() }
    }

    // MARK: Dismissing

    /// Removes the child that a scope belongs to from its parent's state.
    ///
    /// - Parameters:
    ///   - telling: whether the parent gets the action that says so.
    ///   - site: where the child asked for it.
    package typealias Dismissal = (_ telling: Bool, _ site: CallSite?) -> Void

    /// The dismissal of the innermost presented child that the scope is in; nil outside of every presentation.
    func dismissal() -> Dismissal? { sink == nil ? outer?.dismissal() : engine.graph?.dismissal }

    package final func dismiss(telling: Bool = true, at site: CallSite?) -> Bool {
        guard let dismissal = dismissal() else {
            let message = "A feature asked to be dismissed that no parent presents: see presents(_:action:child:)"
            engine.log.report(.notPresented, message, at: site)
            return false
        }
        dismissal(telling, site)
        return true
    }

    // MARK: Slices

    final var hasFollowers: Bool { !followers.isEmpty }

    /// Whether `followSlices()` has anything to do at the end of a step.
    final var needsFollowing: Bool { followsSteps || engine.following.phases > 0 && hasFollowers }

    /// Adds a follower, for as long as it keeps what this returns.
    ///
    /// - Parameter everyStep: false for a part that follows only phases.
    package final func addFollower(_ node: any SliceFollowing, everyStep: Bool) -> Following {
        let link = FollowerLink(node)
        followers.append(link)
        if everyStep { followsSteps = true }
        return Following(link)
    }

    /// Ends children whose slice has disappeared, starts children whose slice has appeared, and ends effects whose
    /// phase has been left. Call it after the state of an open scope has changed.
    final func followSlices() { followSlices(from: 0) }

    /// A follower that suspends the step, by what its handler emits, is settled before the next one looks.
    private func followSlices(from first: Int) {
        for index in first..<followers.count {
            followers[index].node?.followSlice()
            if isWaiting({ [self] in goOnFollowing(after: index) }) || isFollowingUp(at: index) { return }
        }
    }

    private func goOnFollowing(after index: Int) {
        if !isFollowingUp(at: index) { followSlices(from: index + 1) }
    }

    /// Has a follower look at what its own parts have made of its slice; returns whether that suspends the step.
    private func isFollowingUp(at index: Int) -> Bool {
        followers[index].node?.followUp()
        return isWaiting({ [self] in followSlices(from: index + 1) })
    }

    // MARK: Effects

    /// A scope that holds nothing but the state, for an effect that outlives the graph.
    func remains() -> AnyScope { AnyScope(engine: engine) }

    /// Registers `run` and launches it, unless it must wait for earlier effects with its id.
    func begin(_ run: EffectRun, waitingTurn: Bool) {
        runs.append(run)
        engine.register(run)
        guard let id = run.id else { return run.launch() }
        // Change the queue in place: a local copy would force copy-on-write.
        if waitingTurn, !(queues[id]?.isFree ?? true) {
            queues[id]!.wait(run)
        } else {
            queues[id, default: EffectQueue()].run(run)
            run.launch()
        }
    }

    /// Queues `actions` for an effect without work, which ends when all of them have been handled; then calls `ended`.
    final func feedBack(_ actions: QueuedActions, of call: HandlerCall, ended: (() -> Void)?) {
        let run = EffectRun(
            call: call,
            scope: self,
            event: engine.step.event,
            context: engine.step.context,
            continuation: ended
        )
        runs.append(run)
        engine.register(run)
        run.begin(feedingBack: actions)
    }

    /// Whether an effect with `id` runs or waits; a finishing one does not count, nor one whose event has been cancelled.
    func hasEffect(id: AnyHashable) -> Bool {
        guard let queue = queues[id], queue.isActive else { return false }
        return engine.decide(queue.hasUncancelled)
    }

    /// The active effects with `id`: the waiting ones, then the running ones, each oldest first.
    package final func effects(id: AnyHashable) -> [EffectRun] { queues[id]?.effects ?? [] }

    /// Whether an effect with `id` that waits for its turn would have to wait, and `limit` effects wait already.
    func hasFullLine(id: AnyHashable, limit: Int) -> Bool {
        guard let queue = queues[id] else { return false }
        guard !queue.isFree, queue.waitingCount >= limit else { return false }
        // Without a look at those that wait, unless one of them may be cancelled: a full line meets many actions.
        let noneIsCancelled = engine.token.cancellations.load(ordering: .acquiring) == 0
        return engine.decide(noneIsCancelled || queue.hasWaiting(atLeast: limit))
    }

    /// The effect with `id` that has waited longest for its turn, of those that take a place in the line; nil if all of them have
    /// been cancelled meanwhile.
    func oldestInLine(id: AnyHashable) -> EffectRun? {
        queues[id]?.oldestWaiting { engine.decide(!$0.isCancelled) }
    }

    func cancelEffects(id: AnyHashable) {
        for run in effects(id: id) { run.cancel(.passed) }
    }

    /// Closes the scope and cancels all its effects; none of their results are handled from now on, and no effect of a child that
    /// takes their place waits for them.
    ///
    /// No emission is pending: whoever calls a handler settles the scope before anything else runs.
    func close() {
        isOpen = false
        engine.dropNextActions { $0.scope === self }
        let all = runs.all
        // Cancel the waiting effects first: otherwise the end of a running effect would start the next one.
        for run in all where run.isWaiting { run.cancel(.abandoned) }
        for run in all { run.cancel(.abandoned) }
        queues = [:]
    }

    /// Opens the scope, new or closed. Nothing carries over: the effects are cancelled, and a step that closes a scope
    /// runs the frames that it has left there before it opens the scope again.
    func reopen() { isOpen = true }

    /// Makes `run` a finishing effect: it is no longer active, but still blocks the waiting effects with its id.
    func retire(_ run: EffectRun) {
        if let id = run.id { queues[id]?.retire(run) }
    }

    /// `run` has been cancelled while it waited for earlier effects with its id.
    func gaveUp(_ run: EffectRun) {
        guard let id = run.id else { return }
        queues[id]?.gaveUp()
        // The effects before it may have ended in a cancelled graph, which starts none behind them.
        if queues[id]?.isFree ?? false { queues[id] = nil }
    }

    /// Removes `run`, whose work is over, from the effects with its id, and launches the next waiting one.
    final func makeWay(_ run: EffectRun) {
        // An effect that was cancelled while it waited makes way for none.
        guard let id = run.id, queues[id]?.contains(run) ?? false else { return }
        // The effects of a cancelled event do not start. In a loop, while `run` still blocks the effects behind them. In a step,
        // the start of the effect looks: what follows `run` does not depend on it.
        while !engine.isStepping, !engine.isCancelled, let next = queues[id]!.oldestWaiting(),
            engine.sweepIfCancelled(next.eventID)
        { next.cancel(.abandoned) }
        // A cancelled graph starts no tasks; the tear-down cancels the waiting effects in a loop, not recursively.
        queues[id]!.ended(run)
        if !engine.isCancelled, let next = queues[id]!.next() {
            next.launch()
        } else if queues[id]!.isFree {
            queues[id] = nil
        }
    }

    /// Removes `run`, whose task has ended, and starts the next waiting effect with its id.
    ///
    /// Deferred to the end of an open step, whose outcome must not depend on when an effect's task happens to end.
    func ended(_ run: EffectRun) {
        runs.remove(run)
        if run.name != nil { engine.afterStep { [self] in makeWay(run) } }
    }
}
