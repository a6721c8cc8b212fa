extension MacroContext {
    /// Reads the content of an `expandAttachedMacro` message; nil if it has no attribute or no declaration.
    init?(_ content: JSON) {
        guard
            let attribute = SourceText(content["attributeSyntax"]).flatMap(Scanner.attribute),
            let declaration = Scanner.declaration(content["declSyntax"], with: attribute)
        else { return nil }
        self.init(
            attribute: attribute,
            declaration: declaration,
            parent: Scanner.declaration(content["parentDeclSyntax"], with: attribute),
            extendedType: SourceText(content["extendedTypeSyntax"]).flatMap(Scanner.type)?.text,
            // The list of missing conformances: absent if there is none.
            lacksConformance: content["conformanceListSyntax"]?["source"] != nil,
            lexicalContext: (content["lexicalContext"]?.array ?? []).compactMap { Scanner.declaration($0) }
        )
    }
}

extension Scanner {
    /// Returns the declaration of a `Syntax` of the protocol: of several with attributes in clauses of an `#if`, one with the
    /// attribute, if there is one.
    @inline(never)
    fileprivate static func declaration(_ syntax: JSON?, with attribute: Attribute? = nil) -> Declaration? {
        guard let source = SourceText(syntax) else { return nil }
        guard let attribute else { return declaration(source) }
        let declarations = Scanner(source).members.declarations
        return declarations.first { $0.attributes.contains { $0.range == attribute.range } } ?? declarations.first
    }
}

extension SourceText {
    /// Reads a `Syntax` of the protocol: text that begins at its location, including white space and comments.
    @inline(never)
    init?(_ syntax: JSON?) {
        guard let source = syntax?["source"]?.string else { return nil }
        let location = syntax?["location"]
        self.init(
            source,
            fileName: location?["fileName"]?.string ?? "",
            fileOffset: max(0, location?["offset"]?.integer ?? 0)
        )
    }
}

extension MacroDiagnostic {
    /// Returns the diagnostic as the protocol encodes it, in the file with that name.
    func message(fileName: String) -> JSON {
        [
            "message": .string(message),
            "severity": .string(severity.rawValue),
            "position": position(range, fileName),
            "highlights": range.isEmpty ? [] : [positions(range, fileName)],
            "notes": .array(
                notes.map { ["message": .string($0.message), "position": position($0.range, fileName)] }
            ),
            "fixIts": .array(
                fixIts.map { fixIt in
                    let change: JSON = [
                        "range": positions(fixIt.range, fileName), "newText": .string(fixIt.replacement),
                    ]
                    return ["message": .string(fixIt.message), "changes": [change]]
                }
            ),
        ]
    }

    private func position(_ range: Range<Int>, _ fileName: String) -> JSON {
        ["fileName": .string(fileName), "offset": .number(Double(range.lowerBound))]
    }

    private func positions(_ range: Range<Int>, _ fileName: String) -> JSON {
        [
            "fileName": .string(fileName),
            "startOffset": .number(Double(range.lowerBound)),
            "endOffset": .number(Double(range.upperBound)),
        ]
    }
}
