/// Reads the declarations of a piece of Swift source.
///
/// Behavior:
/// - Accepts any bytes and never fails: code that is not a declaration becomes one with the content `other`.
/// - Code in bodies is not read. Members of nested types belong to those types.
/// - All ranges lie inside the text, and are counted from the start of its file.
///
/// Complexity: O(*n*) in the length of the text; recursion and memory are bounded by a constant and by *n*.
package struct Scanner {
    package let members: [Member]
    /// The amount of work: the number of bytes and tokens examined, counted each time.
    package let steps: Int

    package init(_ source: SourceText) {
        var reader = Reader(source)
        members = reader.file()
        steps = reader.steps + reader.list.steps
    }

    /// Returns the first declaration of `source`, which is the form in which the compiler passes one to a macro.
    package static func declaration(_ source: SourceText) -> Declaration? {
        Scanner(source).members.declarations.first
    }

    /// Returns the attribute that `source` consists of.
    package static func attribute(_ source: SourceText) -> Attribute? {
        var reader = Reader(source)
        return reader.kind == .at ? reader.attribute() : nil
    }

    /// The parts of a named type.
    struct NamedType {
        /// Whether it has `some`.
        let isOpaque: Bool
        /// What precedes the last part of its name: the module or the enclosing types.
        let enclosing: [String]
        let name: String
        let arguments: [SourceFragment]

        /// Whether this is how a generic type of the module `UnoPresentation` is written in a type, which does not nest another of
        /// that name.
        func isOfPresentation(_ name: String, in type: TypeDeclaration) -> Bool {
            let isInModule = enclosing.isEmpty && !type.nestsType(named: name) || enclosing == ["UnoPresentation"]
            return self.name == name && isInModule && !arguments.isEmpty
        }
    }

    /// Returns the parts of a named type; nil for another type, such as a member of a generic one.
    static func namedType(_ type: SourceFragment) -> NamedType? {
        var reader = Reader(SourceText(type.text, fileOffset: type.range.lowerBound))
        let isOpaque = reader.isWord("some")
        if isOpaque { reader.advance() }
        var enclosing: [String] = []
        while reader.kind == .identifier {
            let name = reader.word
            reader.advance()
            if reader.take(.dot) || reader.take(.doubleColon) {
                enclosing.append(name)
                continue
            }
            let arguments = reader.genericArguments()
            guard reader.isAtEnd else { return nil }
            return NamedType(isOpaque: isOpaque, enclosing: enclosing, name: name, arguments: arguments)
        }
        return nil
    }

    /// Returns the type that `source` begins with.
    package static func type(_ source: SourceText) -> SourceFragment? {
        var reader = Reader(source)
        return reader.type()
    }
}

/// A piece of a source file: its bytes and their offset in the file.
package struct SourceText: Sendable {
    package let bytes: [UInt8]
    /// The path for diagnostics; empty for text that is not in a file.
    package let fileName: String
    /// The offset of the first byte in the file. The ranges of all nodes are counted from the start of the file.
    package let fileOffset: Int

    package init(_ text: String, fileName: String = "", fileOffset: Int = 0) {
        self.init(bytes: Array(text.utf8), fileName: fileName, fileOffset: fileOffset)
    }

    package init(bytes: [UInt8], fileName: String = "", fileOffset: Int = 0) {
        self.bytes = bytes
        self.fileName = fileName
        self.fileOffset = fileOffset
    }

    /// The text between two offsets into `bytes`.
    func string(_ range: Range<Int>) -> String {
        String(decoding: bytes[range], as: UTF8.self)
    }
}
