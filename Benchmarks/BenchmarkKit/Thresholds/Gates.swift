package import Foundation

extension Threshold {
    /// This threshold with the gate for a value measured on a quiet machine.
    ///
    /// A whole count is its own gate, and one that depends on the order of tasks is rounded up to a tenth; memory gets a
    /// tenth for what the allocator does; a ratio, which varies with what else the machine does, gets 1.6 times as much.
    /// Nanoseconds are those of a machine and get no gate.
    package func gated(by measured: Double) -> Threshold {
        var gated = self
        gated.gate =
            switch quantity {
            case .allocations, .enqueues: (measured * 10).rounded(.up) / 10
            case .bytes, .bytesMore: Self.significant(measured * 1.1)
            case .ratio: Self.significant(measured * 1.6)
            case .nanoseconds: gate
            }
        return gated
    }

    /// `value` with three significant digits.
    private static func significant(_ value: Double) -> Double { Double(String(format: "%.3g", value)) ?? value }
}

extension Thresholds {
    /// These thresholds with the gates for what was measured; what was not measured keeps its own.
    package func gated(by figures: [Figure]) -> Thresholds {
        func gated(_ thresholds: [Threshold]) -> [Threshold] {
            thresholds.map { threshold in threshold.value(in: figures).map(threshold.gated(by:)) ?? threshold }
        }
        return Thresholds(bars: gated(bars), limits: gated(limits))
    }

    /// The content of the file: one threshold per line, so that a change of a gate is a change of a line.
    package var data: Data {
        func list(_ thresholds: [Threshold]) -> String {
            thresholds.map { "    " + $0.line }.joined(separator: ",\n")
        }
        return Data("{\n  \"bars\": [\n\(list(bars))\n  ],\n  \"limits\": [\n\(list(limits))\n  ]\n}\n".utf8)
    }
}

extension Threshold {
    fileprivate var line: String {
        Self.object([
            ("workload", Self.text(workload)), ("parameter", parameter.map { "\($0)" }),
            ("subject", Self.text(subject)),
            ("quantity", Self.text(quantity.rawValue)), ("to", to.map(Self.object)), ("target", Self.number(target)),
            ("gate", gate.map(Self.number)),
        ])
    }

    private static func object(_ reference: Reference) -> String {
        object([
            ("workload", reference.workload.map(text)), ("parameter", reference.parameter.map { "\($0)" }),
            ("subject", text(reference.subject)),
        ])
    }

    private static func object(_ members: [(key: String, value: String?)]) -> String {
        let present = members.compactMap { member in member.value.map { "\"\(member.key)\": \($0)" } }
        return "{ \(present.joined(separator: ", ")) }"
    }

    /// A name: letters, digits and hyphens, which need no escapes.
    private static func text(_ name: String) -> String { "\"\(name)\"" }

    private static func number(_ value: Double) -> String {
        value == value.rounded() ? "\(Int(value))" : "\(value)"
    }
}
