/// The figures of a run as one self-contained HTML page.
package struct ReportPage {
    private let environment: Environment
    private let workloads: [Workload]
    private let figures: [Figure]
    private let verdicts: [Verdict]

    package init(environment: Environment, workloads: [Workload], figures: [Figure], verdicts: [Verdict]) {
        self.environment = environment
        self.workloads = workloads
        self.figures = figures
        self.verdicts = verdicts
    }

    package var html: String {
        """
        <!DOCTYPE html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <title>What composition costs</title>
        <style>
        \(StyleSheet.css)
        </style>
        </head>
        <body>
        <h1>What composition costs</h1>
        <p>\(environment.lines.map(Markup.escaped).joined(separator: "<br>"))</p>
        <nav>\(workloads.map { "<a href=\"#\($0.name)\">\(Markup.escaped($0.name))</a>" }.joined(separator: "\n"))</nav>
        \(overview)
        \(bars)
        \(workloads.map(section).joined(separator: "\n"))
        </body>
        </html>

        """
    }

    /// The overview as an image file, which the README shows; nil if no workload has both its own code and a baseline.
    package var chart: String? { rows.isEmpty ? nil : OverviewChart(rows).file }

    private var rows: [OverviewChart.Row] {
        OverviewChart.rows(workloads, figures, bars: verdicts.map(\.threshold))
    }

    private var overview: String {
        guard !rows.isEmpty else { return "" }
        return """
            <h2>Time and allocations</h2>
            <p>Each workload at its largest measured point, against its baseline. Left of 1× is faster than the baseline.</p>
            <div class="scroll" tabindex="0">\(OverviewChart(rows).svg)</div>
            """
    }

    private var bars: String {
        let measured = verdicts.filter { $0.standing != .unmeasured }
        guard !measured.isEmpty else { return "" }
        let rows = measured.map { verdict in
            let threshold = verdict.threshold
            let standing = verdict.standing.rawValue
            return Self.row([
                Markup.escaped(threshold.name),
                Format.value(threshold.target, of: threshold.quantity),
                Format.value(verdict.value, of: threshold.quantity),
                "<span class=\"\(standing)\">\(standing)</span>",
            ])
        }
        return """
            <h2>The bars</h2>
            <p>What the project has set itself, and what was measured.</p>
            \(Self.table(["", "at most", "measured", ""], rows))
            """
    }

    private func section(_ workload: Workload) -> String {
        let own = figures.filter { $0.workload == workload.name }
        let points = own.compactMap { ChartPoint($0, of: workload) }
        let isLine = Set(points.map(\.parameter)).count > 1
        let chart =
            isLine
            ? LineChart(points, axis: workload.axis ?? "parameter", operation: workload.operation).svg
            : DotChart(points, operation: workload.operation).svg
        return """
            <section id="\(Markup.escaped(workload.name))">
            <h2>\(Markup.escaped(workload.name))</h2>
            <p>\(Markup.escaped(workload.summary))</p>
            <div class="scroll" tabindex="0">\(chart)
            \(AllocationChart(own, of: workload)?.svg ?? "")</div>
            <details><summary>Figures</summary>
            \(table(workload, own))
            </details>
            </section>
            """
    }

    private func table(_ workload: Workload, _ figures: [Figure]) -> String {
        let rows = FigureRows(workload, figures)
        return Self.table(rows.header, rows.rows.map { Self.row($0.map(Markup.escaped)) })
    }

    private static func table(_ header: [String], _ rows: [String]) -> String {
        """
        <div class="scroll" tabindex="0"><table>
        <thead><tr>\(header.map { "<th>\(Markup.escaped($0))</th>" }.joined())</tr></thead>
        <tbody>
        \(rows.joined(separator: "\n"))
        </tbody>
        </table></div>
        """
    }

    private static func row(_ cells: [String]) -> String { "<tr>\(cells.map { "<td>\($0)</td>" }.joined())</tr>" }
}
