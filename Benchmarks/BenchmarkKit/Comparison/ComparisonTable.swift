import Foundation

/// A comparison as text: one line per change, regressions first.
package enum ComparisonTable {
    package static func text(_ comparison: Comparison, allowedGrowth: Double) -> String {
        var text =
            "\(comparison.comparedCount) figures compared, \(comparison.changes.count) changed beyond the noise\n"
        if !comparison.missing.isEmpty {
            text += "\(comparison.missing.count) of the earlier figures were not measured now\n"
        }
        guard !comparison.changes.isEmpty else { return text }
        var table = TextTable(["", "before", "after", "median", "allocations", ""])
        for change in comparison.changes.filter(\.isRegression) + comparison.changes.filter({ !$0.isRegression }) {
            let allocations = [change.before, change.after].map { Format.count($0.allocations) }
            table.append([
                "  \(change.after.point) \(change.after.subject)",
                Format.nanoseconds(change.before.nanoseconds),
                Format.nanoseconds(change.after.nanoseconds),
                change.growth.map { String(format: "%+.0f %%", $0 * 100) } ?? "–",
                allocations.joined(separator: " → "),
                change.kind.rawValue,
            ])
        }
        text += table.text
        if comparison.hasRegression {
            let percent = String(format: "%.0f", allowedGrowth * 100)
            text += "Regressions: medians that grew by more than \(percent) % beyond the noise, or new allocations\n"
        }
        return text
    }
}
