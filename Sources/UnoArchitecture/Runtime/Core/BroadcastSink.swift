internal import AsyncKit

/// Publishes states to the subscribers; where nobody wants every one, only the last of a stretch.
final class BroadcastSink<State: Sendable>: StateSink<State> {
    private let broadcast: Broadcast<State>
    private var pending = Deque<State>()
    /// Holds the state that is to be published; nil when none was skipped.
    private var conflated: StateCell<State>?

    init(_ broadcast: Broadcast<State>) {
        self.broadcast = broadcast
    }

    override var isOwing: Bool { !pending.isEmpty }

    override func emit(_ cell: StateCell<State>) {
        if conflated != nil { return }
        if pending.isEmpty, broadcast.beginConflation() {
            conflated = cell
        } else {
            pending.append(cell.value)
        }
    }

    override func flush() -> Bool {
        while let state = pending.first {
            guard broadcast.tryPublish(state) else { return false }
            _ = pending.popFirst()
        }
        if let cell = conflated {
            guard broadcast.tryPublish(cell.value) else { return false }
            conflated = nil
        }
        return true
    }

    override func waitForDemand() async { await broadcast.roomAvailable() }

    override func finish() { broadcast.finish() }

    override func cancel() { broadcast.finish() }
}
