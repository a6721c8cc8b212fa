/// A modifier of a declaration: `public`, `private(set)`, `indirect`.
public struct Modifier: SourceRanged, Sendable, Hashable {
    public let name: String
    /// What stands in parentheses: `set` of `private(set)`.
    public let detail: String?
    public let range: Range<Int>
}
