import Foundation
import UnoArchitecture
import UnoInspector
import UnoPresentation

/// The services that the command line selects, and the ways of using them.
struct Program: Sendable {
    let search: any CitySearch
    let weather: any WeatherService
    let formatter = ReportFormatter()
    /// Records what is asked on the command line or the terminal, for the page in the file.
    let recorded: (recorder: Recorder<SearchState, SearchAction>, file: String)?
    /// Shows in a browser what the program does.
    let inspection: Inspection?
    /// Writes what all runtimes of the program do to a file.
    let trace: TraceObserver?

    init(options: CommandLineOptions) throws {
        let path = if let file = options.dataFile { file } else { try CityFileLocation.builtIn() }
        let cities = try CityFile(path: path).cities()
        search = IndexedCitySearch(index: CityIndex(cities: cities), limit: options.limit)
        if options.isLive {
            weather = OpenMeteoWeatherService()
        } else {
            weather = SolarWeatherService(time: options.day.map(ObservationTime.noon) ?? .system)
        }
        let inspection = options.isInspected ? Inspection() : nil
        trace = try options.traceFile.map { try TraceObserver(writingTo: URL(filePath: $0), actions: .names) }
        recorded = options.recordFile.map { (inspection?.recorder ?? Recorder(), $0) }
        self.inspection = inspection
    }

    private var recorder: Recorder<SearchState, SearchAction>? { inspection?.recorder ?? recorded?.recorder }

    /// Makes the program and runs `body` with it; then closes the trace, because the process ends without releasing it.
    static func run(
        _ options: CommandLineOptions, _ body: (Program) async throws -> ExitStatus
    ) async throws -> ExitStatus {
        let program = try Program(options: options)
        defer { program.trace?.close() }
        return try await body(program)
    }

    /// A runtime of the feature, whose handlers and effects run on threads of their own.
    ///
    /// - Parameter debounce: how long the typing must pause before the search starts; zero if queries are not typed.
    func makeRuntime(debounce: Duration, name: String? = nil) -> Runtime<SearchState, SearchAction> {
        Runtime(
            makeInteractor(debounce: debounce),
            executor: HandlerThreads.shared.forRuntime(),
            name: name,
            observer: observer()
        )
    }

    /// A view model of the feature, for the screen.
    @MainActor
    func makeViewModel(debounce: Duration) -> TerminalScreen.Model {
        ViewModel(
            initialValue: ScreenContent(),
            makeInteractor(debounce: debounce),
            ScreenContentReducer(),
            observer: observer()
        )
    }

    private func observer() -> (any RuntimeObserver)? { recorder?.observer(beside: trace) ?? trace }

    private func makeInteractor(debounce: Duration) -> SearchInteractor {
        SearchInteractor(
            search: search, weather: weather, debounce: debounce, clock: inspection?.clock ?? ContinuousClock())
    }

    /// The feature's graph, as the terminal runs it.
    var graph: GraphDescription { GraphDescription(of: makeInteractor(debounce: Self.debounce)) }

    /// Writes the page of what was recorded, if that was asked for.
    func writePage() throws(PageFailure) {
        guard let (recorder, file) = recorded else { return }
        do {
            try recorder.recording.page(to: URL(filePath: file), title: "weather-search", graph: graph)
        } catch {
            throw PageFailure(file: file, reason: error.localizedDescription)
        }
    }

    /// The page of a recording cannot be written.
    struct PageFailure: Error, CustomStringConvertible {
        let file: String
        let reason: String
        var description: String { "the page “\(file.printable)” cannot be written: \(reason)" }
    }

    /// Answers the query of the command line, or else the lines of standard input.
    func answer(_ query: String?) async throws -> ExitStatus {
        // A clock that is paused holds queries only if they wait for it.
        let runtime = makeRuntime(debounce: inspection == nil ? .zero : Self.debounce)
        let send: @Sendable (SearchAction) -> Void = { runtime.send($0) }
        return try await inspected(sending: send) { _ in
            try await Self.answer(query) { [formatter] in
                try await runtime.answer(to: $0, formatter: formatter)
            }
        }
    }

    /// As `answer(_:)`, with the answers of `ask`.
    static func answer(
        _ query: String?,
        _ ask: (String) async throws -> QueryAnswer
    ) async throws -> ExitStatus {
        guard let query else { return try await answerLines(ask) }
        let answer = try await ask(query)
        try print(answer)
        return answer.status
    }

    /// Answers the lines of standard input in order, separated by empty lines; blank lines are skipped.
    ///
    /// A query without an answer does not end the program; the most severe status is returned.
    private static func answerLines(_ ask: (String) async throws -> QueryAnswer) async throws -> ExitStatus {
        var status = ExitStatus.success
        var separator = ""
        for await line in StandardInputLines() {
            guard var answer = try await answer(to: line, ask) else { continue }
            status = status.combined(with: answer.status)
            if !answer.output.isEmpty {
                answer.output = separator + answer.output
                separator = "\n"
            }
            try print(answer)
        }
        return status
    }

    /// Nil for a blank line.
    private static func answer(
        to line: InputLine,
        _ ask: (String) async throws -> QueryAnswer
    ) async throws -> QueryAnswer? {
        switch line {
        case .tooLong: .lineTooLong
        case .text(let query) where query.allSatisfy(\.isWhitespace): nil
        case .text(let query): try await ask(query)
        }
    }

    private static func print(_ answer: QueryAnswer) throws {
        try TextOutput.standard.write(answer.output)
        if let complaint = answer.complaint { try TextOutput.error.write(complaint + "\n") }
    }
}
