/// A value that a figure must not exceed: a line of `Thresholds.json`.
package struct Threshold: Sendable, Equatable, Codable {
    package enum Quantity: String, Sendable, Codable {
        /// The time of an operation, as a ratio to that of another subject.
        case ratio
        /// Allocations per operation.
        case allocations
        /// Bytes that each operation leaves occupied.
        case bytes
        /// Nanoseconds per operation.
        case nanoseconds
    }

    /// The denominator of a ratio; properties that are nil are those of the threshold.
    package struct Reference: Sendable, Equatable, Codable {
        package var workload: String?
        package var parameter: Int?
        package var subject: String
    }

    package var workload: String
    package var parameter: Int?
    package var subject: String
    package var quantity: Quantity
    /// Present if and only if the quantity is a ratio.
    package var to: Reference?
    /// The value that the project aims at.
    package var target: Double
    /// A larger value fails a check: the target, or more for a noisy machine; nil if the figure is only reported.
    package var gate: Double?

    package var name: String {
        let point = parameter.map { "\(workload) \($0)" } ?? workload
        guard let to else { return "\(point): \(subject), \(quantity.rawValue)" }
        let place = [to.workload, to.parameter.map { "\($0)" }, to.subject].compactMap(\.self)
        return "\(point): \(subject), ratio to \(place.joined(separator: " "))"
    }

    /// The names of the workloads that it takes to measure the value.
    package var workloads: [String] { [workload, to?.workload].compactMap(\.self) }

    /// The measured value; nil if a figure is missing.
    package func value(in figures: [Figure]) -> Double? {
        func figure(_ workload: String, _ parameter: Int?, _ subject: String) -> Figure? {
            figures.first { $0.workload == workload && $0.parameter == parameter && $0.subject == subject }
        }
        guard let own = figure(workload, parameter, subject) else { return nil }
        switch quantity {
        case .allocations: return own.allocations
        case .bytes: return own.bytesEach
        case .nanoseconds: return own.nanoseconds
        case .ratio:
            guard let to, let time = own.nanoseconds,
                let other = figure(to.workload ?? workload, to.parameter ?? parameter, to.subject)?.nanoseconds
            else { return nil }
            return time / other
        }
    }
}
