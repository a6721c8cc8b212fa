/// A parameter of a function, an initialiser, a subscript or an enum's case.
public struct Parameter: SourceRanged, Sendable, Hashable {
    public let attributes: [Attribute]
    /// The label, or the name where there is only one; nil where only a type is written, as in a case.
    public let firstName: Identifier?
    public let secondName: Identifier?
    public let type: SourceFragment
    public let defaultValue: SourceFragment?
    public let range: Range<Int>

    /// The label that a use must write; nil for `_` and where there is no name.
    public var label: Identifier? { firstName?.text == "_" ? nil : firstName }
}
