/// The figures of a workload as rows of text, each with its ratio to the baseline of its point.
struct FigureRows {
    let header: [String]
    let rows: [[String]]

    init(_ workload: Workload, _ figures: [Figure]) {
        let hasBytes = figures.contains { $0.bytesEach != nil }
        header =
            [
                "", "per \(workload.operation)", "fastest", "slowest", "× \(workload.baseline)", "allocations",
                "enqueues",
            ]
            + (hasBytes ? ["bytes each"] : [])
        rows = figures.map { figure in
            let baseline = figures.first { $0.parameter == figure.parameter && $0.subject == workload.baseline }
            let prefix = figure.parameter.map { "\(workload.axis ?? "parameter") \(Format.grouped($0)) " } ?? ""
            let ratio = figure.nanoseconds.flatMap { time in baseline?.nanoseconds.map { time / $0 } }
            return [
                prefix + figure.subject,
                Format.nanoseconds(figure.nanoseconds),
                Format.nanoseconds(figure.fastest),
                Format.nanoseconds(figure.slowest),
                Format.ratio(ratio),
                Format.count(figure.allocations),
                Format.count(figure.enqueues),
            ] + (hasBytes ? [Format.value(figure.bytesEach, of: .bytes)] : [])
        }
    }
}
