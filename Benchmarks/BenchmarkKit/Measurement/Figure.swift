/// The measurements of one subject at one point of a workload; an element of the JSON array.
package struct Figure: Sendable, Equatable, Codable {
    package var workload: String
    package var parameter: Int?
    package var subject: String
    /// The median, followed by the fastest and the slowest repetition.
    package var nanoseconds: Double?
    package var fastest: Double?
    package var slowest: Double?
    package var allocations: Double?
    /// The jobs handed to the pool of the concurrency runtime.
    package var enqueues: Double?
    package var bytesEach: Double?

    package enum CodingKeys: String, CodingKey {
        case workload, parameter, subject
        case nanoseconds = "ns_per_op"
        case fastest = "ns_min"
        case slowest = "ns_max"
        case allocations = "allocations_per_op"
        case enqueues = "enqueues_per_op"
        case bytesEach = "bytes_each"
    }

    /// Writes null for values that do not apply; the synthesised implementation would omit the key.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(workload, forKey: .workload)
        try container.encode(parameter, forKey: .parameter)
        try container.encode(subject, forKey: .subject)
        try container.encode(nanoseconds, forKey: .nanoseconds)
        try container.encode(fastest, forKey: .fastest)
        try container.encode(slowest, forKey: .slowest)
        try container.encode(allocations, forKey: .allocations)
        try container.encode(enqueues, forKey: .enqueues)
        try container.encode(bytesEach, forKey: .bytesEach)
    }
}

extension Figure {
    /// - Parameter counts: the counts of one operation; allocations that are nil are taken from the samples.
    init(workload: String, parameter: Int?, subject: String, samples: [Sample], counts: Counts) {
        let times = samples.map(\.nanosecondsPerOperation)
        self.init(
            workload: workload,
            parameter: parameter,
            subject: subject,
            nanoseconds: times.median,
            fastest: times.min(),
            slowest: times.max(),
            // Less than a hundredth comes from a queue or a table that grows occasionally.
            allocations: (counts.allocations ?? samples.compactMap(\.allocationsPerOperation).median)
                .map(Self.hundredths),
            enqueues: counts.enqueues.map(Self.hundredths),
            bytesEach: samples.compactMap(\.bytesEach).median
        )
    }

    private static func hundredths(_ count: Double) -> Double { (count * 100).rounded() / 100 }

    /// The workload and the point of the figure, such as "when 16".
    package var point: String { parameter.map { "\(workload) \($0)" } ?? workload }
}
