/// A figure of a chart.
struct ChartPoint: Equatable {
    let subject: String
    let parameter: Int?
    let value: Double
    let fastest: Double
    let slowest: Double
    /// Shown when the pointer is over the point.
    let note: String

    /// Nil for a figure without a time.
    init?(_ figure: Figure, of workload: Workload) {
        guard let value = figure.nanoseconds, value > 0 else { return nil }
        subject = figure.subject
        parameter = figure.parameter
        self.value = value
        fastest = figure.fastest.map { max($0, value / 1_000) } ?? value
        slowest = figure.slowest ?? value
        var parts = ["\(Format.nanoseconds(value)) per \(workload.operation)"]
        parts.append("\(Format.nanoseconds(fastest)) to \(Format.nanoseconds(slowest))")
        if let allocations = figure.allocations { parts.append("\(Format.count(allocations)) allocations") }
        if let bytes = figure.bytesEach { parts.append("\(Format.value(bytes, of: .bytes)) each") }
        let place = figure.parameter.map { ", \(workload.axis ?? "parameter") \(Format.grouped($0))" } ?? ""
        note = "\(figure.subject)\(place)\n\(parts.joined(separator: "\n"))"
    }

    /// The point with its spread, at a position of the drawing; `y` maps a value to its vertical position.
    func mark(x: Double, y: (Double) -> Double) -> String {
        let centre = Markup.pixels(y(value))
        let across = Markup.pixels(x)
        return """
            <g class="point"><title>\(Markup.escaped(note))</title>\
            <line class="spread" x1="\(across)" x2="\(across)" y1="\(Markup.pixels(y(fastest)))" \
            y2="\(Markup.pixels(y(slowest)))"/>\
            <circle class="target" cx="\(across)" cy="\(centre)" r="12"/>\
            <circle cx="\(across)" cy="\(centre)" r="4"/></g>
            """
    }
}
