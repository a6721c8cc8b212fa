/// What sets an effect of a state machine apart from others.
public struct EffectTraits: OptionSet, Sendable, Hashable {
    public let rawValue: UInt8

    @inlinable
    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// The effect goes on, and its results arrive, when the machine leaves the phase that started it.
    public static let outlivesPhase = EffectTraits(rawValue: 1 << 0)

    /// The effect has no end of its own, as an observation has none: cancelled when the actions finish.
    public static let longRunning = EffectTraits(rawValue: 1 << 1)

    /// The effect takes no other's place, and no other takes its place; see ``StateMachine``.
    public static let runsBeside = EffectTraits(rawValue: 1 << 2)

    /// Whether a new effect of the same case takes the effect's place.
    var isReplaceable: Bool { isDisjoint(with: [.outlivesPhase, .runsBeside]) }
}
