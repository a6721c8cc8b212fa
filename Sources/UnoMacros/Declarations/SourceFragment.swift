/// A type, an expression or a condition that was not read further: its text, from its first token to its last.
public struct SourceFragment: SourceRanged, Sendable, Hashable {
    public let text: String
    public let range: Range<Int>

    public init(text: String, range: Range<Int>) {
        self.text = text
        self.range = range
    }

    /// The text with every use of the name `old` as a word of its own, not after a dot, replaced.
    public func replacing(_ old: String, with new: String) -> String {
        let bytes = Array(text.utf8)
        var result: [UInt8] = []
        var copied = 0
        var previous = Token.Kind.end
        for token in Lexer.tokens(of: bytes).tokens {
            if token.kind == .identifier, previous != .dot, bytes[token.start..<token.end].elementsEqual(old.utf8) {
                result += bytes[copied..<token.start]
                result += new.utf8
                copied = token.end
            }
            previous = token.kind
        }
        return String(decoding: result + bytes[copied...], as: UTF8.self)
    }

    /// The text with every run of white space, newlines included, as one space, and without comments.
    public var onOneLine: String {
        let bytes = Array(text.utf8)
        var result = ""
        for token in Lexer.tokens(of: bytes).tokens where token.kind != .end {
            if token.followsSpace, !result.isEmpty { result += " " }
            result += String(decoding: bytes[token.start..<token.end], as: UTF8.self)
        }
        return result
    }

    /// The last part of a dotted name, without generic arguments: `Interactor` of `UnoArchitecture.Interactor<Int, Int>`.
    public var baseName: String {
        let name = onOneLine.prefix { $0 != "<" }
        return String(name.split(whereSeparator: { $0 == "." || $0 == ":" }).last ?? "")
    }
}
