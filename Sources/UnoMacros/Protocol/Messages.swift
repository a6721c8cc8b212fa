extension MacroContext {
    /// Reads the content of an `expandAttachedMacro` message; nil if it has no attribute or no declaration.
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
    /// Reads a `Syntax` of the protocol: text that begins at its location, including white space and comments.
    init?(_ syntax: JSON) {
        guard let source = syntax["source"]?.string else { return nil }
        self.init(
            source,
            fileName: syntax["location"]?["fileName"]?.string ?? "",
            fileOffset: max(0, syntax["location"]?["offset"]?.integer ?? 0)
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
