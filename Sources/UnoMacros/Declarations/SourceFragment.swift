/// The text of a type, an expression or a condition, from its first token to its last.
package struct SourceFragment: SourceRanged, Sendable {
    package let text: String
    package let range: Range<Int>

    package init(text: String, range: Range<Int>) {
        self.text = text
        self.range = range
    }

    /// Returns the text with every identifier replaced for which `rename` returns a name, except behind a dot, on both sides of
    /// `::`, and as a label of a tuple, a parameter or an argument.
    package func replacing(_ rename: (String) -> String?) -> String {
        let list = TokenList(SourceText(text))
        let labels = list.labels
        var result = ""
        var copied = 0
        for (index, token) in list.tokens.enumerated() where token.kind == .identifier && !labels.contains(index) {
            let isMember = index > 0 && [.dot, .doubleColon].contains(list.tokens[index - 1].kind)
            let isModule = list.tokens[index + 1].kind == .doubleColon
            guard !isMember, !isModule, let new = rename(list.text(index)) else { continue }
            result += list.source.string(copied..<token.start) + new
            copied = token.end
        }
        return result + list.source.string(copied..<list.source.bytes.count)
    }

    /// The identifiers that ``replacing(_:)`` would replace.
    var names: Set<String> {
        var names: Set<String> = []
        _ = replacing { name in
            names.insert(name)
            return nil
        }
        return names
    }

    /// Returns the text on one line, with identifiers replaced.
    package func named(_ rename: (String) -> String?) -> String {
        SourceFragment(text: replacing(rename), range: range).onOneLine
    }

    /// The text without comments, with each run of white space and newlines replaced by one space.
    @inline(never)
    package var onOneLine: String {
        let bytes = Array(text.utf8)
        var result = ""
        for token in Lexer.tokens(of: bytes).tokens where token.kind != .end {
            if token.followsSpace, !result.isEmpty { result += " " }
            result += String(decoding: bytes[token.start..<token.end], as: UTF8.self)
        }
        return result
    }

    /// The last part of a dotted name, without generic arguments: `Interactor` of `UnoArchitecture.Interactor<Int, Int>`.
    @inline(never)
    package var baseName: String {
        let name = onOneLine.prefix { $0 != "<" }
        return String(name.split(whereSeparator: { $0 == "." || $0 == ":" }).last ?? "")
    }
}

/// A name as it is written, backticks included.
package struct Identifier: SourceRanged, Sendable, Equatable {
    package let text: String
    package let range: Range<Int>

    /// The name without backticks.
    @inline(never)
    package var name: String {
        text.count > 2 && text.hasPrefix("`") && text.hasSuffix("`") ? String(text.dropFirst().dropLast()) : text
    }

    /// The name as the label of an argument, without unnecessary backticks, for which the compiler would warn.
    @inline(never)
    package var asLabel: String { isPlain && name != "inout" ? name : text }

    /// The name as the label of a parameter, where `let` and `var` need backticks, too.
    @inline(never)
    package var asParameterLabel: String { ["let", "var"].contains(name) ? text : asLabel }

    private var isPlain: Bool { (name.utf8.first?.beginsName ?? false) && name.utf8.allSatisfy(\.continuesName) }
}

/// A part of a source file.
package protocol SourceRanged {
    /// Its range, in bytes from the start of the file.
    var range: Range<Int> { get }
}

extension Range<Int>: SourceRanged {
    package var range: Range<Int> { self }
}
