/// The limits of a runtime beyond its mailbox.
public struct RuntimeLimits: Sendable, Hashable {
    /// How many `.perform` effects may be under way or wait for their turn.
    public enum Effects: Sendable, Hashable {
        /// When this many are under way, the runtime takes no further action from its mailbox until one has ended.
        case atMost(Int)
        /// Every accepted action may start effects: they are an unbounded buffer.
        case unlimited

        /// 65,536 effects.
        public static let `default` = Effects.atMost(GraphSettings.defaultEffectLimit)
    }

    /// 65,536 effects; a stall is not reported.
    public static let `default` = RuntimeLimits()

    /// How many `.perform` effects may be under way or wait for their turn.
    ///
    /// At the limit, the mailbox fills, so that `deliver` waits and `send` is rejected. Actions and states that effects
    /// feed back still enter, so that the effects can end; `.observe` effects do not count. One action may start more
    /// effects than there is room for. Reaching the limit is reported once, with the ids that hold the most places. A limit
    /// below one counts as one.
    public var effects: Effects

    /// How long one subscriber or one stream transformer may keep the runtime waiting before it is reported; nil for no
    /// report. Measured on the runtime's clock.
    public var stall: Duration?

    /// Creates limits.
    public init(effects: Effects = .default, stall: Duration? = nil) {
        self.effects = effects
        self.stall = stall
    }

    /// The number of effects at which the runtime pauses.
    var effectCount: Int {
        switch effects {
        case .atMost(let count): max(1, count)
        case .unlimited: .max
        }
    }
}

/// The optional parameters of a runtime, gathered.
@usableFromInline
package struct RuntimeOptions {
    let clock: (any Clock<Duration>)?
    let name: String?
    let limits: RuntimeLimits
    package var observer: (any RuntimeObserver)?
    package var underTest: FeatureUnderTest?
    /// The task-locals that actions carry; nil for none.
    let carrier: ContextCarrier?

    @usableFromInline
    package init(
        clock: (any Clock<Duration>)?,
        name: String? = nil,
        limits: RuntimeLimits = .default,
        observer: (any RuntimeObserver)? = nil,
        carrier: ContextCarrier? = nil
    ) {
        self.clock = clock
        self.name = name
        self.limits = limits
        self.observer = observer
        self.carrier = carrier
    }

    /// Whether the graph needs no settings.
    var isUsual: Bool { clock == nil && name == nil && limits == .default && observer == nil && underTest == nil }

    /// The settings of the graph of a runtime with this identity.
    func settings(_ identity: RuntimeIdentity, _ observer: ObserverLink?) -> GraphSettings {
        GraphSettings(
            clock: clock,
            title: name == nil ? nil : "\(identity)",
            effectLimit: limits.effectCount,
            stallLimit: limits.stall,
            observer: observer,
            underTest: underTest
        )
    }
}
