/// An attribute or an attached macro: `@available(macOS 15, *)`, `@Interactor<State, Action>`.
package final class Attribute: SourceRanged, Sendable {
    /// The name without the `@`, including the dots of a qualified name.
    package let name: Identifier
    package let genericArguments: [SourceFragment]
    /// The arguments; nil without parentheses.
    package let arguments: [Argument]?
    /// The whole attribute, from the `@`.
    package let text: String
    package let range: Range<Int>

    init(
        name: Identifier,
        genericArguments: [SourceFragment],
        arguments: [Argument]?,
        text: String,
        range: Range<Int>
    ) {
        self.name = name
        self.genericArguments = genericArguments
        self.arguments = arguments
        self.text = text
        self.range = range
    }

    /// The last part of the name: `Interactor` of `UnoArchitecture.Interactor`.
    @inline(never)
    package var baseName: String {
        String(name.text.split(whereSeparator: { $0 == "." || $0 == ":" }).last ?? "")
    }
}
