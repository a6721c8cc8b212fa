/// What sets an effect of a state machine apart from others.
public struct EffectTraits: OptionSet, Sendable, Hashable {
    public let rawValue: UInt8

    @inlinable
    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// The effect goes on, and its results arrive, when the machine leaves the phase that started it. It neither replaces
    /// effects nor is replaced.
    public static let outlivesPhase = EffectTraits(rawValue: 1 << 0)

    /// The effect has no end of its own, as an observation has none: cancelled when the actions finish.
    public static let longRunning = EffectTraits(rawValue: 1 << 1)

    /// The effect neither replaces effects of its case nor is replaced by them; see ``StateMachine``. It ends with its phase.
    public static let runsBeside = EffectTraits(rawValue: 1 << 2)

    /// Whether a new effect of the same case replaces the effect.
    var isReplaceable: Bool { isDisjoint(with: [.outlivesPhase, .runsBeside]) }
}
