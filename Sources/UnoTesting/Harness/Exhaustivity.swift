/// How much of what a feature does its test has to say.
public enum Exhaustivity: Sendable, Hashable {
    /// Everything: each change of the state, each action and state that an effect feeds back, the end of each effect.
    case on
    /// What the test chooses to say; the rest is passed over.
    case off
}
