/// Thresholds as text: targets, gates and measured values.
package enum VerdictTable {
    package static func text(_ verdicts: [Verdict]) -> String {
        var table = TextTable(["", "target", "gate", "measured", ""])
        for verdict in verdicts {
            let threshold = verdict.threshold
            table.append([
                "  \(threshold.name)",
                Format.value(threshold.target, of: threshold.quantity),
                Format.value(threshold.gate, of: threshold.quantity),
                Format.value(verdict.value, of: threshold.quantity),
                verdict.standing.rawValue,
            ])
        }
        return table.text
    }

    /// A line that names the figures that were measured again, how often, and that the best counts; empty if none was.
    package static func repetitions(_ verdicts: [Verdict]) -> String {
        let repeated = verdicts.filter { $0.measurements > 1 }
        guard !repeated.isEmpty else { return "" }
        let names = repeated.map { "\($0.threshold.name) (\($0.measurements) times)" }
        return "Measured again, the best counts: \(names.joined(separator: "; "))\n"
    }
}
