/// The chart of the README: the time of each subject against the parameter, a panel for each workload, in words that need no
/// other text.
package struct CostChart {
    /// The workloads that it is about.
    package static let workloads: Set<String> = ["parts", "effects"]

    private static let titles = [
        "parts": "An action, as the number of parts grows that handle it",
        "effects": "An effect that changes the state, as more run at a time",
    ]

    private static let names = [
        "runtime": "this package", "actor": "an actor by hand", "push": "push, as Combine",
        "plan": "streams and tasks",
    ]

    private static let width = 760.0
    private static let panel = 270.0
    private static let top = 34.0
    private static let foot = 26.0

    private let panels: [(title: String, chart: LineChart, described: String)]
    private let measured: String

    /// - Parameter workloads: whose figures are shown, each in a panel; those without figures are left out.
    package init(_ workloads: [Workload], _ figures: [Figure], on environment: Environment) {
        panels = workloads.compactMap { workload in
            let points = figures.filter { $0.workload == workload.name }.compactMap { ChartPoint($0, of: workload) }
            guard !points.isEmpty else { return nil }
            let chart = LineChart(
                points,
                axis: workload.axis ?? "parameter",
                operation: workload.operation,
                width: Self.width,
                height: Self.panel,
                right: 230
            ) { "\(Self.name(of: $0.subject)), \(Format.rounded(nanoseconds: $0.value))" }
            let last = points.compactMap(\.parameter).max()
            let ends = points.filter { $0.parameter == last }
                .map { "\(Self.name(of: $0.subject)) \(Format.rounded(nanoseconds: $0.value))" }
            let title = Self.titles[workload.name] ?? workload.summary
            return (title, chart, "\(title): at the end \(ends.joined(separator: ", "))")
        }
        measured = """
            medians of \(environment.schedule.repetitions) interleaved rounds, \(environment.cores) cores, \
            \(environment.system)\(environment.isDebugBuild ? ", DEBUG BUILD: the figures mean nothing" : "")
            """
    }

    /// The chart as a file, with the colours of light and dark mode, for a page that shows it as an image.
    package var file: String {
        let height = (Self.top + Self.panel) * Double(panels.count) + Self.foot
        return """
            <svg xmlns="http://www.w3.org/2000/svg" width="\(Int(Self.width))" height="\(Int(height))" \
            viewBox="0 0 \(Int(Self.width)) \(Int(height))" role="img">
            <title>What composition costs</title>
            <desc>\(Markup.escaped(panels.map(\.described).joined(separator: "; ")))</desc>
            <style>
            \(StyleSheet.standalone)
            svg .title { font-size: 15px; font-weight: 600; }
            .blue polyline:not(.leader) { stroke-width: 3; }
            .blue .name { font-weight: 600; }
            </style>
            <rect class="page" width="100%" height="100%"/>
            \(panels.enumerated().map(drawing).joined(separator: "\n"))
            <text class="axis" x="8" y="\(Markup.pixels(height - 10))">\(Markup.escaped(measured))</text>
            </svg>

            """
    }

    private func drawing(_ index: Int, _ panel: (title: String, chart: LineChart, described: String)) -> String {
        let top = (Self.top + Self.panel) * Double(index)
        return """
            <text class="title" x="8" y="\(Markup.pixels(top + 24))">\(Markup.escaped(panel.title))</text>
            <svg y="\(Markup.pixels(top + Self.top))" width="\(Int(Self.width))" height="\(Int(Self.panel))">
            \(panel.chart.svg)
            </svg>
            """
    }

    private static func name(of subject: String) -> String { names[subject] ?? subject }
}
