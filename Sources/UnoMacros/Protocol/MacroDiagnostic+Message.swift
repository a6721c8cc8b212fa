extension MacroDiagnostic {
    /// The diagnostic as the protocol has it, in the file of that name.
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
