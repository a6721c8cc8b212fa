/// A path to a part of a state as it is written, for tools: making text of it is left to them.
@usableFromInline
package enum WrittenPath: Sendable {
    case keyPath(any AnyKeyPath & Sendable)
    /// The name of a case path.
    case name(String)
}
