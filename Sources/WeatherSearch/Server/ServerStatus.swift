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

    let connections: Int
    let limit: Int
    let tallies: Tallies
    let runtimes: Int
}

extension ServerStatus: CustomStringConvertible {
    var description: String {
        """
        connections  \(connections) of \(limit); \(tallies.refusedConnections) refused, \
        \(tallies.brokenConnections) broken
        queries      \(tallies.answers) answered, \(tallies.lateAnswers) late, \(tallies.failedAnswers) failed
        runtimes     \(runtimes)

        """
    }
}
