internal import AsyncKit
internal import Synchronization

/// Is told what a runtime does: for logs, metrics and traces.
///
/// Every method has an implementation that does nothing. They must be fast, must not wait, and may be called on any thread;
/// all but `accepted`, `rejected`, `shutdown` and the changes of subscribers are called in the runtime's isolation, one at a
/// time, in this order:
///
/// 1. `accepted`: before or after the first `beganStep`, because the action may be handled while its sender is still in
///    `send`.
/// 2. `beganStep`, then the effects that the step registers and cancels, then `endedStep`: always in pairs, with one cause.
///    An action that is skipped, because its event or its effect has been cancelled, has no step.
/// 3. An effect: `.registered`, `.began`, `.ended`; `.cancelled` at any time before `.ended`. It begins when every part of
///    its step has run, before or after `endedStep`. One that is cancelled before it has begun goes from `.cancelled` to `.ended`.
///
/// A runtime without an observer does not pay for this. The methods that an observer leaves to their default are called once,
/// for an action and for a step, and then cost nothing.
public protocol RuntimeObserver: Sendable {
    /// `runtime` has accepted an action, or one that an effect or a handler has fed back.
    func runtime(_ runtime: RuntimeIdentity, accepted action: ActionRecord)
    /// `runtime` has rejected an action. Not called for an action that it has accepted, with the reasons `.dropped` and
    /// `.childEnded`, and for the results of a nested state machine (`.notForwarded`).
    func runtime(_ runtime: RuntimeIdentity, rejected action: ActionRecord, reason: Rejection)
    /// `runtime` begins a step; see ``StepRecord/cause``.
    func runtime(_ runtime: RuntimeIdentity, beganStep step: StepRecord)
    /// The step has ended: its states are handed on, and its effects begin.
    func runtime(_ runtime: RuntimeIdentity, endedStep step: StepRecord)
    /// An effect was registered, began, was cancelled or ended.
    func runtime(_ runtime: RuntimeIdentity, effect: EffectRecord, _ change: EffectRecord.Change)
    /// A subscriber came, went or keeps the runtime waiting.
    func runtime(_ runtime: RuntimeIdentity, subscriber: SubscriberRecord, _ change: SubscriberRecord.Change)
    /// So many `.perform` effects are under way that `runtime` takes no further action until one has ended.
    func runtime(_ runtime: RuntimeIdentity, reachedEffectLimit limit: Int)
    /// The shutdown of `runtime` has come to this phase.
    func runtime(_ runtime: RuntimeIdentity, shutdown phase: ShutdownPhase)
}

extension RuntimeObserver {
    /// Does nothing, and is not called again.
    public func runtime(_ runtime: RuntimeIdentity, accepted action: ActionRecord) {
        action.link?.leaveOut(.accepted, for: Self.self)
    }
    /// Does nothing.
    public func runtime(_ runtime: RuntimeIdentity, rejected action: ActionRecord, reason: Rejection) {}
    /// Does nothing, and is not called again.
    public func runtime(_ runtime: RuntimeIdentity, beganStep step: StepRecord) {
        step.link.leaveOut(.beganStep, for: Self.self)
    }
    /// Does nothing, and is not called again.
    public func runtime(_ runtime: RuntimeIdentity, endedStep step: StepRecord) {
        step.link.leaveOut(.endedStep, for: Self.self)
    }
    /// Does nothing.
    public func runtime(_ runtime: RuntimeIdentity, effect: EffectRecord, _ change: EffectRecord.Change) {}
    /// Does nothing.
    public func runtime(_ runtime: RuntimeIdentity, subscriber: SubscriberRecord, _ change: SubscriberRecord.Change) {}
    /// Does nothing.
    public func runtime(_ runtime: RuntimeIdentity, reachedEffectLimit limit: Int) {}
    /// Does nothing.
    public func runtime(_ runtime: RuntimeIdentity, shutdown phase: ShutdownPhase) {}
}

/// The name of a runtime, and a number that no other runtime of the process has.
public struct RuntimeIdentity: Sendable, Hashable, Codable, CustomStringConvertible {
    /// The name given to the runtime; otherwise the type of its interactor.
    public let name: String
    /// Counts the runtimes of the process, from 1.
    public let instance: UInt64

    /// The name and the number, as in `search#3`.
    public var description: String { "\(name)#\(instance)" }

    private static let count = Atomic<UInt64>(0)

    static func nextInstance() -> UInt64 { count.add(1, ordering: .relaxed).newValue }
}

/// A place in the source code.
public struct SourcePlace: Sendable, Hashable, Codable, CustomStringConvertible {
    /// The module and the file.
    public let fileID: String
    /// The line.
    public let line: UInt

    init(_ site: CallSite) {
        fileID = site.fileID
        line = site.line
    }

    init(_ place: LiteralPlace) {
        fileID = place.file.string
        line = UInt(place.line)
    }

    /// The file and the line, as in `Shop/Cart.swift:12`.
    public var description: String { "\(fileID):\(line)" }
}

/// An action that was sent to a runtime or fed back.
public struct ActionRecord: Sendable {
    private let site: CallSite
    private let mailbox: any MailboxDepth
    fileprivate let link: ObserverLink?

    init(_ site: CallSite, _ mailbox: any MailboxDepth, _ link: ObserverLink?) {
        self.site = site
        self.mailbox = mailbox
        self.link = link
    }

