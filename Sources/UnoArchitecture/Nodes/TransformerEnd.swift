/// What a graph does at its end with a stream transformer that goes on although its actions have ended.
public enum TransformerEnd: Sendable, Hashable {
    /// Its stream is awaited, and its states are delivered.
    case wait
    /// It is cancelled when its last action is settled; nothing that it yields after that arrives.
    case cancel
}
