internal import UnoArchitecture

/// How the lifetime of a state machine's effect differs from the default.
public struct EffectTraits: OptionSet, Sendable, Hashable {
    /// The traits as bits.
    public let rawValue: UInt8

    /// The traits whose bits are set in `rawValue`.
    @inlinable
    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// The effect continues, and its results arrive, when the machine leaves the phase that started it. It neither replaces
    /// other effects nor is replaced.
    public static let outlivesPhase = EffectTraits(rawValue: 1 << 0)

    /// The effect does not end by itself, as an observation: it is cancelled when the actions finish.
    public static let longRunning = EffectTraits(rawValue: 1 << 1)

    /// The effect neither replaces effects of the same case nor is replaced by them; see ``StateMachine``. It ends with its
    /// phase.
    public static let runsBeside = EffectTraits(rawValue: 1 << 2)

    /// Whether a new effect of the same case replaces the effect.
    var isReplaceable: Bool { isDisjoint(with: [.outlivesPhase, .runsBeside]) }
}
