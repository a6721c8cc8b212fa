/// The cost of each subject at one point of a workload, on a logarithmic axis.
///
/// It uses dots because the length of a bar is meaningless without a zero.
struct DotChart {
    private let operation: String
    private let points: [ChartPoint]
    private let scale: LogScale

    private let width = 860.0
    private let left = 190.0
    private let right = 110.0
    private let top = 28.0
    private let row = 28.0

    init(_ points: [ChartPoint], operation: String) {
        self.operation = operation
        self.points = points
        scale = LogScale(covering: points.flatMap { [$0.value, $0.fastest, $0.slowest] })
    }

    private var height: Double { top + row * Double(points.count) + 40 }

    var svg: String {
        let bottom = height - 40
        let columns = scale.ticks.map { tick in
            let across = Markup.pixels(x(tick))
            return """
                <line class="grid" x1="\(across)" x2="\(across)" y1="\(top)" y2="\(bottom)"/>\
                <text class="tick" x="\(across)" y="\(bottom + 18)" text-anchor="middle">\(Format.tick(tick))</text>
                """
        }
        return """
            <svg viewBox="0 0 \(Int(width)) \(Int(height))" role="img" aria-label="Nanoseconds per \(operation)">
            \(columns.joined(separator: "\n"))
            <text class="axis" x="8" y="14">time per \(Markup.escaped(operation))</text>
            \(points.enumerated().map(dot).joined(separator: "\n"))
            </svg>
            """
    }

    private func dot(_ index: Int, _ point: ChartPoint) -> String {
        let height = Markup.pixels(top + row * (Double(index) + 0.5))
        return """
            <g class="\(SeriesStyle(point.subject).classes)"><g class="point"><title>\(Markup.escaped(point.note))</title>\
            <line class="grid" x1="\(left)" x2="\(width - right)" y1="\(height)" y2="\(height)"/>\
            <line class="spread" x1="\(Markup.pixels(x(point.fastest)))" x2="\(Markup.pixels(x(point.slowest)))" \
            y1="\(height)" y2="\(height)"/>\
            <circle class="target" cx="\(Markup.pixels(x(point.value)))" cy="\(height)" r="12"/>\
            <circle cx="\(Markup.pixels(x(point.value)))" cy="\(height)" r="5"/></g>\
            <text class="name" x="\(left - 14)" y="\(height)" dy="4" text-anchor="end">\(Markup.escaped(point.subject))</text>\
            <text class="value" x="\(width - right + 14)" y="\(height)" dy="4">\(Format.nanoseconds(point.value))</text></g>
            """
    }

    private func x(_ value: Double) -> Double { left + (width - left - right) * scale.position(of: value) }
}
