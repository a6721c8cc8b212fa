import Foundation

/// Figures as text, with three significant digits: a repetition is no more precise.
package enum Format {
    package static func nanoseconds(_ value: Double?) -> String {
        guard let value else { return "–" }
        return switch value {
        case ..<1_000: "\(significant(value)) ns"
        case ..<1_000_000: "\(significant(value / 1_000)) µs"
        case ..<1_000_000_000: "\(significant(value / 1_000_000)) ms"
        default: "\(significant(value / 1_000_000_000)) s"
        }
    }

    /// The time with two significant digits, for a reader who compares orders: "46 ns", "1.5 ms".
    static func rounded(nanoseconds value: Double) -> String {
        let size = pow(10, floor(log10(value)) - 1)
        let text = nanoseconds((value / size).rounded() * size)
        return text.replacing(#/\.(\d*?)0* /#) { $0.1.isEmpty ? " " : ".\($0.1) " }
    }

    /// A power of ten on an axis: "10 ns", not "10.0 ns".
    static func tick(_ value: Double) -> String { nanoseconds(value).replacing(#/\.0+ /#, with: " ") }

    package static func ratio(_ value: Double?) -> String { value.map { "\(significant($0))×" } ?? "–" }

    package static func count(_ value: Double?) -> String {
        guard let value else { return "–" }
        return value == value.rounded() ? grouped(Int(value)) : String(format: "%.2f", value)
    }

    static func value(_ value: Double?, of quantity: Threshold.Quantity) -> String {
        switch quantity {
        case .ratio: ratio(value)
        case .allocations, .enqueues: count(value)
        case .bytes, .bytesMore: value.map { "\(grouped(Int($0.rounded()))) B" } ?? "–"
        case .nanoseconds: nanoseconds(value)
        }
    }

    /// `value` with three significant digits, and with all digits before the decimal point.
    static func significant(_ value: Double) -> String {
        let size = abs(value)
        if size >= 99.95 { return grouped(Int(value.rounded())) }
        if size >= 9.995 { return String(format: "%.1f", value) }
        if size >= 0.9995 || size == 0 { return String(format: "%.2f", value) }
        // 0.0123: enough decimal places for three digits after the zeros.
        let places = Int((-log10(size)).rounded(.up)) + 2
        return String(format: "%.\(places)f", value)
    }

    static func grouped(_ value: Int) -> String {
        var digits = String(value.magnitude)[...]
        var groups: [Substring] = []
        while digits.count > 3 {
            groups.append(digits.suffix(3))
            digits = digits.dropLast(3)
        }
        groups.append(digits)
        return (value < 0 ? "-" : "") + groups.reversed().joined(separator: ",")
    }
}
