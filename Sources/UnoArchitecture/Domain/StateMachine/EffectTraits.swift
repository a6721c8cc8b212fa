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
}
