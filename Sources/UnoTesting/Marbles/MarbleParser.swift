/// Reads marble diagrams.
struct MarbleParser {
    /// The characters that are no values.
    static let reserved: Set<Character> = ["-", "|", "^", ";", ",", "[", "]", "'", " "]

    /// What is wrong with a diagram, and where.
    struct Fault: Error, CustomStringConvertible {
        let diagram: String
        let offset: Int
        let problem: String

        var description: String {
            "This marble diagram cannot be read: \(problem)\n    \(diagram)\n    "
                + String(repeating: " ", count: offset) + "^"
        }
    }

    private let text: String
    private let characters: [Character]
    private var offset = 0
    private var diagram = MarbleDiagram()
    private var step = 0

    static func diagram(_ text: String) throws(Fault) -> MarbleDiagram {
        var parser = MarbleParser(text)
        try parser.parse()
        return parser.diagram.padded(to: parser.step)
    }

    private init(_ text: String) {
        self.text = text
        characters = Array(text)
    }

    private mutating func parse() throws(Fault) {
        while offset < characters.count {
            switch characters[offset] {
            case " ": offset += 1
            case "-":
                offset += 1
                step += 1
            case "[":
                try parseGroup()
                step += 1
            default:
                diagram.add(try symbol(), at: step)
                step += 1
            }
        }
    }

    private mutating func parseGroup() throws(Fault) {
        let start = offset
        offset += 1
        while offset < characters.count {
            switch characters[offset] {
            case " ": offset += 1
            case "-": throw fault("a step (-) within a group, which is one step")
            case "[": throw fault("a group within a group")
            case "]":
                offset += 1
                return
            default: diagram.add(try symbol(), at: step)
            }
        }
        offset = start
        throw fault("the group is not closed")
    }

    private mutating func symbol() throws(Fault) -> MarbleDiagram.Symbol {
        let character = characters[offset]
        switch character {
        case "]": throw fault("no group is open")
        case "'": return .value(try quotedText())
        default: break
        }
        offset += 1
        return switch character {
        case "|": .finish
        case "^": .failure
        case ";": .cancel
        case ",": .delayedDemand
        default: .value(String(character))
        }
    }

    /// A quote within a quoted value is written twice.
    private mutating func quotedText() throws(Fault) -> String {
        let start = offset
        var text = ""
        offset += 1
        while offset < characters.count {
            let character = characters[offset]
            offset += 1
            guard character == "'" else {
                text.append(character)
                continue
            }
            guard offset < characters.count, characters[offset] == "'" else { return text }
            text.append("'")
            offset += 1
        }
        offset = start
        throw fault("the quoted value is not closed")
    }

    private func fault(_ problem: String) -> Fault {
        Fault(diagram: text, offset: offset, problem: problem)
    }
}
