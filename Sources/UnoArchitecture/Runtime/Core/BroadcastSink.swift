internal import AsyncKit

/// Publishes states to the subscribers; where nobody wants every one, only the last of a stretch.
final class BroadcastSink<State: Sendable>: StateSink<State> {
    /// The state that was emitted last and is not published.
    private enum Conflated {
        case none
        /// Somebody watches: the state as it was emitted, for what is not emitted must not show.
        case copy(StateCell<State>)
        /// Nobody does. The state as it will be when it is published is what one that subscribes then starts from, and
        /// no copy of it makes the next change of a large state expensive.
        case cell(StateCell<State>)
    }

    /// Made where the state is known; see ``Node``.
    typealias Publish = @Sendable (BroadcastStorage<State>, State) -> Bool

    private let broadcast: BroadcastStorage<State>
    private let publish: Publish
    @exclusivity(unchecked) private var pending = Deque<State>()
    @exclusivity(unchecked) private var conflated = Conflated.none

    init(_ broadcast: BroadcastStorage<State>, publish: @escaping Publish) {
        self.broadcast = broadcast
        self.publish = publish
        super.init(audience: broadcast.audience)
    }

    override var isOwing: Bool { !pending.isEmpty }

    override func emit(_ cell: StateCell<State>) {
        if pending.isEmpty, broadcast.beginConflation() {
            conflate(cell)
        } else {
            pending.append(cell.value)
        }
    }

    private func conflate(_ cell: StateCell<State>) {
        isResting = broadcast.audience.isEmpty
        if isResting {
            conflated = .cell(cell)
            return
        }
        if case .copy(let copy) = conflated {
            copy.value = cell.value
        } else {
            conflated = .copy(.make(cell.value))
        }
    }

    override func flush() -> Bool {
        guard pending.isEmpty || flushPending() else { return false }
        switch conflated {
        case .none: return true
        case .cell(let emitted), .copy(let emitted):
            guard publish(broadcast, emitted.value) else { return false }
            conflated = .none
            isResting = false
            return true
        }
    }

    private func flushPending() -> Bool {
        while let state = pending.first {
            guard publish(broadcast, state) else { return false }
            _ = pending.popFirst()
        }
        return true
    }

    override func waitForDemand() async { await broadcast.roomAvailable() }

    override func finish() { broadcast.finish() }

    override func cancel() { broadcast.finish() }
}
