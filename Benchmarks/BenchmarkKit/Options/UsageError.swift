/// A command line that cannot be understood.
package enum UsageError: Error, Equatable, CustomStringConvertible {
    case unknown(String)
    case missingValue(String)
    case notAPercentage(String, String)
    case notACount(String, String)
    case noSuchWorkload([String])

    package var description: String {
        switch self {
        case .unknown(let argument): "unknown argument '\(argument)'; --help lists what there is"
        case .missingValue(let option): "\(option) needs a value"
        case .notAPercentage(let option, let text): "\(option) needs a percentage above 0, not '\(text)'"
        case .notACount(let option, let text): "\(option) needs a number of at least 16000, not '\(text)'"
        case .noSuchWorkload(let filters):
            "no workload has \(filters.map { "'\($0)'" }.joined(separator: " or ")) in its name; --list shows them"
        }
    }
}
