/// What happens to an effect whose id is already running in its scope.
public enum EffectPolicy: Sendable, Hashable {
    /// Both run.
    case runBoth
    /// The running one is cancelled, and with it those that wait; the new one starts at once.
    case cancelPrevious
    /// The new one is dropped.
    case dropNew
    /// The new one starts when those before it have ended, first come, first served.
    case waitTurn
}
