/// A name as it is written, backticks included.
public struct Identifier: SourceRanged, Sendable, Hashable {
    public let text: String
    public let range: Range<Int>

    /// The name without backticks.
    public var name: String {
        text.count > 2 && text.hasPrefix("`") && text.hasSuffix("`") ? String(text.dropFirst().dropLast()) : text
    }

    /// The name as a label: the compiler warns of backticks that a label does not need.
    public var asLabel: String {
        let isPlain = (name.utf8.first?.beginsName ?? false) && name.utf8.allSatisfy(\.continuesName)
        return isPlain && !["inout", "var", "let"].contains(name) ? name : text
    }
}
