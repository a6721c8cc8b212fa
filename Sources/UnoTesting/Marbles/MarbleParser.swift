/// Reads marble diagrams.
struct MarbleParser {
    /// The characters that are not values.
    static let reserved: Set<Character> = ["-", "|", "^", ";", ",", "[", "]", "'", " ", "(", ")"]

    /// An error in a diagram, and its position.
    struct Fault: Error, CustomStringConvertible {
        let diagram: String
        let offset: Int
        let problem: String

        var description: String {
            // The diagram in one line, so that the caret points into it.
            let line = diagram.map { $0.isNewline || $0 == "\t" ? " " : $0 }
            return "This marble diagram cannot be read: \(problem)\n    \(String(line))\n    "
                + String(repeating: " ", count: line.prefix(offset).reduce(0) { $0 + $1.columns }) + "^"
        }
    }

    private let text: String
    private let characters: [Character]
    private var offset = 0
    private var diagram = MarbleDiagram()
    private var step = 0
    /// Whether the stream has ended.
    private var hasEnded = false
    /// The step in which the consumer was cancelled.
    private var cancelStep: Int?

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
            if let time = progression {
                throw fault("\(time) is no time: a step is written as -, and \(time) in quotes is a value")
            }
            switch characters[offset] {
            case " ": offset += 1
            case "-":
                offset += 1
                step += 1
            case "[":
                try parseGroup()
                step += 1
            default:
                try add()
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
            default: try add()
            }
        }
        offset = start
        throw fault("the group is not closed")
    }

    private mutating func add() throws(Fault) {
        let start = offset
        let symbol = try symbol()
        if symbol != .delayedDemand, hasEnded || step > cancelStep ?? step {
            offset = start
            throw fault("nothing comes after the end")
        }
        if symbol == .finish || symbol == .failure { hasEnded = true }
        if symbol == .cancel { cancelStep = step }
        diagram.add(symbol, at: step)
    }

    /// A time such as `9s` between spaces, as other libraries write it; nil if there is none here.
    private var progression: String? {
        guard offset == 0 || characters[offset - 1] == " " else { return nil }
        let word = characters[offset...].prefix { $0 != " " }
        let digits = word.prefix { $0.isNumber || $0 == "." }
        guard !digits.isEmpty, ["ms", "s", "m"].contains(String(word.dropFirst(digits.count))) else { return nil }
        return String(word)
    }

    private mutating func symbol() throws(Fault) -> MarbleDiagram.Symbol {
        let character = characters[offset]
        switch character {
        case "]": throw fault("no group is open")
        case "'": return .value(try quotedText())
        case "(", ")": throw fault("several things in one step are written as [ab]; a parenthesis is a value in quotes")
        case _ where character.isWhitespace: throw fault("of all white space, only the space may be in a diagram")
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

extension Character {
    /// The width of the character in a monospaced font, in columns: two for East Asian wide characters and emoji.
    var columns: Int {
        guard let scalar = unicodeScalars.first else { return 0 }
        if scalar.properties.isEmojiPresentation || unicodeScalars.contains("\u{FE0F}") { return 2 }
        return switch scalar.value {
        case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
            0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1FAFF, 0x20000...0x3FFFD:
            2
        default: 1
        }
    }
}
