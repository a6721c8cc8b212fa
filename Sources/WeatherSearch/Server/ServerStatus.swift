import UnoArchitecture

/// What a server does at the moment, and what it has done so far.
struct ServerStatus: Sendable {
    struct Tallies: Sendable {
        var answers = 0
        /// Queries that were not answered in time.
        var lateAnswers = 0
        var failedAnswers = 0
        var refusedConnections = 0
        /// Connections whose client has gone or does not read.
        var brokenConnections = 0
    }

    /// How many runtimes are shown.
    private static let shownCount = 20

    let connections: Int
    let limit: Int
    let tallies: Tallies
    /// By the number of the connection.
    let runtimes: [Int: RuntimeSnapshot]
}

extension ServerStatus: CustomStringConvertible {
    /// Totals, and the snapshots of the busy runtimes with the lowest numbers.
    var description: String {
        let busy = runtimes.values.filter { !$0.isIdle }.sorted { $0.runtime.instance < $1.runtime.instance }
        let totals = """
            connections  \(connections) of \(limit); \(tallies.refusedConnections) refused, \
            \(tallies.brokenConnections) broken
            queries      \(tallies.answers) answered, \(tallies.lateAnswers) late, \(tallies.failedAnswers) failed
            runtimes     \(runtimes.count), \(busy.count) of them busy

            """
        return totals + busy.prefix(Self.shownCount).map { "\($0)\n" }.joined()
    }
}
