import Foundation

/// Each workload in one row: the time of the package's own code as a ratio to the baseline, and its allocations beside it.
///
/// The ratio is a dot on a logarithmic axis, where a length would mean nothing; allocations start from zero and are bars.
struct OverviewChart {
    /// A workload at its last measured point.
    struct Row: Equatable {
        let name: String
        let baseline: String
        let subject: String
        let ratio: Double
        let allocations: Double?

        var described: String {
            "\(name): \(subject) takes \(Format.ratio(ratio)) of \(baseline), \(Format.count(allocations)) allocations"
        }
    }

    private let rows: [Row]
    private let scale: LogScale
    private let most: Double

    private static let width = 860.0
    private static let times = 330.0...540.0
    private static let counts = 630.0...790.0
    private static let top = 50.0
    private static let row = 24.0

    init(_ rows: [Row]) {
        self.rows = rows
        scale = LogScale(covering: rows.map(\.ratio) + [1])
        most = max(1, rows.compactMap(\.allocations).max() ?? 1)
    }

    /// Returns a row for each workload that has a figure of the package's own code and of the baseline at its last point.
    ///
    /// The own code is the subject that a bar of the workload names first, or else the first by `families`.
    static func rows(_ workloads: [Workload], _ figures: [Figure], bars: [Threshold]) -> [Row] {
        workloads.compactMap { workload in
            let timed = figures.filter { $0.workload == workload.name && $0.nanoseconds ?? 0 > 0 }
            let subjects = timed.map(\.subject).filter { $0 != workload.baseline }
            let named = bars.first { $0.workload == workload.name && subjects.contains($0.subject) }?.subject
            guard
                let subject = named ?? own(subjects),
                let figure = timed.filter({ $0.subject == subject })
                    .max(by: { ($0.parameter ?? 0) < ($1.parameter ?? 0) }),
                let baseline = timed.first(where: {
                    $0.parameter == figure.parameter && $0.subject == workload.baseline
                }),
                let time = figure.nanoseconds, let other = baseline.nanoseconds
            else { return nil }
            return Row(
                name: figure.parameter.map { "\(workload.name) \(Format.grouped($0))" } ?? workload.name,
                baseline: workload.baseline,
                subject: subject,
                ratio: time / other,
                allocations: figure.allocations
            )
        }
    }

    /// The package's own subjects, the preferred first, and their variants: `runtime-latest`.
    private static let families = ["runtime", "viewmodel", "stream", "sequence", "asyncchannel"]

    private static func own(_ subjects: [String]) -> String? {
        families.first(where: subjects.contains)
            ?? families.lazy.compactMap { family in subjects.first { $0.hasPrefix(family + "-") } }.first
            ?? subjects.first { SeriesStyle($0).isUnknown }
    }

    private var height: Double { Self.top + Self.row * Double(rows.count) + 12 }

    var svg: String { "<svg \(attributes)>\n\(content)\n</svg>" }

    /// The chart as a file of its own, with the colours of light and dark mode, for a page that shows it as an image.
    var file: String {
        """
        <svg xmlns="http://www.w3.org/2000/svg" \(attributes)>
        <title>Time and allocations of each workload</title>
        <desc>\(rows.map { Markup.escaped($0.described) }.joined(separator: "; "))</desc>
        <style>
        \(StyleSheet.standalone)
        </style>
        <rect class="page" width="100%" height="100%"/>
        \(content)
        </svg>

        """
    }

    private var attributes: String {
        """
        class="overview" viewBox="0 0 \(Int(Self.width)) \(Int(height))" role="img" \
        aria-label="Time and allocations of each workload"
        """
    }

    private var content: String {
        let bottom = Markup.pixels(height - 10)
        // Many powers of ten leave no room for each label: then every other one is labelled, and 1 always.
        let isCrowded = scale.ticks.count > 4
        let ticks = scale.ticks.map { tick in
            let label = isCrowded && Int(log10(tick).rounded()) % 2 != 0 ? "" : Self.tick(tick)
            let across = Markup.pixels(time(tick))
            return """
                <line class="\(tick == 1 ? "one" : "grid")" x1="\(across)" x2="\(across)" y1="\(Self.top)" y2="\(bottom)"/>\
                <text class="tick" x="\(across)" y="\(Self.top - 6)" text-anchor="middle">\(label)</text>
                """
        }
        return """
            <text class="axis" x="\(Self.times.lowerBound)" y="16">time, as a ratio to the baseline</text>
            <text class="axis" x="\(Self.counts.lowerBound)" y="16">allocations per operation</text>
            \(ticks.joined(separator: "\n"))
            <line class="grid" x1="\(Self.counts.lowerBound)" x2="\(Self.counts.lowerBound)" y1="\(Self.top)" y2="\(bottom)"/>
            \(rows.enumerated().map(line).joined(separator: "\n"))
            """
    }

    private func line(_ index: Int, _ row: Row) -> String {
        let middle = Markup.pixels(Self.top + Self.row * (Double(index) + 0.5))
        let bar = (row.allocations ?? 0) / most * (Self.counts.upperBound - Self.counts.lowerBound)
        return """
            <g class="\(SeriesStyle(row.subject).classes)"><title>\(Markup.escaped(row.described))</title>\
            <text class="name" x="8" y="\(middle)" dy="4">\(Markup.escaped(row.name))\
            <tspan class="tick" dx="8">\(Markup.escaped("\(row.subject) / \(row.baseline)"))</tspan></text>\
            <line class="grid" x1="\(Self.times.lowerBound)" x2="\(Self.times.upperBound)" y1="\(middle)" y2="\(middle)"/>\
            <circle cx="\(Markup.pixels(time(row.ratio)))" cy="\(middle)" r="5"/>\
            <text class="value" x="\(Self.times.upperBound + 14)" y="\(middle)" dy="4">\(Format.ratio(row.ratio))</text>\
            \(AllocationBar.mark(x: Self.counts.lowerBound, width: bar, middle: middle))\
            <text class="value" x="\(Markup.pixels(Self.counts.lowerBound + bar + 8))" y="\(middle)" \
            dy="4">\(Format.count(row.allocations))</text></g>
            """
    }

    private func time(_ ratio: Double) -> Double {
        Self.times.lowerBound + (Self.times.upperBound - Self.times.lowerBound) * scale.position(of: ratio)
    }

    private static func tick(_ value: Double) -> String { "\(value < 1 ? "\(value)" : Format.grouped(Int(value)))×" }
}
