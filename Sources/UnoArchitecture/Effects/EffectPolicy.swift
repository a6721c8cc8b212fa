/// Decides what happens when an effect starts and its scope already has an effect with the same id.
public struct EffectPolicy: Sendable, Hashable, CustomStringConvertible {
    /// What the policy does; `AnyScope.admission` decides it for a new effect.
    package enum Kind: Sendable, Hashable {
        case runBoth, cancelPrevious, dropNew
        /// At most `limit` effects wait; nil for any number.
        case waitTurn(limit: Int?, then: LineOverflow)
    }

    package let kind: Kind

    private init(_ kind: Kind) { self.kind = kind }

    /// Both effects run.
    public static let runBoth = EffectPolicy(.runBoth)
    /// The running and the waiting effects are cancelled; the new effect starts at once.
    public static let cancelPrevious = EffectPolicy(.cancelPrevious)
    /// The new effect is dropped; a concatenation continues with its next part.
    public static let dropNew = EffectPolicy(.dropNew)
    /// The new effect starts when all earlier effects with the id have ended, in the order of registration.
    public static let waitTurn = EffectPolicy(.waitTurn(limit: nil, then: .dropNew))

    /// As ``waitTurn``, but at most this many effects wait. With a limit of 0 or less, an effect waits only in place of one that
    /// waits already, which `dropOldest` cancels for it.
    public static func waitTurn(atMost limit: Int, then: LineOverflow) -> EffectPolicy {
        EffectPolicy(.waitTurn(limit: limit, then: then))
    }

    /// What happens to an effect that finds the line of waiting effects full.
    public enum LineOverflow: Sendable, Hashable {
        /// It is dropped; a concatenation continues with its next part.
        case dropNew
        /// The effect that has waited longest is cancelled for it; a concatenation of that effect continues.
        case dropOldest
    }

    /// The policy as it is written: `waitTurn(atMost: 2, then: dropNew)`.
    public var description: String {
        switch kind {
        case .waitTurn(nil, _): "waitTurn"
        case .waitTurn(let limit?, let overflow): "waitTurn(atMost: \(limit), then: \(overflow))"
        case .runBoth, .cancelPrevious, .dropNew: "\(kind)"
        }
    }
}
