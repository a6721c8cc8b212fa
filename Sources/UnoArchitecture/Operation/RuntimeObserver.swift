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
/// 2. `beganStep`, with the task-local values that the runtime carries for the event; then the effects that the step registers
///    and cancels, then `endedStep`: always in pairs, with one cause. An action that is skipped, because its event or its effect
///    has been cancelled, has no step.
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
    /// Whether steps that have ended are told with their actions; see ``StepRecord/action``. Asked once, when a runtime is made;
    /// false by default. A runtime that keeps the actions for that allocates for each one of more than 24 bytes.
    var wantsActions: Bool { get }
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
    /// False: steps are told without their actions.
    public var wantsActions: Bool { false }
    /// Does nothing, and is not called again.
    public func runtime(_ runtime: RuntimeIdentity, accepted action: ActionRecord) {
        action.link.leaveOut(.accepted, for: Self.self)
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

    package init(_ site: CallSite) {
        fileID = site.fileID
        line = site.line
    }

    init(_ place: LiteralPlace) {
        fileID = place.file.string
        line = UInt(place.line)
    }

    /// Nil for a place that is not known.
    package init?(known place: LiteralPlace) {
        guard place.file.address != 0 else { return nil }
        self.init(place)
    }

    /// The file and the line, as in `Shop/Cart.swift:12`.
    public var description: String { "\(fileID):\(line)" }
}

/// An action that was sent to a runtime or fed back.
public struct ActionRecord: Sendable {
    private let site: CallSite
    fileprivate let link: ObserverLink

    init(_ site: CallSite, _ link: ObserverLink) {
        self.site = site
        self.link = link
    }

    /// Where it was sent.
    public var place: SourcePlace { SourcePlace(site) }
    /// The note of its sender.
    public var note: String? { site.note }
    /// The number of actions in the mailbox at the moment. Complexity: one lock.
    public var mailboxDepth: Int { link.waitingCount }
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
