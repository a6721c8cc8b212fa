public import AsyncKit

/// What the sink of a runtime asks of its broadcast. The closures are made in the client's module; see ``Node``.
///
/// They take and return classes and pointers only: an argument of a generic type costs its caller a metadata lookup, about
/// 325 instructions each (workload "effect").
@usableFromInline
struct BroadcastPort<State: Sendable>: Sendable {
    @usableFromInline let broadcast: Broadcast<State>
    /// Begins to work.
    @usableFromInline let beginWork: @Sendable (Broadcast<State>) -> Void
    /// Publishes the value of the box.
    @usableFromInline let publish: @Sendable (Broadcast<State>, PendingState<State>) -> Bool
    /// Publishes the value of the box, if there is one, and declares the state of the cell stable.
    @usableFromInline let rest: @Sendable (Broadcast<State>, StateCell<State>?, PendingState<State>?) -> Bool

    @inlinable
    init(_ broadcast: Broadcast<State>) {
        self.broadcast = broadcast
        beginWork = { $0.beginWork() }
        publish = { $0.tryPublish($1.value) }
        rest = { $0.rest(at: $1?.value, publishing: $2?.value) }
    }
}

/// A state that is emitted and not published. A box, so that a newer state is stored in place.
@usableFromInline
final class PendingState<State: Sendable> {
    @exclusivity(unchecked) @usableFromInline var value: State

    init(_ value: State) {
        self.value = value
    }
}

/// Publishes states to the subscribers; only the last of a row of actions if no subscriber wants every state.
///
/// Without subscribers it keeps no state: a new subscriber starts from the state itself. The graph is at work from the
/// beginning of a step to the next `rest(at:)`; a subscriber that arrives meanwhile is admitted between two steps.
final class BroadcastSink<State: Sendable>: StateSink<State> {
    /// The states that are emitted and not published.
    private enum Queue {
        case nothing
        /// The newest state only, as it was emitted: later changes must not show before they are emitted. No subscriber
        /// wants every state; a subscriber that does is admitted after this state has been published.
        case newest(PendingState<State>)
        /// Every state, the oldest first, because a subscriber wants every state. Not empty.
        case every(Deque<State>)
    }

    private let port: BroadcastPort<State>
    private var broadcast: Broadcast<State> { port.broadcast }
    @exclusivity(unchecked) private var queue = Queue.nothing
    /// The emptied storage of the last `.every`, kept for reuse.
    @exclusivity(unchecked) private var spare = Deque<State>()

    init(_ port: BroadcastPort<State>) {
        self.port = port
        super.init(audience: port.broadcast.audience)
    }

    override var hasUnflushedStates: Bool { if case .every = queue { true } else { false } }

    // MARK: Steps

    override func beginWork(at cell: StateCell<State>?) {
        guard broadcast.audience.isAtWork else { return port.beginWork(port.broadcast) }
        admitSubscribers(at: cell)
    }

    private func admitSubscribers(at cell: StateCell<State>?) {
        // An admitted subscriber starts after the unpublished states; no later state may replace a conflated one.
        _ = flush()
        broadcast.admit(at: cell?.value, unpublished: unpublished)
    }

    override func emit(_ cell: StateCell<State>) {
        guard !broadcast.audience.isEmpty else { return }
        emissionCount &+= 1
        switch queue {
        case .nothing:
            if broadcast.audience.wantsEveryValue {
                append(cell.value)
            } else {
                queue = .newest(PendingState(cell.value))
            }
        case .newest(let newest):
            newest.value = cell.value
        case .every:
            append(cell.value)
        }
    }

    // MARK: The queue

    private var unpublished: Int {
        switch queue {
        case .nothing: 0
        case .newest: 1
        case .every(let states): states.count
        }
    }

    private func append(_ state: State) { changeEvery { $0.append(state) } }

    /// Changes the states of `.every`, or makes `.every` of `.nothing`; not for `.newest`.
    private func changeEvery(_ change: (inout Deque<State>) -> Void) {
        var states = Deque<State>()
        if case .every(let waiting) = queue { states = waiting } else { swap(&states, &spare) }
        // Release the queue first: a shared deque would be copied.
        queue = .nothing
        change(&states)
        if states.isEmpty { swap(&states, &spare) } else { queue = .every(states) }
    }

    /// Removes the oldest state before it is published: publishing may run code that changes the queue.
    private func takeFirst() -> PendingState<State>? {
        switch queue {
        case .nothing: return nil
        case .newest(let newest):
            queue = .nothing
            return newest
        case .every: return takeFirstOfEvery()
        }
    }

    @inline(never)
    private func takeFirstOfEvery() -> PendingState<State>? {
        var first: PendingState<State>?
        changeEvery { states in first = states.popFirst().map { PendingState($0) } }
        return first
    }

    /// Takes back a state for which a subscriber had no room.
    @inline(never)
    private func putBack(_ state: PendingState<State>) { changeEvery { $0.prepend(state.value) } }

    // MARK: Publishing

    override func flush() -> Bool { flush(leaving: 0) }

    /// Publishes all but the newest `rest` states; false if a subscriber has no room.
    private func flush(leaving rest: Int) -> Bool {
        while unpublished > rest, let state = takeFirst() {
            guard port.publish(port.broadcast, state) else {
                putBack(state)
                return false
            }
        }
        return true
    }

    override func rest(at cell: StateCell<State>?) -> Bool {
        guard broadcast.audience.isAtWork else { return flush() }
        guard flush(leaving: 1) else { return restUnpublished(at: cell) }
        let last = takeFirst()
        if port.rest(port.broadcast, cell, last) { return true }
        if let last { putBack(last) }
        return false
    }

    @inline(never)
    private func restUnpublished(at cell: StateCell<State>?) -> Bool {
        broadcast.rest(at: cell?.value, unpublished: unpublished)
        return false
    }

    override var subscribers: [SubscriberStatus] { broadcast.subscribers }

    override var patienceLimits: [Duration] { broadcast.patienceLimits }

    override func subscribersWithoutRoom(after duration: Duration) -> [StalledSubscriber] {
        broadcast.subscribers.filter(\.isFull).map { subscriber in
            var isGivenUp = false
            if let patience = subscriber.note?.patience, patience.limit <= duration {
                isGivenUp = broadcast.giveUp(subscriber.id, patience.then)
            }
            let site = (subscriber.note?.tag as? SubscriberTag)?.site
            return StalledSubscriber(note: subscriber.note, site: site, isGivenUp: isGivenUp)
        }
    }

    override func waitForDemand() async { await broadcast.roomAvailable() }

    override func finish() { broadcast.finish() }

    override func cancel() { broadcast.finish() }
}
