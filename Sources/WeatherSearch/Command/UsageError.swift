/// An error in the command line.
enum UsageError: Error, Hashable {
    case unknownFlag(String)
    case unexpectedArgument(String)
    case missingValue(flag: String)
    case superfluousValue(flag: String)
    case badValue(flag: String, value: String, expected: String)
    case conflict(String, String)
    case missing(String, neededBy: String)
    case notATerminal
}

extension UsageError: CustomStringConvertible {
    var description: String {
        switch self {
        case .unknownFlag(let flag):
            "unknown option “\(flag.printable)”"
        case .unexpectedArgument(let argument):
            "unexpected argument “\(argument.printable)”; did you mean --query “\(argument.printable)”?"
        case .missingValue(let flag):
            "\(flag) needs a value"
        case .superfluousValue(let flag):
            "\(flag) takes no value"
        case .badValue(let flag, let value, let expected):
            "\(flag) “\(value.printable)” is not \(expected)"
        case .conflict(let one, let other):
            "\(one) cannot be used with \(other)"
        case .missing(let flag, let other):
            "\(other) needs \(flag)"
        case .notATerminal:
            "standard output is not a terminal; use --query TEXT, or give queries on standard input"
        }
    }
}
