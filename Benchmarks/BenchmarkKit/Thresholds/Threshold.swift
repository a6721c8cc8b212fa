/// A value that a figure must not exceed: a line of `Thresholds.json`.
package struct Threshold: Sendable, Equatable, Codable {
    package enum Quantity: String, Sendable, Codable {
        /// The time of an operation, as a ratio to that of another subject.
        case ratio
        /// Allocations per operation.
        case allocations
        /// Jobs per operation that are handed to the pool of the concurrency runtime.
        case enqueues
        /// Bytes that each operation leaves occupied.
        case bytes
        /// The same, less those of another subject.
        case bytesMore
        /// Nanoseconds per operation.
        case nanoseconds

        /// Whether the quantity relates two subjects.
        var isRelative: Bool { self == .ratio || self == .bytesMore }
    }

    /// What a relative quantity is to: the denominator of a ratio, for instance. Properties that are nil are those of the threshold.
    package struct Reference: Sendable, Equatable, Codable {
        package var workload: String?
        package var parameter: Int?
        package var subject: String
    }

    package var workload: String
    package var parameter: Int?
    package var subject: String
    package var quantity: Quantity
    /// Present if and only if the quantity is relative.
    package var to: Reference?
    /// The value that the project aims at.
    package var target: Double
    /// A larger value fails a check; nil if the figure is only reported. See ``Threshold/gated(by:)``.
    ///
    /// Below the target where the project is better than it aimed to be, so that losing that is noticed.
    package var gate: Double?

    package var name: String {
        let point = parameter.map { "\(workload) \($0)" } ?? workload
        guard let to else { return "\(point): \(subject), \(quantity.rawValue)" }
        let place = [to.workload, to.parameter.map { "\($0)" }, to.subject].compactMap(\.self).joined(separator: " ")
        return "\(point): \(subject), \(quantity == .ratio ? "ratio to" : "bytes more than") \(place)"
    }

    /// The names of the workloads that it takes to measure the value.
    package var workloads: [String] { [workload, to?.workload].compactMap(\.self) }

    /// The measured value; nil if a figure is missing.
    package func value(in figures: [Figure]) -> Double? {
        func figure(_ workload: String, _ parameter: Int?, _ subject: String) -> Figure? {
            figures.first { $0.workload == workload && $0.parameter == parameter && $0.subject == subject }
        }
        func other(_ value: KeyPath<Figure, Double?>) -> Double? {
            to.flatMap { figure($0.workload ?? workload, $0.parameter ?? parameter, $0.subject)?[keyPath: value] }
        }
        guard let own = figure(workload, parameter, subject) else { return nil }
        switch quantity {
        case .allocations: return own.allocations
        case .enqueues: return own.enqueues
        case .bytes: return own.bytesEach
        case .nanoseconds: return own.nanoseconds
        case .ratio:
            guard let time = own.nanoseconds, let other = other(\.nanoseconds) else { return nil }
            return time / other
        case .bytesMore:
            guard let bytes = own.bytesEach, let other = other(\.bytesEach) else { return nil }
            return bytes - other
        }
    }
}
