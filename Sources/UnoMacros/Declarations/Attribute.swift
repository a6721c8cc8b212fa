/// An attribute or an attached macro: `@available(macOS 15, *)`, `@Interactor<State, Action>`.
public struct Attribute: SourceRanged, Sendable, Hashable {
    /// The name without the `@`, with the dots of a qualified one.
    public let name: Identifier
    public let genericArguments: [SourceFragment]
    /// What stands in the parentheses; nil without them.
    public let arguments: [Argument]?
    /// The whole, from the `@` on.
    public let text: String
    public let range: Range<Int>

    /// The last part of the name: `Interactor` of `UnoArchitecture.Interactor`.
    public var baseName: String {
        String(name.text.split(whereSeparator: { $0 == "." || $0 == ":" }).last ?? "")
    }
}

/// An argument of an attribute or of a macro.
public struct Argument: SourceRanged, Sendable, Hashable {
    public let label: Identifier?
    public let value: SourceFragment
    public let range: Range<Int>
}
