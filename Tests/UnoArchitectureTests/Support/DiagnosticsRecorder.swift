import TestSupport
import UnoArchitecture

/// The diagnostics of the graphs that a test makes.
struct DiagnosticsRecorder: Sendable {
    let reports = Record<Diagnostic>()

    /// Graphs made in `body` report here.
    func during<Result>(_ body: () async throws -> Result) async rethrows -> Result {
        try await Diagnostics.$local.withValue(Diagnostics { [reports] in reports.append($0) }, operation: body)
    }

    /// Graphs made in `body` report here.
    func callAsFunction<Result>(_ body: () throws -> Result) rethrows -> Result {
        try Diagnostics.$local.withValue(Diagnostics { [reports] in reports.append($0) }, operation: body)
    }

    var kinds: [Diagnostic.Kind] { reports.elements.map(\.kind) }

    /// The first reports, as soon as there are that many.
    func waitFor(_ count: Int) async -> [Diagnostic] { await reports.waitFor(count) }
}
