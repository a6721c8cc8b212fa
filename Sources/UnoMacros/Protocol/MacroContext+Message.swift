extension MacroContext {
    /// The content of an `expandAttachedMacro` message; nil where it has no attribute and declaration.
    init?(_ content: JSON) {
        guard
            let attribute = content["attributeSyntax"].flatMap(SourceText.init).flatMap(Scanner.attribute),
            let declaration = content["declSyntax"].flatMap(SourceText.init).flatMap(Scanner.declaration)
        else { return nil }
        let conformances = content["conformanceListSyntax"].flatMap(SourceText.init).flatMap(Scanner.declaration)
        self.init(
            attribute: attribute,
            declaration: declaration,
            parent: content["parentDeclSyntax"].flatMap(SourceText.init).flatMap(Scanner.declaration),
            extendedType: content["extendedTypeSyntax"].flatMap(SourceText.init).flatMap(Scanner.type)?.text,
            missingConformances: conformances?.type?.inheritance.map(\.text),
            lexicalContext: (content["lexicalContext"]?.array ?? [])
                .compactMap { SourceText($0).flatMap(Scanner.declaration) }
        )
    }
}

extension SourceText {
    /// A `Syntax` of the protocol: text that begins at its location, white space and comments included.
    init?(_ syntax: JSON) {
        guard let source = syntax["source"]?.string else { return nil }
        self.init(
            source,
            fileName: syntax["location"]?["fileName"]?.string ?? "",
            fileOffset: max(0, syntax["location"]?["offset"]?.integer ?? 0)
        )
    }
}
