/// What one query leads to when there is no screen.
struct QueryAnswer: Sendable, Hashable {
    /// For standard output; empty if there is nothing.
    var output = ""
    /// For standard error.
    var complaint: String?
    var status = ExitStatus.success
}

extension QueryAnswer {
    /// Answers `query` with the matching cities and the weather of the best one.
    ///
    /// When there is no report the cities are in the answer all the same.
    init(
        to query: String,
        search: some CitySearch,
        weather: some WeatherService,
        formatter: ReportFormatter
    ) async throws {
        let cities = try await search.cities(matching: query)
        guard let best = cities.first else {
            self.init(complaint: "No city matches “\(query.printable)”.", status: .noMatch)
            return
        }
        let list = formatter.lines(of: cities)
        do {
            let report = try await weather.report(for: best)
            self.init(output: (list + [""] + formatter.lines(of: report)).asLines)
        } catch let error as WeatherServiceError {
            self.init(
                output: list.asLines,
                complaint: "No weather for \(formatter.name(of: best)): \(error).",
                status: .unavailable
            )
        }
    }
}

extension [String] {
    fileprivate var asLines: String { map { $0 + "\n" }.joined() }
}