    /// Where it was sent.
    public var place: SourcePlace { SourcePlace(site) }
    /// The note of its sender.
    public var note: String? { site.note }
    /// The number of actions in the mailbox at the moment. Complexity: one lock.
    public var mailboxDepth: Int { mailbox.depth }
}

/// A mailbox, with the type of its actions erased.
protocol MailboxDepth: AnyObject, Sendable {
    var depth: Int { get }
}

/// A step of a runtime.
public struct StepRecord: Sendable {
    /// Why the step was taken.
    public let cause: StepCause
    /// The number of the event that the step belongs to; nil for a step that no event caused. The effects of the event
    /// carry it, too.
    public let event: UInt64?
    /// The number of states that the step has emitted to subscribers; 0 when it begins.
    public let states: Int
    private let began: ContinuousClock.Instant
    fileprivate let link: ObserverLink

    init(_ cause: StepCause, event: UInt64?, states: Int, began: ContinuousClock.Instant, _ link: ObserverLink) {
        self.link = link
        self.cause = cause
        self.event = event
        self.states = states
        self.began = began
    }

    /// The time since the step began. Complexity: one reading of the clock.
    public var duration: Duration { began.duration(to: .now) }
}

/// An effect of a runtime.
public struct EffectRecord: Sendable {
    /// What happened to an effect.
    public enum Change: Sendable, Hashable {
        /// The handler that asked for it has returned; it may have to wait for its turn.
        case registered
        /// Its task starts.
        case began
        /// It was cancelled; its task may still run.
        case cancelled
        /// Its task has ended, and the actions that it fed back have been handled.
        case ended
    }

    /// Counts the effects of the runtime, from 1.
    public let number: UInt64
    /// The number of the event that led to it.
    public let event: UInt64?
    /// The id that the handler gave it, as text.
    public let id: String?
    /// What it does if its scope has an effect with its id already.
    public let policy: EffectPolicy
    /// Whether a finishing runtime waits for it; otherwise it is an `.observe` effect.
    public let isAwaited: Bool
    /// Where the handler asked for it, if known.
    public var place: SourcePlace? { site.map { SourcePlace($0) } }
    /// The time since it was registered, exact to a few milliseconds unless the runtime has a clock of its own.
    public let age: Duration

    private let site: CallSite?

    init(_ run: EffectRun, policy: EffectPolicy) {
        number = run.number
        event = run.eventID?.id
        id = run.id.map { "\($0.base)" }
        self.policy = policy
        isAwaited = run.kind == .perform
        site = run.site
        age = run.age
    }
}

/// The observer of one runtime. Passes on what the runtime's graph does.
@usableFromInline
final class ObserverLink: EngineObserver {
    let identity: RuntimeIdentity
    let observer: any RuntimeObserver
    /// The frequent calls that the observer leaves to their default, one bit each.
    private let leftOut = Atomic<UInt8>(0)

    /// A call that is made for each action.
    enum FrequentCall: UInt8 {
        case accepted = 1
        case beganStep = 2
        case endedStep = 4
    }

    init(_ identity: RuntimeIdentity, _ observer: any RuntimeObserver) {
        self.identity = identity
        self.observer = observer
    }

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

    func stepBegan(_ cause: StepCause, of event: UInt64?, at began: ContinuousClock.Instant) {
        guard hears(.beganStep) else { return }
        observer.runtime(identity, beganStep: StepRecord(cause, event: event, states: 0, began: began, self))
    }

    func stepEnded(_ cause: StepCause, of event: UInt64?, began: ContinuousClock.Instant, states: Int) {
        guard hears(.endedStep) else { return }
        observer.runtime(identity, endedStep: StepRecord(cause, event: event, states: states, began: began, self))
    }

    // MARK: Rare calls

    func accepted(at site: CallSite, _ mailbox: any MailboxDepth) {
        guard hearsAccepted else { return }
        observer.runtime(identity, accepted: ActionRecord(site, mailbox, self))
    }

    func rejected(at site: CallSite, _ mailbox: any MailboxDepth, _ reason: Rejection) {
        observer.runtime(identity, rejected: ActionRecord(site, mailbox, self), reason: reason)
    }

    func effect(_ run: EffectRun, _ change: EffectChange) {
        // An action that a middleware queues is no effect to an observer.
        guard let declared = run as? DeclaredEffectRun else { return }
        let change: EffectRecord.Change =
            switch change {
            case .registered: .registered
            case .began: .began
            case .cancelled: .cancelled
            case .ended: .ended
            }
        observer.runtime(identity, effect: EffectRecord(run, policy: declared.policy), change)
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

/// A subscriber of a runtime.
public struct SubscriberRecord: Sendable {
    /// What happened to a subscriber.
    public enum Change: Sendable, Hashable {
        /// It has subscribed.
        case came
        /// It has unsubscribed, or its stream has been released.
        case went
        /// It has kept the runtime waiting for longer than its policy or the runtime's limits allow.
        case stalled
    }

    /// How its states are buffered.
    public let policy: SubscriptionPolicy
    private let site: CallSite

    init(policy: SubscriptionPolicy, site: CallSite) {
        self.policy = policy
        self.site = site
    }

    /// Where it subscribed.
    public var place: SourcePlace { SourcePlace(site) }
}

/// How far the end of a runtime has come.
public enum ShutdownPhase: Sendable, Hashable, Codable {
    /// New actions are rejected; accepted actions and effects run to their end.
    case draining
    /// Everything has been cancelled.
    case cancelled
    /// Every accepted action has been handled and every effect has ended.
    case drained
}
