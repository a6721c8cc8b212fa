/// The allocations of one operation: a bar that starts from zero.
enum AllocationBar {
    /// The bar around the vertical position `middle`.
    static func mark(x: Double, width: Double, middle: String) -> String {
        guard width > 0 else { return "" }
        return """
            <line class="bar" x1="\(Markup.pixels(x))" x2="\(Markup.pixels(x + max(1, width)))" \
            y1="\(middle)" y2="\(middle)"/>
            """
    }
}

/// The allocations of each subject of a workload at the last point of its parameter.
struct AllocationChart {
    private let operation: String
    private let place: String
    private let figures: [Figure]

    private static let width = 860.0
    private static let left = 190.0
    private static let right = 110.0
    private static let row = 22.0

    /// Nil if no figure counts allocations.
    init?(_ figures: [Figure], of workload: Workload) {
        let counted = figures.filter { $0.allocations != nil }
        guard let last = counted.max(by: { ($0.parameter ?? 0) < ($1.parameter ?? 0) }) else { return nil }
        self.figures = counted.filter { $0.parameter == last.parameter }
        operation = workload.operation
        place = last.parameter.map { ", \(workload.axis ?? "parameter") \(Format.grouped($0))" } ?? ""
    }

    var svg: String {
        let title = Markup.escaped("allocations per \(operation)\(place)")
        let height = 24 + Self.row * Double(figures.count) + 6
        return """
            <svg viewBox="0 0 \(Int(Self.width)) \(Int(height))" role="img" aria-label="\(title)">
            <text class="axis" x="8" y="14">\(title)</text>
            <line class="grid" x1="\(Self.left)" x2="\(Self.left)" y1="24" y2="\(height - 6)"/>
            \(figures.enumerated().map(line).joined(separator: "\n"))
            </svg>
            """
    }

    private func line(_ index: Int, _ figure: Figure) -> String {
        let middle = Markup.pixels(24 + Self.row * (Double(index) + 0.5))
        let most = max(1, figures.compactMap(\.allocations).max() ?? 1)
        let length = (figure.allocations ?? 0) / most * (Self.width - Self.left - Self.right)
        return """
            <g class="\(SeriesStyle(figure.subject).classes)">\
            <text class="name" x="\(Self.left - 14)" y="\(middle)" dy="4" \
            text-anchor="end">\(Markup.escaped(figure.subject))</text>\
            \(AllocationBar.mark(x: Self.left, width: length, middle: middle))\
            <text class="value" x="\(Markup.pixels(Self.left + length + 8))" y="\(middle)" \
            dy="4">\(Format.count(figure.allocations))</text></g>
            """
    }
}
