internal import AsyncKit
internal import Synchronization

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
