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
