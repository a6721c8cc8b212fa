internal import UnoAsync

/// Publishes states to the subscribers; where nobody wants every one, only the last of a stretch.
///
/// Without subscribers nothing is kept: a new one begins with the state itself. The graph works from the beginning of a step
/// to the next `rest(at:)`; a subscriber that joins meanwhile is admitted between two steps.
final class BroadcastSink<State: Sendable>: StateSink<State> {
    /// What has been emitted and is not published.
    private enum Queue {
        case nothing
        /// The newest state only, as it was emitted: later changes that are not emitted must not show. No subscriber wants
        /// every state; one that does is admitted after this state has been published.
        case newest(StateCell<State>)
        /// Every state, the oldest first, as somebody wants each. Not empty.
        case every(Deque<State>)
    }

    /// Made where the state is known; see ``Node``.
    typealias Publish = @Sendable (Broadcast<State>, State) -> Bool
    /// The graph rests at the state of the cell; the state beside it is published with that.
    typealias Rest = @Sendable (Broadcast<State>, StateCell<State>?, _ publishing: State?) -> Bool

    private let broadcast: Broadcast<State>
    private let publish: Publish
    private let comeToRest: Rest
    @exclusivity(unchecked) private var queue = Queue.nothing
    /// The memory of the last `.every`, empty.
    @exclusivity(unchecked) private var spare = Deque<State>()

    init(_ broadcast: Broadcast<State>, publish: @escaping Publish, rest: @escaping Rest) {
        self.broadcast = broadcast
        self.publish = publish
        comeToRest = rest
        super.init(audience: broadcast.audience)
    }

    override var isOwing: Bool { if case .every = queue { true } else { false } }

    // MARK: Steps

    override func beginWork(at cell: StateCell<State>?) {
        if broadcast.audience.isAtWork {
            // An admitted subscriber begins after the unpublished states, so a later state must not replace a conflated one.
            _ = flush()
            broadcast.admit(at: cell?.value, unpublished: unpublished)
        } else {
            broadcast.beginWork()
        }
    }

    override func emit(_ cell: StateCell<State>) {
        guard !broadcast.audience.isEmpty else { return }
        switch queue {
        case .nothing:
            if broadcast.audience.wantsEveryValue { append(cell.value) } else { queue = .newest(.make(cell.value)) }
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

    /// Changes the states of `.every`, or begins it; not for `.newest`.
    private func changeEvery(_ change: (inout Deque<State>) -> Void) {
        var states = Deque<State>()
        if case .every(let waiting) = queue { states = waiting } else { swap(&states, &spare) }
        // A deque that is shared would be copied.
        queue = .nothing
        change(&states)
        if states.isEmpty { swap(&states, &spare) } else { queue = .every(states) }
    }

    /// Takes the oldest state, before it is published: that may run others, which find the queue as it is then.
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

    /// There was no room for the state.
    private func putBack(_ state: State) { changeEvery { $0.prepend(state) } }

    // MARK: Publishing

    override func flush() -> Bool { flush(leaving: 0) }

    /// Publishes all but so many states; false if there is no room for them.
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

    override func waitForDemand() async { await broadcast.roomAvailable() }

    override func finish() { broadcast.finish() }

    override func cancel() { broadcast.finish() }
}
