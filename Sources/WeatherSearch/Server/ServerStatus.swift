import UnoArchitecture

/// What a server does at the moment, and what it has done so far.
struct ServerStatus: Sendable {
    enum Condition: String, Sendable {
        case serving
        /// As many connections as the limit allows: another one is refused.
        case full
    }

    struct Tallies: Sendable {
        var answers = 0
        /// Queries that were not answered in time.
        var lateAnswers = 0
        var failedAnswers = 0
        var refusedConnections = 0
        /// Connections whose client was silent for too long.
        var slowConnections = 0
        /// Connections whose client has gone or does not read.
        var brokenConnections = 0
    }

    /// How many runtimes are shown.
    private static let shownCount = 20
    private static let title = "server       "

    let condition: Condition
    let connections: Int
    let limit: Int
    let tallies: Tallies
    /// By the number of the connection.
    let runtimes: [Int: RuntimeSnapshot]

    /// The condition in the first line of a status.
    static func condition(in line: String) -> Condition? {
        line.hasPrefix(title) ? Condition(rawValue: String(line.dropFirst(title.count))) : nil
    }
}

extension ServerStatus: CustomStringConvertible {
    /// Totals, and the snapshots of busy runtimes; first those whose present step has taken longest, so that a handler that
    /// does not return is seen.
    var description: String {
        let busy = runtimes.values.filter { !$0.isIdle }.sorted {
            ($1.step?.duration ?? .zero, $0.runtime.instance) < ($0.step?.duration ?? .zero, $1.runtime.instance)
        }
        let totals = """
            \(Self.title)\(condition.rawValue)
            connections  \(connections) of \(limit); \(tallies.refusedConnections) refused, \
            \(tallies.slowConnections) too slow, \(tallies.brokenConnections) broken
            queries      \(tallies.answers) answered, \(tallies.lateAnswers) late, \(tallies.failedAnswers) failed
            runtimes     \(runtimes.count), \(busy.count) of them busy

            """
        return totals + busy.prefix(Self.shownCount).map { "\($0)\n" }.joined()
    }
}
