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
    /// Publishes the state.
    @usableFromInline let publish: @Sendable (Broadcast<State>, StateCell<State>) -> Bool
    /// Publishes the second state, if there is one, and declares the first one stable.
    @usableFromInline let rest: @Sendable (Broadcast<State>, StateCell<State>?, StateCell<State>?) -> Bool

    @inlinable
    init(_ broadcast: Broadcast<State>) {
        self.broadcast = broadcast
        beginWork = { $0.beginWork() }
        publish = { $0.tryPublish($1.value) }
        rest = { $0.rest(at: $1?.value, publishing: $2?.value) }
    }
}

/// Publishes one state a step to the subscribers, the last that it has emitted; only the newest of a row of steps if no
/// subscriber wants every one.
///
/// The newest state is what is emitted and not published. While a subscriber wants the state of every step, the step ends with
/// its publication; such a subscriber is admitted when the newest state is published.
///
/// A step that waits, for a stream transformer or for demand, publishes what it has emitted so far. Without subscribers the sink
/// keeps no state: a new subscriber starts from the state itself. The graph is at work from the beginning of a step to the next
/// `publishStable()`; a subscriber that arrives meanwhile is admitted between two steps.
final class BroadcastSink<State: Sendable>: NewestStateSink<State> {
    private let port: BroadcastPort<State>
    private var broadcast: Broadcast<State> { port.broadcast }
    /// What the open step has emitted before, the oldest first, while a subscriber wants these states, too.
    @exclusivity(unchecked) private var interim = Deque<State>()

    init(_ port: BroadcastPort<State>) {
        self.port = port
        super.init(audience: port.broadcast.audience)
    }

    override var hasUnflushedStates: Bool { hasNewest && broadcast.audience.wantsEveryValue }

    // MARK: Steps

    override func beginWork() {
        guard broadcast.audience.isAtWork else { return port.beginWork(port.broadcast) }
        admitSubscribers()
    }

    private func admitSubscribers() {
        // An admitted subscriber starts after the unpublished state, which no later one may replace.
        _ = flush()
        broadcast.admit(at: cell?.value, unpublished: unpublished)
    }

    override func emit() {
        let audience = broadcast.audience
        guard !audience.isEmpty else { return }
        emissionCount &+= 1
        if audience.wantsInterimValues, let earlier = newest { interim.append(earlier.value) }
        keep(cell!)
    }

    // MARK: Publishing

    private var unpublished: Int { hasNewest ? 1 : 0 }

    override func flush() -> Bool {
        guard publishInterimStates() else { return false }
        guard let newest else { return true }
        guard port.publish(port.broadcast, newest) else { return false }
        clearNewest()
        return true
    }

    override func publishStable() -> Bool {
        guard broadcast.audience.isAtWork else { return flush() }
        guard publishInterimStates() else {
            restWithoutPublishing()
            return false
        }
        guard port.rest(port.broadcast, cell, newest) else { return false }
        clearNewest()
        return true
    }

    /// A function of its own: its generic argument would cost every rest a metadata lookup; see ``BroadcastPort``.
    @inline(never)
    private func restWithoutPublishing() { broadcast.rest(at: cell?.value, unpublished: unpublished) }

    /// Publishes what the step has emitted before its newest state; false if a subscriber has no room.
    private func publishInterimStates() -> Bool { interim.isEmpty || publishAllInterimStates() }

    @inline(never)
    private func publishAllInterimStates() -> Bool {
        // Removed before it is published: publishing may run a deinitialiser.
        while let state = interim.popFirst() {
            guard broadcast.tryPublish(interim: state) else {
                interim.prepend(state)
                return false
            }
        }
        return true
    }

    override var patienceLimits: [Duration] { broadcast.patienceLimits }

    override func subscribersWithoutRoom(
        after duration: Duration
    ) -> [(note: SubscriberNote?, site: CallSite?, isGivenUp: Bool)] {
        broadcast.subscribers.filter(\.isFull).map { subscriber in
            var isGivenUp = false
            if let patience = subscriber.note?.patience, patience.limit <= duration {
                isGivenUp = broadcast.giveUp(subscriber.id, patience.then)
            }
            let site = (subscriber.note?.tag as? SubscriberTag)?.site
            return (subscriber.note, site, isGivenUp)
        }
    }

    override func waitForDemand() async { await broadcast.roomAvailable() }

    override func cancel() { broadcast.finish() }
}
