/// The figures of a workload for the terminal.
package enum FigureTable {
    package static func text(_ workload: Workload, _ figures: [Figure]) -> String {
        let rows = FigureRows(workload, figures)
        var table = TextTable(rows.header)
        for row in rows.rows { table.append(["  " + row[0]] + row.dropFirst()) }
        return "\(workload.name): \(workload.summary)\n\(table.text)"
    }
}
