/// What a piece of Swift source declares.
///
/// Behavior:
/// - Any bytes are accepted, with no failure: what is not a declaration becomes one of content `other`.
/// - The code in bodies is not looked into. Members of nested types belong to those.
/// - All ranges lie inside the text, counted from the start of its file.
///
/// Complexity: O(*n*) in the length of the text; recursion and memory are bounded by a constant and by *n*.
public struct Scanner {
    public let members: [Member]
    /// How much work it was: bytes and tokens looked at, each time counted.
    public let steps: Int

    public init(_ source: SourceText) {
        var reader = Reader(source)
        members = reader.file()
        steps = reader.steps + reader.list.steps
    }

    /// The first declaration of `source`: what the compiler hands to a macro.
    public static func declaration(_ source: SourceText) -> Declaration? {
        Scanner(source).members.declarations.first
    }

    /// The attribute that `source` is.
    public static func attribute(_ source: SourceText) -> Attribute? {
        var reader = Reader(source)
        return reader.kind == .at ? reader.attribute() : nil
    }

    /// The parts of a type that is one name: whether `some` stands before it, its last part and what is in its `<...>`.
    static func namedType(_ type: SourceFragment) -> (isOpaque: Bool, name: String, arguments: [SourceFragment])? {
        var reader = Reader(SourceText(type.text, fileOffset: type.range.lowerBound))
        let isOpaque = reader.isWord("some")
        if isOpaque { reader.advance() }
        while reader.kind == .identifier {
            let name = reader.word
            reader.advance()
            if reader.take(.dot) || reader.take(.doubleColon) { continue }
            let arguments = reader.genericArguments()
            return reader.isAtEnd ? (isOpaque, name, arguments) : nil
        }
        return nil
    }

    /// The type that `source` begins with.
    public static func type(_ source: SourceText) -> SourceFragment? {
        var reader = Reader(source)
        return reader.type()
    }
}
