/// Why a graph has taken a step.
public enum StepCause: String, Sendable, Hashable, Codable {
    /// The graph starts: its first step emits the initial state.
    case start
    /// An action that was sent or delivered.
    case sent
    /// An action that an effect dispatched.
    case fedBack
    /// An action that a part has held, such as a `Debounce`.
    case held
    /// An action that a handler has named as the next one, or what follows such an action in a concatenation.
    case next
    /// A change that an effect sent, a dismissal that it asked for, or what follows an effect.
    case effect
    /// A state that a stream transformer yields without an action.
    case transformer
    /// A shared value has changed.
    case shared
    /// The graph begins to finish, or ends the actions of a stream transformer.
    case finish
}
