/// A case of an enum.
public struct CaseElement: SourceRanged, Sendable, Hashable {
    public let name: Identifier
    /// The associated values; nil without parentheses.
    public let parameters: [Parameter]?
    public let rawValue: SourceFragment?
    public let range: Range<Int>
}
