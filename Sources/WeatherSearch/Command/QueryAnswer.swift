import UnoArchitecture

/// The answer to one query when there is no screen.
struct QueryAnswer: Sendable, Hashable {
    /// A search that failed for an unexpected reason.
    struct SearchFailure: Error, CustomStringConvertible {
        let description: String
    }

    /// The runtime was lost, or another client has used it: the query may be asked again.
    struct Interrupted: Error, CustomStringConvertible {
        var description: String { "the query was interrupted" }
    }

    /// For standard output; empty if there is nothing.
    var output = ""
    /// For standard error.
    var complaint: String?
    var status = ExitStatus.success

    static let lineTooLong = QueryAnswer(
        complaint: "A line of the input is longer than \(LineBuffer.limit) bytes.",
        status: .damagedData
    )
}

extension QueryAnswer {
    /// Asks `host` for the matching cities and the weather of the best one, and waits for both.
    ///
    /// The answer contains the cities even if there is no report.
    init(
        to query: String,
        from host: some QueryHost,
        formatter: ReportFormatter
    ) async throws {
        // Discard the results of an earlier query.
        try await host.perform(.left)
        try await host.perform(.typed(query))
        try await host.perform(.chosen)
        // The waits return early if the task is cancelled: then the state is that of an unfinished search.
        try Task.checkCancellation()
        guard let state = try await host.currentState() else { throw CancellationError() }
        guard case .results(let results) = state, results.query.text == query else { throw Interrupted() }
        try self.init(to: query, results: results, formatter: formatter)
    }

    private init(to query: String, results: SearchResults.State, formatter: ReportFormatter) throws {
        if let reason = results.query.failure { throw SearchFailure(description: reason) }
        guard let best = results.query.cities.first else {
            self.init(complaint: "No city matches “\(query.printable)”.", status: .noMatch)
            return
        }
        let list = formatter.lines(of: results.query.cities)
        switch results.weather.phase {
        case .report(let report):
            self.init(output: (list + [""] + formatter.lines(of: report)).asLines)
        case .failure(_, let reason):
            self.init(
                output: list.asLines,
                complaint: "No weather for \(formatter.name(of: best)): \(reason).",
                status: .unavailable
            )
        case .nothing, .loading:
            // The service cancelled its work, or this task was cancelled.
            throw CancellationError()
        }
    }
}

extension [String] {
    fileprivate var asLines: String { map { $0 + "\n" }.joined() }
}
