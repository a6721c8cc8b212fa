/// What became of an element that was sent.
@frozen @usableFromInline
package enum SendResult: Hashable, Sendable {
    /// A consumer has taken the element.
    case delivered
    /// The channel had finished, or finished while the element waited; nobody will take it.
    case finished
    /// The sending task was cancelled before a consumer came; nobody will take the element.
    case cancelled
}
