internal import UnoAsync

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
        case newest(NewestState)
        /// Every state, the oldest first, because a subscriber wants every state. Not empty.
        case every(Deque<State>)
    }

    /// A box, so that a newer state is stored in place.
    private final class NewestState {
        var value: State

        init(_ value: State) {
            self.value = value
        }
    }

    /// Publishes a state. Made in the client's module; see ``Node``.
    typealias Publish = @Sendable (Broadcast<State>, State) -> Bool
    /// Publishes `publishing`, if there is one, and declares the state of the cell stable.
    typealias Rest = @Sendable (Broadcast<State>, StateCell<State>?, _ publishing: State?) -> Bool

    private let broadcast: Broadcast<State>
    private let publish: Publish
    private let comeToRest: Rest
    @exclusivity(unchecked) private var queue = Queue.nothing
    /// The emptied storage of the last `.every`, kept for reuse.
    @exclusivity(unchecked) private var spare = Deque<State>()

    init(_ broadcast: Broadcast<State>, publish: @escaping Publish, rest: @escaping Rest) {
        self.broadcast = broadcast
        self.publish = publish
        comeToRest = rest
        super.init(audience: broadcast.audience)
    }

    override var hasUnflushedStates: Bool { if case .every = queue { true } else { false } }

    // MARK: Steps

    override func beginWork(at cell: StateCell<State>?) {
        if broadcast.audience.isAtWork {
            // An admitted subscriber starts after the unpublished states; no later state may replace a conflated one.
            _ = flush()
            broadcast.admit(at: cell?.value, unpublished: unpublished)
        } else {
            broadcast.beginWork()
        }
    }

    override func emit(_ cell: StateCell<State>) {
        guard !broadcast.audience.isEmpty else { return }
        emissionCount &+= 1
        switch queue {
        case .nothing:
            if broadcast.audience.wantsEveryValue {
                append(cell.value)
            } else {
                queue = .newest(NewestState(cell.value))
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
    private func takeFirst() -> State? {
        switch queue {
        case .nothing: return nil
        case .newest(let newest):
            queue = .nothing
            return newest.value
        case .every:
            var first: State?
            changeEvery { first = $0.popFirst() }
            return first
        }
    }

    /// Takes back a state for which a subscriber had no room.
    private func putBack(_ state: State) { changeEvery { $0.prepend(state) } }

    // MARK: Publishing

    override func flush() -> Bool { flush(leaving: 0) }

    /// Publishes all but the newest `rest` states; false if a subscriber has no room.
    private func flush(leaving rest: Int) -> Bool {
        while unpublished > rest, let state = takeFirst() {
            guard publish(broadcast, state) else {
                putBack(state)
                return false
            }
        }
        return true
    }

    override func rest(at cell: StateCell<State>?) -> Bool {
        guard broadcast.audience.isAtWork else { return flush() }
        guard flush(leaving: 1) else {
            broadcast.rest(at: cell?.value, unpublished: unpublished)
            return false
        }
        let last = takeFirst()
        if comeToRest(broadcast, cell, last) { return true }
        if let last { putBack(last) }
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
