import BenchmarkKit
import Foundation

/// One run of the program.
struct Session {
    let options: Options

    init(_ options: Options) {
        self.options = options
    }

    /// Runs the program with its options; returns false if a figure fails its check.
    func run() async throws -> Bool {
        switch options.mode {
        case .help: print(Options.help, terminator: "")
        case .soak:
            await Soak.run(producers: 8, count: 1_000_000)
            await ServerSimulation.run(events: options.events)
        case .list: list(try selected(nil))
        case .measure: return try await measure()
        }
        return true
    }

    private func measure() async throws -> Bool {
        let thresholds = try options.needsThresholds ? thresholds() : nil
        // Read the files first, so that an invalid one is reported before anything is measured.
        let earlier = try options.compare.map { path throws(FileError) in try FigureFile.read(file(path)) }
        let workloads = try selected(
            options.chart != nil ? CostChart.workloads : options.showsBars ? thresholds?.workloadsOfBars : nil
        )
        let schedule = options.isQuick ? Schedule.quick : .full
        let environment = Environment.current(schedule)
        print(environment.lines.joined(separator: "\n"))

        let progress = Progress()
        let measurement = Measurement(schedule, with: .ofThisProcess) { progress.show($0) }
        var figures: [Figure] = []
        for workload in workloads {
            let new = try await measurement.figures(of: workload)
            figures += new
            progress.clear()
            if !options.showsBars { print("\n" + FigureTable.text(workload, new), terminator: "") }
        }
        if let json = options.json { try FileError.writing(FigureFile.data(figures), to: file(json)) }
        if let report = options.report {
            let page = ReportPage(
                environment: environment,
                workloads: workloads,
                figures: figures,
                verdicts: thresholds?.bars.map { Verdict($0, figures: figures) } ?? []
            )
            guard let content = report.hasSuffix(".svg") ? page.chart : page.html else {
                throw FileError(file: report, reason: "no selected workload has a baseline to draw the others against")
            }
            try FileError.writing(Data(content.utf8), to: file(report))
        }
        if let chart = options.chart {
            let content = CostChart(workloads, figures, on: environment).file
            try FileError.writing(Data(content.utf8), to: file(chart))
        }
        var isKept = true
        if let thresholds, options.setsGates {
            try FileError.writing(thresholds.gated(by: figures).data, to: file(options.thresholds))
        }
        if let thresholds { isKept = try await areKept(thresholds, figures, measurement, progress) }
        let isGood = earlier.map { isNoWorse(figures, than: $0) } ?? true
        return isKept && isGood
    }

    /// Prints the changes since `earlier`; returns whether none is a regression.
    private func isNoWorse(_ figures: [Figure], than earlier: [Figure]) -> Bool {
        let allowedGrowth = options.regression / 100
        let comparison = Comparison(of: figures, to: earlier, allowedGrowth: allowedGrowth)
        print("\nComparison\n" + ComparisonTable.text(comparison, allowedGrowth: allowedGrowth), terminator: "")
        return !comparison.hasRegression
    }

    /// How often a workload is measured before a gate that it does not keep fails.
    private static let attempts = 6

    /// Prints the figures with their thresholds; returns whether all gates hold, if need be after repetitions.
    private func areKept(
        _ thresholds: Thresholds,
        _ figures: [Figure],
        _ measurement: BenchmarkKit.Measurement,
        _ progress: Progress
    ) async throws -> Bool {
        var shown = (options.checks ? thresholds.all : thresholds.bars).map {
            Verdict($0, figures: figures)
        }
        .filter { $0.standing != .unmeasured || options.filters.isEmpty }
        if options.checks {
            for _ in 1..<Self.attempts {
                let names = Set(shown.filter { $0.standing == .failed }.flatMap(\.threshold.workloads))
                guard !names.isEmpty else { break }
                var again: [Figure] = []
                for workload in Workloads.all where names.contains(workload.name) {
                    again += try await measurement.figures(of: workload)
                }
                progress.clear()
                shown = shown.map { $0.standing == .failed ? $0.repeated(again) : $0 }
            }
        }
        print("\nThresholds\n" + VerdictTable.text(shown) + VerdictTable.repetitions(shown), terminator: "")
        let failed = shown.filter { $0.standing == .failed }
        guard options.checks, !failed.isEmpty else { return true }
        print("\nNot kept, in \(Self.attempts) attempts:\n" + VerdictTable.text(failed), terminator: "")
        return false
    }

    private func thresholds() throws(FileError) -> Thresholds {
        let thresholds = try Thresholds(contentsOf: file(options.thresholds))
        if let unknown = thresholds.unknown(in: Workloads.all).first {
            throw FileError(file: options.thresholds, reason: "there is nothing to measure for \(unknown.name)")
        }
        return thresholds
    }

    private func selected(_ names: Set<String>?) throws(UsageError) -> [Workload] {
        let selected = Workloads.all.filter { options.selects($0.name) && names?.contains($0.name) ?? true }
        guard !selected.isEmpty else { throw .noSuchWorkload(options.filters) }
        return selected
    }

    private func list(_ workloads: [Workload]) {
        for workload in workloads {
            print("\(workload.name): \(workload.summary)")
            if let axis = workload.axis {
                let values = workload.points.compactMap(\.parameter).map { "\($0)" }
                print("  \(axis): \(values.joined(separator: ", "))")
            }
            let subjects = workload.points.flatMap(\.subjects).map(\.name)
            let unique = subjects.reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
            print("  subjects: \(unique.joined(separator: ", ")); baseline: \(workload.baseline)")
        }
    }

    private func file(_ path: String) -> URL { URL(fileURLWithPath: path) }
}
