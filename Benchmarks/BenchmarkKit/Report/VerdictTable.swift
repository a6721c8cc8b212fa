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
}
