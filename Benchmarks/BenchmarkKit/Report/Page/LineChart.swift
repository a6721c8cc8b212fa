import Foundation

/// Cost against the parameter of a workload: one line per subject, both axes logarithmic.
struct LineChart {
    private let axis: String
    private let operation: String
    private let points: [ChartPoint]
    private let parameters: [Int]
    private let scale: LogScale

    /// What the end of a subject's line is called.
    private let name: (ChartPoint) -> String

    private let width: Double
    private let height: Double
    private let left = 70.0
    private let right: Double
    private let top = 28.0
    private let bottom = 48.0

    init(
        _ points: [ChartPoint],
        axis: String,
        operation: String,
        width: Double = 860,
        height: Double = 400,
        right: Double = 190,
        name: @escaping (ChartPoint) -> String = \.subject
    ) {
        self.name = name
        self.width = width
        self.height = height
        self.right = right
        self.axis = axis
        self.operation = operation
        self.points = points
        parameters = Set(points.compactMap(\.parameter)).sorted()
        scale = LogScale(covering: points.flatMap { [$0.value, $0.fastest, $0.slowest] })
    }

    var svg: String {
        """
        <svg viewBox="0 0 \(Int(width)) \(Int(height))" role="img" \
        aria-label="Nanoseconds per \(operation) against \(axis)">
        \(grid)
        \(subjects.map(series).joined(separator: "\n"))
        \(labels)
        </svg>
        """
    }

    private var subjects: [String] {
        points.reduce(into: []) { if !$0.contains($1.subject) { $0.append($1.subject) } }
    }

    private var grid: String {
        let end = width - right
        let rows = scale.ticks.map { tick in
            let height = Markup.pixels(y(tick))
            return """
                <line class="grid" x1="\(left)" x2="\(end)" y1="\(height)" y2="\(height)"/>\
                <text class="tick" x="\(left - 8)" y="\(height)" dy="4" text-anchor="end">\(Format.tick(tick))</text>
                """
        }
        let columns = parameters.map { parameter in
            let across = Markup.pixels(x(parameter))
            return """
                <line class="grid" x1="\(across)" x2="\(across)" y1="\(top)" y2="\(height - bottom)"/>\
                <text class="tick" x="\(across)" y="\(height - bottom + 18)" \
                text-anchor="middle">\(Format.grouped(parameter))</text>
                """
        }
        let names = """
            <text class="axis" x="\((left + end) / 2)" y="\(height - 8)" text-anchor="middle">\(Markup.escaped(axis))</text>\
            <text class="axis" x="8" y="14">time per \(Markup.escaped(operation))</text>
            """
        return (rows + columns + [names]).joined(separator: "\n")
    }

    private func series(_ subject: String) -> String {
        let own = points.filter { $0.subject == subject }.sorted { ($0.parameter ?? 0) < ($1.parameter ?? 0) }
        let path = own.map { "\(Markup.pixels(x($0.parameter ?? 0))),\(Markup.pixels(y($0.value)))" }
        return """
            <g class="\(SeriesStyle(subject).classes)"><polyline points="\(path.joined(separator: " "))"/>
            \(own.map { $0.mark(x: x($0.parameter ?? 0), y: y) }.joined(separator: "\n"))</g>
            """
    }

    /// The names of the subjects at the ends of their lines, pushed apart where the lines are close.
    private var labels: String {
        let ends = subjects.compactMap { subject in
            points.filter { $0.subject == subject }.max { ($0.parameter ?? 0) < ($1.parameter ?? 0) }
        }.sorted { y($0.value) < y($1.value) }
        let heights = Self.spread(ends.map { y($0.value) }, apart: 17, within: top...(height - bottom))
        return zip(ends, heights).map { end, height in
            let from = x(end.parameter ?? 0)
            let edge = width - right
            return """
                <g class="\(SeriesStyle(end.subject).classes)"><polyline class="leader" \
                points="\(Markup.pixels(from + 7)),\(Markup.pixels(y(end.value))) \
                \(Markup.pixels(edge + 8)),\(Markup.pixels(y(end.value))) \
                \(Markup.pixels(edge + 22)),\(Markup.pixels(height))"/>\
                <line class="swatch" x1="\(edge + 22)" x2="\(edge + 38)" y1="\(Markup.pixels(height))" \
                y2="\(Markup.pixels(height))"/>\
                <text class="name" x="\(edge + 43)" y="\(Markup.pixels(height))" dy="4">\(Markup.escaped(name(end)))</text></g>
                """
        }.joined(separator: "\n")
    }

    private func x(_ parameter: Int) -> Double {
        let inner = width - left - right - 40
        guard let first = parameters.first, let last = parameters.last, first > 0, last > first else {
            return left + 20 + inner / 2
        }
        return left + 20 + inner * log(Double(parameter) / Double(first)) / log(Double(last) / Double(first))
    }

    private func y(_ value: Double) -> Double {
        height - bottom - (height - bottom - top) * scale.position(of: value)
    }

    /// Moves sorted `places` as little as needed to put `apart` between neighbours, and keeps them in `bounds`.
    static func spread(_ places: [Double], apart: Double, within bounds: ClosedRange<Double>) -> [Double] {
        var spread: [Double] = []
        for place in places { spread.append(max(place, spread.last.map { $0 + apart } ?? bounds.lowerBound)) }
        var limit = bounds.upperBound
        for index in spread.indices.reversed() {
            spread[index] = min(spread[index], limit)
            limit = spread[index] - apart
        }
        return spread
    }
}
