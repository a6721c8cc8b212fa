internal import AsyncKit
internal import Synchronization

/// The observer of one runtime. Passes on what the runtime's graph does.
@usableFromInline
final class ObserverLink: EngineObserver {
    let identity: RuntimeIdentity
    let observer: any RuntimeObserver
    /// Hears here what is refused before it comes to the graph; the rest it hears from the graph, see ``GraphSettings``.
    let listener: (any GraphListener)?
    let wantsActions: Bool
    /// The number of actions in the runtime's mailbox.
    private let waiting = LockedField<(@Sendable () -> Int)?>(nil)
    /// The frequent calls that the observer leaves to their default, one bit each.
    private let leftOut = Atomic<UInt8>(0)

    /// A call that is made for each action. The caller asks `hears(_:)` before it makes the record; the default implementation
    /// of the observer's method calls `leaveOut(_:for:)`.
    enum FrequentCall: UInt8 {
        case accepted = 1
        case beganStep = 2
        case endedStep = 4
    }

    init(_ identity: RuntimeIdentity, _ observer: any RuntimeObserver) {
        self.identity = identity
        let both = observer as? ListenedObserver
        self.observer = both?.observer ?? observer
        listener = both?.listener ?? observer as? any GraphListener
        wantsActions = self.observer.wantsActions
    }

    /// Called before the first step of the runtime.
    func countWaiting(by count: @escaping @Sendable () -> Int) { waiting.withLock { $0 = count } }

    var waitingCount: Int { waiting.withLock { $0 }?() ?? 0 }

    // MARK: Frequent calls

    /// Called by the default of a method: the observer need not be called again.
    ///
    /// An observer may pass its calls on to another one, whose default then calls this; only that of the runtime's own
    /// observer counts.
    func leaveOut(_ call: FrequentCall, for type: any RuntimeObserver.Type) {
        guard type == Swift.type(of: observer) else { return }
        leftOut.bitwiseOr(call.rawValue, ordering: .relaxed)
    }

    func hears(_ call: FrequentCall) -> Bool { leftOut.load(ordering: .relaxed) & call.rawValue == 0 }

    var hearsSteps: Bool { hears(.beganStep) || hears(.endedStep) }

    @usableFromInline var hearsAccepted: Bool { hears(.accepted) }

    func stepBegan(_ step: TimedStep) {
        guard hears(.beganStep) else { return }
        observer.runtime(identity, beganStep: StepRecord(step, self))
    }

    func stepEnded(_ step: TimedStep) {
        guard hears(.endedStep) else { return }
        observer.runtime(identity, endedStep: StepRecord(step, self))
    }

    // MARK: Rare calls

    func accepted(at site: CallSite) {
        guard hearsAccepted else { return }
        observer.runtime(identity, accepted: ActionRecord(site, self))
    }

    func rejected(at site: CallSite, _ reason: Rejection) {
        listener?.refused(at: site, reason)
        observer.runtime(identity, rejected: ActionRecord(site, self), reason: reason)
    }

    func effect(_ run: EffectRun, _ change: EffectChange) {
        // An action that a middleware queues is no effect to an observer.
        guard let policy = run.policy as? EffectPolicy else { return }
        let change: EffectRecord.Change =
            switch change {
            case .registered: .registered
            case .began: .began
            case .cancelled: .cancelled
            case .ended: .ended
            }
        observer.runtime(identity, effect: EffectRecord(run, policy: policy), change)
    }

    func subscriber(_ record: SubscriberRecord, _ change: SubscriberRecord.Change) {
        observer.runtime(identity, subscriber: record, change)
    }

    func shutdown(_ phase: ShutdownPhase) { observer.runtime(identity, shutdown: phase) }

    func reachedEffectLimit(_ limit: Int) { observer.runtime(identity, reachedEffectLimit: limit) }

    func subscriberStalled(_ subscriber: SubscriberNote) {
        guard let tag = subscriber.tag as? SubscriberTag else { return }
        observer.runtime(identity, subscriber: SubscriberRecord(policy: tag.policy, site: tag.site), .stalled)
    }
}

/// A listener to a graph, and an observer beside it. The runtime takes the two apart, so none of its own methods is called.
package struct ListenedObserver: RuntimeObserver {
    let listener: any GraphListener
    let observer: any RuntimeObserver

    package init(_ listener: any GraphListener, _ observer: any RuntimeObserver) {
        (self.listener, self.observer) = (listener, observer)
    }
}
