/// The figures of a workload as text: a block of lines a point, each figure with its ratio to the baseline.
package struct FigureTable {
    private let workload: Workload
    private let figures: [Figure]

    package init(_ workload: Workload, _ figures: [Figure]) {
        self.workload = workload
        self.figures = figures
    }

    package var text: String {
        var table = TextTable(
            ["", "per \(workload.operation)", "fastest", "slowest", "× \(workload.baseline)", "allocations"]
                + (hasBytes ? ["bytes each"] : [])
        )
        for parameter in parameters {
            let point = figures.filter { $0.parameter == parameter }
            let baseline = point.first { $0.subject == workload.baseline }?.nanoseconds
            for figure in point {
                let prefix = parameter.map { "\(workload.axis ?? "") \(Format.grouped($0)) " } ?? ""
                let ratio = figure.nanoseconds.flatMap { time in baseline.map { time / $0 } }
                table.append(
                    [
                        "  \(prefix)\(figure.subject)",
                        Format.nanoseconds(figure.nanoseconds),
                        Format.nanoseconds(figure.fastest),
                        Format.nanoseconds(figure.slowest),
                        Format.ratio(ratio),
                        Format.count(figure.allocations),
                    ] + (hasBytes ? [Format.value(figure.bytesEach, of: .bytes)] : [])
                )
            }
        }
        return "\(workload.name): \(workload.summary)\n\(table.text)"
    }

    private var hasBytes: Bool { figures.contains { $0.bytesEach != nil } }

    /// The parameters of the figures, each once, in their order.
    private var parameters: [Int?] {
        figures.reduce(into: []) { if !$0.contains($1.parameter) { $0.append($1.parameter) } }
    }
}
